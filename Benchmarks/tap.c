// tap: preloaded into the agent, copies what it writes to playback streams to the file SPEAKCALL_TAP.
//
// Intercepts symbol lookup, because the agent looks up pa_stream_write in libpulse at run time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pulse/stream.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int (*write_stream)(pa_stream *, const void *, size_t, pa_free_cb_t, int64_t, pa_seek_mode_t);

static int tapped(pa_stream *stream, const void *data, size_t bytes, pa_free_cb_t free_cb, int64_t offset,
                  pa_seek_mode_t seek) {
  static int file = -2;
  if (file == -2) {
    const char *path = getenv("SPEAKCALL_TAP");
    file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  }
  for (size_t done = 0; file >= 0 && done < bytes;) {
    ssize_t count = write(file, (const char *)data + done, bytes - done);
    if (count < 0) abort();
    done += (size_t)count;
  }
  return write_stream(stream, data, bytes, free_cb, offset, seek);
}

void *dlsym(void *handle, const char *name) {
  static void *(*look_up)(void *, const char *);
  if (!look_up) look_up = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (!look_up) look_up = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  void *found = look_up(handle, name);
  if (strcmp(name, "pa_stream_write") != 0) return found;
  write_stream = found;
  return tapped;
}
