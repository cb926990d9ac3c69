import FormState

/// Writes responses with their journals.
extension FormDocumentWriter {
  /// Writes a response among those of the form.
  ///
  /// - Parameter afterEntry: may take the bytes after each entry of the journal.
  mutating func write(
    _ response: FormContents.Response, key: String, afterEntry: (inout FormDocumentWriter) throws -> Void
  ) rethrows {
    json.beginObject()
    write("key", key)
    if let stream = response.stream { write("stream", stream.description) }
    var inForce = response.journal.first?.version ?? response.version ?? version
    if let inForce, version != nil, inForce != version { write("version", inForce) }
    if response.nextInstance > 1 { write("nextInstance", response.nextInstance) }
    json.name("journal")
    json.beginArray()
    for entry in response.journal {
      json.entry(
        entry, after: inForce, naming: version == nil ? nil : .numbers, staysOnLine: writesEntriesOnOneLine)
      inForce = entry.version ?? inForce
      try afterEntry(&self)
    }
    json.endArray()
    json.endObject()
  }
}
