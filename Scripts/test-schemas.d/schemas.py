"""What a JSON Schema says, and what a command can print."""


def commands_with_json(command, words=()):
    """The names of all commands that have --json, as `schema` takes them."""
    flags = {name["name"] for argument in command.get("arguments", []) for name in argument.get("names", [])}
    own = ["-".join(words)] if "json" in flags else []
    # What a group does by default has the group's name.
    return own + [
        name for each in command.get("subcommands", []) if each["commandName"] != "help"
        for name in commands_with_json(
            each, words if each["commandName"] == command.get("defaultSubcommand") else (*words, each["commandName"]))]


def closed(schema):
    """A schema whose objects have no members but those that it names."""
    if isinstance(schema, list):
        return [closed(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    result = {keyword: closed(value) for keyword, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        result["additionalProperties"] = False
    return result


def faults_in(schema, place):
    """Members without a description, and objects that are closed or do not say which members they always have."""
    if isinstance(schema, list):
        for element in schema:
            yield from faults_in(element, place)
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object" and "properties" in schema:
        if "required" not in schema or schema.get("additionalProperties") is False:
            yield f"{place}: an object is closed, or does not say which members it always has"
    for name, value in schema.get("properties", {}).items():
        if "description" not in value and "$ref" not in value:
            yield f"{place}.{name}: has no description"
    for keyword, value in schema.items():
        if keyword == "properties" or keyword == "$defs":
            for name, content in value.items():
                yield from faults_in(content, f"{place}.{name}")
        elif keyword not in ("required", "enum", "examples", "if", "then", "else"):
            yield from faults_in(value, place)


def members_named(schema):
    """The names of all members that a schema has."""
    if isinstance(schema, list):
        return {name for element in schema for name in members_named(element)}
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own | {name for keyword, value in schema.items() if keyword != "examples" for name in members_named(value)}


def members_in(document):
    """The names of all members that a document has."""
    if isinstance(document, list):
        return {name for element in document for name in members_in(element)}
    if not isinstance(document, dict):
        return set()
    return set(document) | {name for value in document.values() for name in members_in(value)}
