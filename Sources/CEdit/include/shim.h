#pragma once
#include <histedit.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>

// The callbacks of the owner of an editor.
struct edit_owner {
  void *object;
  // Returns the next scalar that was typed, or -1 at the end.
  int32_t (*next)(void *object);
  // Enter was typed; the line is emptied after this.
  void (*entered)(void *object);
};

// The keys that reset the line; nobody can type a private-use scalar of this range below 256, so a control is taken.
#define EDIT_RESET_KEY 0x1F

// An editor that shows nothing: what it would draw goes to `nowhere`.
EditLine *edit_start(FILE *in, FILE *nowhere, int in_fd, int out_fd, struct edit_owner *owner);

void edit_use_history(EditLine *editor, HistoryW *history);

void edit_bound_history(HistoryW *history, int lines);

void edit_remember(HistoryW *history, const uint32_t *line);

void edit_insert(EditLine *editor, const uint32_t *text);

const uint32_t *edit_line(EditLine *editor, size_t *length, size_t *cursor);
