#include "EmbeddedJSONSchemas.h"

static const char *const files[] = {
    "actions.schema.json", (const char[]){
#embed "actions.schema.json" suffix(, 0)
    },
    "answers.schema.json", (const char[]){
#embed "answers.schema.json" suffix(, 0)
    },
    "dump.schema.json", (const char[]){
#embed "dump.schema.json" suffix(, 0)
    },
    "form.schema.json", (const char[]){
#embed "form.schema.json" suffix(, 0)
    },
    "layout.schema.json", (const char[]){
#embed "layout.schema.json" suffix(, 0)
    },
    "outputs/files/backup.schema.json", (const char[]){
#embed "outputs/files/backup.schema.json" suffix(, 0)
    },
    "outputs/files/check.schema.json", (const char[]){
#embed "outputs/files/check.schema.json" suffix(, 0)
    },
    "outputs/files/compact.schema.json", (const char[]){
#embed "outputs/files/compact.schema.json" suffix(, 0)
    },
    "outputs/files/merge.schema.json", (const char[]){
#embed "outputs/files/merge.schema.json" suffix(, 0)
    },
    "outputs/files/outbox.schema.json", (const char[]){
#embed "outputs/files/outbox.schema.json" suffix(, 0)
    },
    "outputs/files/push.schema.json", (const char[]){
#embed "outputs/files/push.schema.json" suffix(, 0)
    },
    "outputs/files/recover.schema.json", (const char[]){
#embed "outputs/files/recover.schema.json" suffix(, 0)
    },
    "outputs/files/restore.schema.json", (const char[]){
#embed "outputs/files/restore.schema.json" suffix(, 0)
    },
    "outputs/files/views.schema.json", (const char[]){
#embed "outputs/files/views.schema.json" suffix(, 0)
    },
    "outputs/fill-in/change.schema.json", (const char[]){
#embed "outputs/fill-in/change.schema.json" suffix(, 0)
    },
    "outputs/fill-in/replay.schema.json", (const char[]){
#embed "outputs/fill-in/replay.schema.json" suffix(, 0)
    },
    "outputs/forms/deletion.schema.json", (const char[]){
#embed "outputs/forms/deletion.schema.json" suffix(, 0)
    },
    "outputs/forms/form-list.schema.json", (const char[]){
#embed "outputs/forms/form-list.schema.json" suffix(, 0)
    },
    "outputs/forms/import-answers.schema.json", (const char[]){
#embed "outputs/forms/import-answers.schema.json" suffix(, 0)
    },
    "outputs/forms/import.schema.json", (const char[]){
#embed "outputs/forms/import.schema.json" suffix(, 0)
    },
    "outputs/forms/response-list.schema.json", (const char[]){
#embed "outputs/forms/response-list.schema.json" suffix(, 0)
    },
    "outputs/forms/response.schema.json", (const char[]){
#embed "outputs/forms/response.schema.json" suffix(, 0)
    },
    "outputs/forms/set-aside.schema.json", (const char[]){
#embed "outputs/forms/set-aside.schema.json" suffix(, 0)
    },
    "outputs/forms/upgrade.schema.json", (const char[]){
#embed "outputs/forms/upgrade.schema.json" suffix(, 0)
    },
    "outputs/forms/validate.schema.json", (const char[]){
#embed "outputs/forms/validate.schema.json" suffix(, 0)
    },
    "outputs/look/choices.schema.json", (const char[]){
#embed "outputs/look/choices.schema.json" suffix(, 0)
    },
    "outputs/look/diff.schema.json", (const char[]){
#embed "outputs/look/diff.schema.json" suffix(, 0)
    },
    "outputs/look/explain.schema.json", (const char[]){
#embed "outputs/look/explain.schema.json" suffix(, 0)
    },
    "outputs/look/faults.schema.json", (const char[]){
#embed "outputs/look/faults.schema.json" suffix(, 0)
    },
    "outputs/look/get.schema.json", (const char[]){
#embed "outputs/look/get.schema.json" suffix(, 0)
    },
    "outputs/look/list.schema.json", (const char[]){
#embed "outputs/look/list.schema.json" suffix(, 0)
    },
    "outputs/look/log.schema.json", (const char[]){
#embed "outputs/look/log.schema.json" suffix(, 0)
    },
    "outputs/look/show.schema.json", (const char[]){
#embed "outputs/look/show.schema.json" suffix(, 0)
    },
    "outputs/look/status.schema.json", (const char[]){
#embed "outputs/look/status.schema.json" suffix(, 0)
    },
    "outputs/look/watch.schema.json", (const char[]){
#embed "outputs/look/watch.schema.json" suffix(, 0)
    },
    "outputs/shared.schema.json", (const char[]){
#embed "outputs/shared.schema.json" suffix(, 0)
    },
    0,
};

const char *const *embedded_json_schemas(void) { return files; }
