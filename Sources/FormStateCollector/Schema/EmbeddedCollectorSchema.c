#include "EmbeddedCollectorSchema.h"

static const char *const files[] = {
    "0001_definitions.sql", (const char[]){
#embed "0001_definitions.sql" suffix(, 0)
    },
    "0002_entries.sql", (const char[]){
#embed "0002_entries.sql" suffix(, 0)
    },
    "0003_states.sql", (const char[]){
#embed "0003_states.sql" suffix(, 0)
    },
    "0004_words.sql", (const char[]){
#embed "0004_words.sql" suffix(, 0)
    },
    "0005_views.sql", (const char[]){
#embed "0005_views.sql" suffix(, 0)
    },
    "0006_typed_views.sql", (const char[]){
#embed "0006_typed_views.sql" suffix(, 0)
    },
    "0007_check.sql", (const char[]){
#embed "0007_check.sql" suffix(, 0)
    },
    "0008_roles.sql", (const char[]){
#embed "0008_roles.sql" suffix(, 0)
    },
    "Engines/citus.sql", (const char[]){
#embed "Engines/citus.sql" suffix(, 0)
    },
    0,
};

const char *const *embedded_collector_schema(void) { return files; }
