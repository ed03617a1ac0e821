#include "library.h"
#include <dlfcn.h>
#include <stdio.h>
#include <sysexits.h>
#include <unistd.h>

static void fail(void) {
  fprintf(stderr,
          "speakcall: %s; install the libraries with: "
          "apt install libpulse0 libespeak-ng1 libsoxr0 libexpat1 libedit2 libseccomp2\n",
          dlerror());
  _exit(EX_SOFTWARE);
}

void *library_symbol(struct library *library, const char *name) {
  void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
  if (!handle) {
    // All its symbols at once: the engine may not read files later. Two threads that come at once get the same handle.
    handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) fail();
    __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
  }
  void *symbol = dlsym(handle, name);
  if (!symbol) fail();
  return symbol;
}
