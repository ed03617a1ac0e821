// libedit behind functions that Swift imports: its own take wchar_t, which is UTF-32 with glibc, and are variadic.
#include "shim.h"
#include "library.h"

LIBRARY("libedit.so.2")

FORWARD(void, el_end, (EditLine *editor), (editor))
FORWARD(const wchar_t *, el_wgets, (EditLine *editor, int *count), (editor, count))
FORWARD(HistoryW *, history_winit, (void), ())
FORWARD(void, history_wend, (HistoryW *history), (history))

// Variadic functions cannot be forwarded: they are looked up where they are called.
#define LOADED(name) ((__typeof__(&name))library_symbol(&library, #name))
#define el_init_fd LOADED(el_init_fd)
#define el_wset LOADED(el_wset)
#define el_wget LOADED(el_wget)
#define el_wline LOADED(el_wline)
#define el_winsertstr LOADED(el_winsertstr)
#define history_w LOADED(history_w)

static struct edit_owner *edit_owner_of(EditLine *editor) {
  void *owner = NULL;
  el_wget(editor, EL_CLIENTDATA, &owner);
  return (struct edit_owner *)owner;
}

static int edit_read(EditLine *editor, wchar_t *scalar) {
  struct edit_owner *owner = edit_owner_of(editor);
  int32_t next = owner->next(owner->object);
  if (next < 0) return 0;
  *scalar = (wchar_t)next;
  return 1;
}

static unsigned char edit_enter(EditLine *editor, wint_t scalar) {
  (void)scalar;
  struct edit_owner *owner = edit_owner_of(editor);
  owner->entered(owner->object);
  // libedit's word for a line that begins anew, with the history at its end.
  return CC_FATAL;
}

static unsigned char edit_reset(EditLine *editor, wint_t scalar) {
  (void)editor, (void)scalar;
  return CC_FATAL;
}

// An editor that shows nothing: what it would draw goes to `nowhere`.
EditLine *edit_start(FILE *in, FILE *nowhere, int in_fd, int out_fd, struct edit_owner *owner) {
  EditLine *editor = el_init_fd("speakcall", in, nowhere, nowhere, in_fd, out_fd, out_fd);
  if (!editor) return NULL;
  el_wset(editor, EL_CLIENTDATA, owner);
  el_wset(editor, EL_SIGNAL, 0);
  el_wset(editor, EL_EDITOR, L"emacs");
  el_wset(editor, EL_GETCFN, edit_read);
  el_wset(editor, EL_ADDFN, L"speakcall-enter", L"Speak the line", edit_enter);
  el_wset(editor, EL_ADDFN, L"speakcall-reset", L"Empty the line", edit_reset);
  el_wset(editor, EL_BIND, L"\r", L"speakcall-enter", NULL);
  el_wset(editor, EL_BIND, L"\n", L"speakcall-enter", NULL);
  el_wset(editor, EL_BIND, L"\x1f", L"speakcall-reset", NULL);
  // As in the shells that people know; libedit has these on the region and on the whole line.
  el_wset(editor, EL_BIND, L"\x17", L"ed-delete-prev-word", NULL);
  el_wset(editor, EL_BIND, L"\x12", L"em-inc-search-prev", NULL);
  el_wset(editor, EL_BIND, L"\033[3~", L"ed-delete-next-char", NULL);
  el_wset(editor, EL_BIND, L"\033[H", L"ed-move-to-beg", NULL);
  el_wset(editor, EL_BIND, L"\033[F", L"ed-move-to-end", NULL);
  return editor;
}

void edit_use_history(EditLine *editor, HistoryW *history) {
  el_wset(editor, EL_HIST, history_w, history);
}

void edit_bound_history(HistoryW *history, int lines) {
  HistEventW event;
  history_w(history, &event, H_SETSIZE, lines);
  history_w(history, &event, H_SETUNIQUE, 1);
}

void edit_remember(HistoryW *history, const uint32_t *line) {
  HistEventW event;
  history_w(history, &event, H_ENTER, (const wchar_t *)line);
}

void edit_insert(EditLine *editor, const uint32_t *text) {
  el_winsertstr(editor, (const wchar_t *)text);
}

const uint32_t *edit_line(EditLine *editor, size_t *length, size_t *cursor) {
  const LineInfoW *line = el_wline(editor);
  *length = (size_t)(line->lastchar - line->buffer);
  *cursor = (size_t)(line->cursor - line->buffer);
  return (const uint32_t *)line->buffer;
}
