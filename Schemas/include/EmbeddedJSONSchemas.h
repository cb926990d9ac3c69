/// The JSON Schemas of documents: the path of each in this folder, then its text; a null pointer ends the list.
const char *_Nullable const *_Nonnull embedded_json_schemas(void);
