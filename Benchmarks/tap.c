// tap: preloaded into the agent, keeps what it writes to playback streams, byte for byte, in the file SPEAKCALL_TAP.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pulse/stream.h>
#include <stdlib.h>
#include <unistd.h>

int pa_stream_write(pa_stream *stream, const void *data, size_t bytes, pa_free_cb_t free_cb, int64_t offset,
                    pa_seek_mode_t seek) {
  static int file = -2;
  static int (*write_stream)(pa_stream *, const void *, size_t, pa_free_cb_t, int64_t, pa_seek_mode_t);
  if (file == -2) {
    const char *path = getenv("SPEAKCALL_TAP");
    file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    write_stream = dlsym(RTLD_NEXT, "pa_stream_write");
  }
  for (size_t done = 0; file >= 0 && done < bytes;) {
    ssize_t count = write(file, (const char *)data + done, bytes - done);
    if (count < 0) abort();
    done += (size_t)count;
  }
  return write_stream(stream, data, bytes, free_cb, offset, seek);
}
