-- Release: the releases of the schema that the file has had.

INSERT INTO formstate_migration (number, name, time) VALUES (1, '1.0', strftime('%Y-%m-%dT%H:%M:%fZ'));
