/// The text of schema.sql.
const char *_Nonnull embedded_schema(void);
