-- Release: the file says which releases of the schema it has had.

INSERT INTO formstate_migration (number, name, time) VALUES (1, '1.0', strftime('%Y-%m-%dT%H:%M:%fZ'));
