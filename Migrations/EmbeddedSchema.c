#include "EmbeddedSchema.h"

static const char schema[] = {
#embed "../schema.sql" suffix(, 0)
};

const char *embedded_schema(void) { return schema; }
