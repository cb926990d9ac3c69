import FormStateStore
print(try SchemaText.current(), terminator: "")
