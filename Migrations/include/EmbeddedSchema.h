/// The text of schema.sql.
const char *embedded_schema(void);
