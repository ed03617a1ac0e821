// The functions of libespeak-ng.so.1 that are used, each forwarded to the library, which is loaded at the first call of one.
#include "shim.h"
#include "library.h"

LIBRARY("libespeak-ng.so.1")

FORWARD(espeak_VOICE *, espeak_GetCurrentVoice, (void), ())
FORWARD(const char *, espeak_Info, (const char **path_data), (path_data))
FORWARD(int, espeak_Initialize,
        (espeak_AUDIO_OUTPUT output, int buflength, const char *path, int options),
        (output, buflength, path, options))
FORWARD(const espeak_VOICE **, espeak_ListVoices, (espeak_VOICE *voice_spec), (voice_spec))
FORWARD(espeak_ERROR, espeak_SetParameter,
        (espeak_PARAMETER parameter, int value, int relative),
        (parameter, value, relative))
FORWARD(void, espeak_SetSynthCallback, (t_espeak_callback *SynthCallback), (SynthCallback))
FORWARD(void, espeak_SetUriCallback, (int (*UriCallback)(int, const char *, const char *)), (UriCallback))
FORWARD(int, espeak_ng_GetSampleRate, (void), ())
FORWARD(void, espeak_ng_GetStatusCodeMessage,
        (espeak_ng_STATUS status, char *buffer, size_t length),
        (status, buffer, length))
FORWARD(espeak_ng_STATUS, espeak_ng_SetVoiceByName, (const char *name), (name))
FORWARD(espeak_ng_STATUS, espeak_ng_Synthesize,
        (const void *text, size_t size, unsigned int position, espeak_POSITION_TYPE position_type,
         unsigned int end_position, unsigned int flags, unsigned int *unique_identifier, void *user_data),
        (text, size, position, position_type, end_position, flags, unique_identifier, user_data))
FORWARD(espeak_ERROR, espeak_Synth,
        (const void *text, size_t size, unsigned int position, espeak_POSITION_TYPE position_type,
         unsigned int end_position, unsigned int flags, unsigned int *unique_identifier, void *user_data),
        (text, size, position, position_type, end_position, flags, unique_identifier, user_data))
FORWARD(const char *, espeak_TextToPhonemes, (const void **textptr, int textmode, int phonememode),
        (textptr, textmode, phonememode))
