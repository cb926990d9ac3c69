// pkg-config says where PostgreSQL's client library keeps its header, so its path is not written here.
#include <libpq-fe.h>
