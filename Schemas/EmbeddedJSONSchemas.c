#include "EmbeddedJSONSchemas.h"

static const char *const files[] = {
    "actions.schema.json", (const char[]){
#embed "actions.schema.json" suffix(, 0)
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
    0,
};

const char *const *embedded_json_schemas(void) { return files; }
