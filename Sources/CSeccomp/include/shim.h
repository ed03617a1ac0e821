#pragma once
#include <errno.h>
#include <seccomp.h>

// Swift imports no macro with arguments.
static const uint32_t seccomp_refuse = SCMP_ACT_ERRNO(ENOSYS);
