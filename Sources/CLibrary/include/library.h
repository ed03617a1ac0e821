#pragma once

// Shared libraries that are loaded at the first call of one of their functions.
//
// Linked in the usual way, libpulse and libespeak-ng bring forty other libraries along, and the dynamic linker takes
// longer for them than a command needs for all it does: most commands only talk to the agent.

struct library {
  const char *file;
  void *handle;
};

// Returns a function of the library; ends the program with a message when the library or the function is not there.
void *library_symbol(struct library *library, const char *name);

#define LIBRARY(name) static struct library library = {.file = name};

// Defines a function as its header declares it; the compiler refuses any other signature.
#define FORWARD(type, name, parameters, arguments)                     \
  type name parameters {                                               \
    static void *symbol;                                               \
    void *found = __atomic_load_n(&symbol, __ATOMIC_ACQUIRE);          \
    if (!found) {                                                      \
      found = library_symbol(&library, #name);                         \
      __atomic_store_n(&symbol, found, __ATOMIC_RELEASE);              \
    }                                                                  \
    return ((__typeof__(&name))found)arguments;                        \
  }
