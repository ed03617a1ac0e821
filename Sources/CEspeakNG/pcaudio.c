// Takes the place of libpcaudio, by which espeak-ng would play; this program plays by itself. espeak-ng 1.51 asks for an
// output while it is initialized, even if it is not to play, and would connect to the sound server and hang if that does
// not answer.
//
// The executable exports these functions and has the library's name (Package.swift), so the dynamic linker neither looks
// for the library nor for the 30 others that it needs, which would take the engine longer than all the rest of its start.
#include <stddef.h>
#include <stdint.h>

struct audio_object;

struct audio_object *create_audio_device_object(const char *device, const char *application, const char *description) {
  return NULL;
}
int audio_object_open(struct audio_object *object, int format, uint32_t rate, uint8_t channels) { return -1; }
void audio_object_close(struct audio_object *object) {}
void audio_object_destroy(struct audio_object *object) {}
int audio_object_write(struct audio_object *object, const void *data, size_t bytes) { return -1; }
int audio_object_drain(struct audio_object *object) { return -1; }
int audio_object_flush(struct audio_object *object) { return -1; }
const char *audio_object_strerror(struct audio_object *object, int error) { return NULL; }
