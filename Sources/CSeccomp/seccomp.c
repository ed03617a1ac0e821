// The functions of libseccomp.so.2 that are used, each forwarded to the library, which is loaded at the first call of one.
#include "shim.h"
#include "library.h"

LIBRARY("libseccomp.so.2")

FORWARD(int, seccomp_attr_set, (scmp_filter_ctx ctx, enum scmp_filter_attr attr, uint32_t value), (ctx, attr, value))
FORWARD(scmp_filter_ctx, seccomp_init, (uint32_t def_action), (def_action))
FORWARD(int, seccomp_load, (const scmp_filter_ctx ctx), (ctx))
FORWARD(void, seccomp_release, (scmp_filter_ctx ctx), (ctx))
FORWARD(int, seccomp_rule_add_array,
        (scmp_filter_ctx ctx, uint32_t action, int syscall, unsigned int arg_cnt, const struct scmp_arg_cmp *arg_array),
        (ctx, action, syscall, arg_cnt, arg_array))
