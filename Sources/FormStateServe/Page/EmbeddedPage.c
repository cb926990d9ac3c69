#include "EmbeddedPage.h"

static const char *const files[] = {
    "around/notices.js", (const char[]){
#embed "around/notices.js" suffix(, 0)
    },
    "around/pager.js", (const char[]){
#embed "around/pager.js" suffix(, 0)
    },
    "around/panels.js", (const char[]){
#embed "around/panels.js" suffix(, 0)
    },
    "around/toolbar.js", (const char[]){
#embed "around/toolbar.js" suffix(, 0)
    },
    "controls/choices.js", (const char[]){
#embed "controls/choices.js" suffix(, 0)
    },
    "controls/controls.js", (const char[]){
#embed "controls/controls.js" suffix(, 0)
    },
    "controls/files.js", (const char[]){
#embed "controls/files.js" suffix(, 0)
    },
    "controls/numbers.js", (const char[]){
#embed "controls/numbers.js" suffix(, 0)
    },
    "controls/options.js", (const char[]){
#embed "controls/options.js" suffix(, 0)
    },
    "controls/places.js", (const char[]){
#embed "controls/places.js" suffix(, 0)
    },
    "controls/ranking.js", (const char[]){
#embed "controls/ranking.js" suffix(, 0)
    },
    "controls/signature.js", (const char[]){
#embed "controls/signature.js" suffix(, 0)
    },
    "controls/stored.js", (const char[]){
#embed "controls/stored.js" suffix(, 0)
    },
    "elements.js", (const char[]){
#embed "elements.js" suffix(, 0)
    },
    "form.css", (const char[]){
#embed "form.css" suffix(, 0)
    },
    "icon.svg", (const char[]){
#embed "icon.svg" suffix(, 0)
    },
    "languages.js", (const char[]){
#embed "languages.js" suffix(, 0)
    },
    "line/access.js", (const char[]){
#embed "line/access.js" suffix(, 0)
    },
    "line/entering.js", (const char[]){
#embed "line/entering.js" suffix(, 0)
    },
    "line/line.js", (const char[]){
#embed "line/line.js" suffix(, 0)
    },
    "line/outbox.js", (const char[]){
#embed "line/outbox.js" suffix(, 0)
    },
    "line/server.js", (const char[]){
#embed "line/server.js" suffix(, 0)
    },
    "list.css", (const char[]){
#embed "list.css" suffix(, 0)
    },
    "list.js", (const char[]){
#embed "list.js" suffix(, 0)
    },
    "media.css", (const char[]){
#embed "media.css" suffix(, 0)
    },
    "page.html", (const char[]){
#embed "page.html" suffix(, 0)
    },
    "paper.css", (const char[]){
#embed "paper.css" suffix(, 0)
    },
    "print.js", (const char[]){
#embed "print.js" suffix(, 0)
    },
    "rows/conflicts.js", (const char[]){
#embed "rows/conflicts.js" suffix(, 0)
    },
    "rows/drawing.js", (const char[]){
#embed "rows/drawing.js" suffix(, 0)
    },
    "rows/gaps.js", (const char[]){
#embed "rows/gaps.js" suffix(, 0)
    },
    "rows/keyboard.js", (const char[]){
#embed "rows/keyboard.js" suffix(, 0)
    },
    "rows/place.js", (const char[]){
#embed "rows/place.js" suffix(, 0)
    },
    "rows/questions.js", (const char[]){
#embed "rows/questions.js" suffix(, 0)
    },
    "rows/rows.js", (const char[]){
#embed "rows/rows.js" suffix(, 0)
    },
    "rows/scrolling.js", (const char[]){
#embed "rows/scrolling.js" suffix(, 0)
    },
    "rows/verify.js", (const char[]){
#embed "rows/verify.js" suffix(, 0)
    },
    "rows/window.js", (const char[]){
#embed "rows/window.js" suffix(, 0)
    },
    "screen.css", (const char[]){
#embed "screen.css" suffix(, 0)
    },
    "screen.js", (const char[]){
#embed "screen.js" suffix(, 0)
    },
    "start.js", (const char[]){
#embed "start.js" suffix(, 0)
    },
    "strings/arabic.js", (const char[]){
#embed "strings/arabic.js" suffix(, 0)
    },
    "strings/english.js", (const char[]){
#embed "strings/english.js" suffix(, 0)
    },
    "strings/french.js", (const char[]){
#embed "strings/french.js" suffix(, 0)
    },
    "strings/german.js", (const char[]){
#embed "strings/german.js" suffix(, 0)
    },
    "strings/spanish.js", (const char[]){
#embed "strings/spanish.js" suffix(, 0)
    },
    "strings/strings.js", (const char[]){
#embed "strings/strings.js" suffix(, 0)
    },
    "words.js", (const char[]){
#embed "words.js" suffix(, 0)
    },
    0,
};

const char *const *embedded_page(void) { return files; }
