// The functions of libpulse.so.0 that are used, each forwarded to the library, which is loaded at the first call of one.
#include "shim.h"
#include "library.h"

LIBRARY("libpulse.so.0")

FORWARD(int, pa_context_connect,
        (pa_context *c, const char *server, pa_context_flags_t flags, const pa_spawn_api *api),
        (c, server, flags, api))
FORWARD(void, pa_context_disconnect, (pa_context *c), (c))
FORWARD(int, pa_context_errno, (const pa_context *c), (c))
FORWARD(pa_operation *, pa_context_get_client_info_list,
        (pa_context *c, pa_client_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_operation *, pa_context_get_module_info_list,
        (pa_context *c, pa_module_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_operation *, pa_context_get_server_info,
        (pa_context *c, pa_server_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_operation *, pa_context_get_sink_info_list,
        (pa_context *c, pa_sink_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_operation *, pa_context_get_sink_input_info_list,
        (pa_context *c, pa_sink_input_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_operation *, pa_context_get_source_info_list,
        (pa_context *c, pa_source_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_operation *, pa_context_get_source_output_info_list,
        (pa_context *c, pa_source_output_info_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_context_state_t, pa_context_get_state, (const pa_context *c), (c))
FORWARD(pa_operation *, pa_context_load_module,
        (pa_context *c, const char *name, const char *argument, pa_context_index_cb_t cb, void *userdata),
        (c, name, argument, cb, userdata))
FORWARD(pa_operation *, pa_context_move_source_output_by_index,
        (pa_context *c, uint32_t idx, uint32_t source_idx, pa_context_success_cb_t cb, void *userdata),
        (c, idx, source_idx, cb, userdata))
FORWARD(pa_context *, pa_context_new_with_proplist,
        (pa_mainloop_api *mainloop, const char *name, const pa_proplist *proplist),
        (mainloop, name, proplist))
FORWARD(pa_time_event *, pa_context_rttime_new,
        (const pa_context *c, pa_usec_t usec, pa_time_event_cb_t cb, void *userdata),
        (c, usec, cb, userdata))
FORWARD(pa_operation *, pa_context_set_sink_input_mute,
        (pa_context *c, uint32_t idx, int mute, pa_context_success_cb_t cb, void *userdata),
        (c, idx, mute, cb, userdata))
FORWARD(pa_operation *, pa_context_set_sink_input_volume,
        (pa_context *c, uint32_t idx, const pa_cvolume *volume, pa_context_success_cb_t cb, void *userdata),
        (c, idx, volume, cb, userdata))
FORWARD(pa_operation *, pa_context_set_source_mute_by_index,
        (pa_context *c, uint32_t idx, int mute, pa_context_success_cb_t cb, void *userdata),
        (c, idx, mute, cb, userdata))
FORWARD(pa_operation *, pa_context_set_source_volume_by_index,
        (pa_context *c, uint32_t idx, const pa_cvolume *volume, pa_context_success_cb_t cb, void *userdata),
        (c, idx, volume, cb, userdata))
FORWARD(void, pa_context_set_state_callback,
        (pa_context *c, pa_context_notify_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(void, pa_context_set_subscribe_callback,
        (pa_context *c, pa_context_subscribe_cb_t cb, void *userdata),
        (c, cb, userdata))
FORWARD(pa_operation *, pa_context_subscribe,
        (pa_context *c, pa_subscription_mask_t m, pa_context_success_cb_t cb, void *userdata),
        (c, m, cb, userdata))
FORWARD(pa_operation *, pa_context_unload_module,
        (pa_context *c, uint32_t idx, pa_context_success_cb_t cb, void *userdata),
        (c, idx, cb, userdata))
FORWARD(void, pa_context_unref, (pa_context *c), (c))
FORWARD(pa_cvolume *, pa_cvolume_init, (pa_cvolume *a), (a))
FORWARD(size_t, pa_frame_size, (const pa_sample_spec *spec), (spec))
FORWARD(int, pa_mainloop_dispatch, (pa_mainloop *m), (m))
FORWARD(void, pa_mainloop_free, (pa_mainloop *m), (m))
FORWARD(pa_mainloop_api *, pa_mainloop_get_api, (pa_mainloop *m), (m))
FORWARD(pa_mainloop *, pa_mainloop_new, (void), ())
FORWARD(int, pa_mainloop_poll, (pa_mainloop *m), (m))
FORWARD(int, pa_mainloop_prepare, (pa_mainloop *m, int timeout), (m, timeout))
FORWARD(void, pa_mainloop_wakeup, (pa_mainloop *m), (m))
FORWARD(void, pa_operation_cancel, (pa_operation *o), (o))
FORWARD(pa_operation_state_t, pa_operation_get_state, (const pa_operation *o), (o))
FORWARD(void, pa_operation_set_state_callback,
        (pa_operation *o, pa_operation_notify_cb_t cb, void *userdata),
        (o, cb, userdata))
FORWARD(void, pa_operation_unref, (pa_operation *o), (o))
FORWARD(void, pa_proplist_free, (pa_proplist *p), (p))
FORWARD(const char *, pa_proplist_gets, (const pa_proplist *p, const char *key), (p, key))
FORWARD(const char *, pa_proplist_iterate, (const pa_proplist *p, void **state), (p, state))
FORWARD(pa_proplist *, pa_proplist_new, (void), ())
FORWARD(int, pa_proplist_sets, (pa_proplist *p, const char *key, const char *value), (p, key, value))
FORWARD(pa_usec_t, pa_rtclock_now, (void), ())
FORWARD(int, pa_stream_connect_playback,
        (pa_stream *s, const char *dev, const pa_buffer_attr *attr, pa_stream_flags_t flags,
         const pa_cvolume *volume, pa_stream *sync_stream),
        (s, dev, attr, flags, volume, sync_stream))
FORWARD(pa_operation *, pa_stream_cork,
        (pa_stream *s, int b, pa_stream_success_cb_t cb, void *userdata),
        (s, b, cb, userdata))
FORWARD(int, pa_stream_disconnect, (pa_stream *s), (s))
FORWARD(pa_operation *, pa_stream_flush, (pa_stream *s, pa_stream_success_cb_t cb, void *userdata), (s, cb, userdata))
FORWARD(const pa_buffer_attr *, pa_stream_get_buffer_attr, (pa_stream *s), (s))
FORWARD(const char *, pa_stream_get_device_name, (const pa_stream *s), (s))
FORWARD(uint32_t, pa_stream_get_index, (const pa_stream *s), (s))
FORWARD(const pa_sample_spec *, pa_stream_get_sample_spec, (pa_stream *s), (s))
FORWARD(pa_stream_state_t, pa_stream_get_state, (const pa_stream *p), (p))
FORWARD(const pa_timing_info *, pa_stream_get_timing_info, (pa_stream *s), (s))
FORWARD(pa_stream *, pa_stream_new_with_proplist,
        (pa_context *c, const char *name, const pa_sample_spec *ss, const pa_channel_map *map, pa_proplist *p),
        (c, name, ss, map, p))
FORWARD(void, pa_stream_set_state_callback, (pa_stream *s, pa_stream_notify_cb_t cb, void *userdata), (s, cb, userdata))
FORWARD(void, pa_stream_set_write_callback,
        (pa_stream *p, pa_stream_request_cb_t cb, void *userdata),
        (p, cb, userdata))
FORWARD(void, pa_stream_unref, (pa_stream *s), (s))
FORWARD(pa_operation *, pa_stream_update_timing_info,
        (pa_stream *p, pa_stream_success_cb_t cb, void *userdata),
        (p, cb, userdata))
FORWARD(size_t, pa_stream_writable_size, (const pa_stream *p), (p))
FORWARD(int, pa_stream_write,
        (pa_stream *p, const void *data, size_t nbytes, pa_free_cb_t free_cb, int64_t offset, pa_seek_mode_t seek),
        (p, data, nbytes, free_cb, offset, seek))
FORWARD(const char *, pa_strerror, (int error), (error))
FORWARD(pa_volume_t, pa_sw_volume_from_dB, (double f), (f))
FORWARD(double, pa_sw_volume_to_dB, (pa_volume_t v), (v))
