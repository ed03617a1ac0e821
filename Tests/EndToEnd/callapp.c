// callapp: a recording stream with chosen properties that keeps every sample.
//
// Acts as a call app, a level meter or a plain recorder. Writes the recording to a file as s16le mono 48 kHz. A second
// file gets, for each fragment, the monotonic time of its arrival in nanoseconds and the number of frames recorded up
// to then (two native 64-bit integers). Standard output reports stream events, one a line: ready, corked, uncorked,
// moved NAME, killed. Standard input accepts cork and uncork; its end stops the program.
//
// usage: callapp [--device SOURCE] [--name APPLICATION] [--property KEY=VALUE]... [--dont-move] [--corked] [--peaks]
//                [--left] [--second APPLICATION] [--play SINK] --output PCM --clock CLOCK
//
// --second creates a second client with a recording stream of its own, whose sound is discarded.
#include <getopt.h>
#include <inttypes.h>
#include <pulse/pulseaudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const pa_sample_spec format = {PA_SAMPLE_S16LE, 48000, 1};
static const pa_sample_spec peaks_format = {PA_SAMPLE_FLOAT32LE, 25, 1};
static const uint32_t fragment_bytes = 960;  // 10 ms

static struct {
  const char *device, *name, *play, *second;
  pa_proplist *properties;
  pa_stream_flags_t flags;
  int corked, peaks, left;
} options;

static pa_mainloop *loop;
static pa_context *context;
static pa_stream *recording, *playback;
static FILE *output, *clock_file;
static uint64_t frames;

static void say(const char *line) {
  puts(line);
  fflush(stdout);
}

static void fail(const char *what) {
  fprintf(stderr, "callapp: %s: %s\n", what, pa_strerror(pa_context_errno(context)));
  exit(1);
}

static void on_read(pa_stream *stream, size_t bytes, void *userdata) {
  (void)bytes, (void)userdata;
  while (pa_stream_readable_size(stream) > 0) {
    const void *data;
    size_t length;
    if (pa_stream_peek(stream, &data, &length) < 0) fail("peek");
    if (length == 0) break;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (data) {
      fwrite(data, 1, length, output);
    } else {
      for (size_t i = 0; i < length; i++) fputc(0, output);
    }
    frames += length / pa_frame_size(pa_stream_get_sample_spec(stream));
    uint64_t record[2] = {(uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec, frames};
    fwrite(record, sizeof record, 1, clock_file);
    fflush(output);
    fflush(clock_file);
    pa_stream_drop(stream);
  }
}

static void on_write(pa_stream *stream, size_t bytes, void *userdata) {
  (void)userdata;
  void *silence = NULL;
  if (pa_stream_begin_write(stream, &silence, &bytes) < 0) fail("begin write");
  memset(silence, 0, bytes);
  pa_stream_write(stream, silence, bytes, NULL, 0, PA_SEEK_RELATIVE);
}

static void on_moved(pa_stream *stream, void *userdata) {
  (void)userdata;
  printf("moved %s\n", pa_stream_get_device_name(stream));
  fflush(stdout);
}

static void on_state(pa_stream *stream, void *userdata) {
  (void)userdata;
  switch (pa_stream_get_state(stream)) {
    case PA_STREAM_READY: say("ready"); break;
    case PA_STREAM_FAILED: say("killed"); exit(2);
    default: break;
  }
}

static void connect_streams(void) {
  if (options.play) {
    playback = pa_stream_new(context, "call sound", &format, NULL);
    pa_stream_set_write_callback(playback, on_write, NULL);
    if (pa_stream_connect_playback(playback, options.play, NULL, PA_STREAM_NOFLAGS, NULL, NULL) < 0) fail("playback");
  }
  const pa_sample_spec *spec = options.peaks ? &peaks_format : &format;
  pa_channel_map left = {1, {PA_CHANNEL_POSITION_FRONT_LEFT}};
  recording = pa_stream_new_with_proplist(context, "call microphone", spec, options.left ? &left : NULL,
                                          options.properties);
  pa_stream_set_read_callback(recording, on_read, NULL);
  pa_stream_set_state_callback(recording, on_state, NULL);
  pa_stream_set_moved_callback(recording, on_moved, NULL);
  pa_buffer_attr attributes = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, options.peaks ? 4 : fragment_bytes};
  pa_stream_flags_t flags = options.flags | PA_STREAM_ADJUST_LATENCY;
  if (options.peaks) flags |= PA_STREAM_PEAK_DETECT;
  if (options.corked) flags |= PA_STREAM_START_CORKED;
  if (pa_stream_connect_record(recording, options.device, &attributes, flags) < 0) fail("record");
}

static void drop(pa_stream *stream, size_t bytes, void *userdata) {
  (void)bytes, (void)userdata;
  while (pa_stream_readable_size(stream) > 0) {
    const void *data;
    size_t length;
    if (pa_stream_peek(stream, &data, &length) < 0) fail("peek");
    if (length == 0) break;
    pa_stream_drop(stream);
  }
}

static void on_second_context(pa_context *second, void *userdata) {
  (void)userdata;
  if (pa_context_get_state(second) == PA_CONTEXT_FAILED) fail("second connection");
  if (pa_context_get_state(second) != PA_CONTEXT_READY) return;
  pa_stream *stream = pa_stream_new(second, "second microphone", &format, NULL);
  pa_stream_set_read_callback(stream, drop, NULL);
  if (pa_stream_connect_record(stream, options.device, NULL, options.flags) < 0) fail("second record");
}

static void on_context(pa_context *c, void *userdata) {
  (void)userdata;
  switch (pa_context_get_state(c)) {
    case PA_CONTEXT_READY: connect_streams(); break;
    case PA_CONTEXT_FAILED: fail("connection");
    default: break;
  }
}

static void on_corked(pa_stream *stream, int success, void *corked) {
  (void)stream;
  if (!success) fail("cork");
  say(corked ? "corked" : "uncorked");
}

static void on_command(pa_mainloop_api *api, pa_io_event *event, int fd, pa_io_event_flags_t flags, void *userdata) {
  (void)api, (void)event, (void)flags, (void)userdata;
  static char line[64];
  static size_t length;
  char c;
  if (read(fd, &c, 1) != 1) {
    pa_mainloop_quit(loop, 0);
    return;
  }
  if (c != '\n') {
    if (length < sizeof line - 1) line[length++] = c;
    return;
  }
  line[length] = 0;
  length = 0;
  int cork = strcmp(line, "cork") == 0;
  if (!cork && strcmp(line, "uncork") != 0) {
    fprintf(stderr, "callapp: unknown command: %s\n", line);
    exit(64);
  }
  pa_operation_unref(pa_stream_cork(recording, cork, on_corked, cork ? &options : NULL));
}

static FILE *create(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(73);
  }
  return file;
}

int main(int argc, char **argv) {
  static const struct option table[] = {
      {"device", 1, 0, 'd'}, {"name", 1, 0, 'n'},  {"property", 1, 0, 'p'}, {"dont-move", 0, 0, 'm'},
      {"corked", 0, 0, 'c'}, {"peaks", 0, 0, 'k'}, {"play", 1, 0, 'y'},     {"output", 1, 0, 'o'},
      {"clock", 1, 0, 't'},  {"left", 0, 0, 'l'},  {"second", 1, 0, 's'},
      {0, 0, 0, 0}};
  options.name = "callapp";
  options.properties = pa_proplist_new();
  for (int option; (option = getopt_long(argc, argv, "", table, NULL)) != -1;) {
    switch (option) {
      case 'd': options.device = optarg; break;
      case 'n': options.name = optarg; break;
      case 'p':
        if (pa_proplist_setp(options.properties, optarg) < 0) return 64;
        break;
      case 'm': options.flags |= PA_STREAM_DONT_MOVE; break;
      case 'c': options.corked = 1; break;
      case 'k': options.peaks = 1; break;
      case 'l': options.left = 1; break;
      case 's': options.second = optarg; break;
      case 'y': options.play = optarg; break;
      case 'o': output = create(optarg); break;
      case 't': clock_file = create(optarg); break;
      default: return 64;
    }
  }
  if (!output || !clock_file || optind != argc) return 64;
  pa_proplist_sets(options.properties, PA_PROP_APPLICATION_NAME, options.name);

  loop = pa_mainloop_new();
  pa_mainloop_api *api = pa_mainloop_get_api(loop);
  api->io_new(api, STDIN_FILENO, PA_IO_EVENT_INPUT | PA_IO_EVENT_HANGUP, on_command, NULL);
  context = pa_context_new_with_proplist(api, options.name, options.properties);
  pa_context_set_state_callback(context, on_context, NULL);
  if (pa_context_connect(context, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0) fail("connection");
  if (options.second) {
    pa_context *second = pa_context_new(api, options.second);
    pa_context_set_state_callback(second, on_second_context, NULL);
    if (pa_context_connect(second, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0) fail("second connection");
  }
  int status = 0;
  pa_mainloop_run(loop, &status);
  fclose(output);
  fclose(clock_file);
  return status;
}
