import FormState

/// Writes responses with their journals.
extension FormDocumentWriter {
  /// Writes a response among those of the form.
  ///
  /// - Parameter afterEntry: may take the bytes after each entry of the journal.
  mutating func write(
    _ response: FormContents.Response, key: String, afterEntry: (inout FormDocumentWriter) throws -> Void
  ) throws {
    json.beginObject()
    var inForce = response.journal.first?.version ?? response.version ?? version
    try writeMembers(
      of: ResponseInDocument(
        key: key, stream: response.stream, version: version == nil || inForce == version ? nil : inForce,
        nextInstance: response.nextInstance > 1 ? response.nextInstance : nil))
    try write(response.others)
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

  /// Writes the entries of other lines, each with the version in force.
  private mutating func write(_ lines: [LineEntry]) throws {
    guard !lines.isEmpty else { return }
    json.name("lines")
    json.beginArray()
    for line in lines {
      json.beginObject()
      try writeMembers(of: LineInDocument(chain: line.address.chain, previous: line.previous?.chain))
      json.name("entry")
      json.entry(
        line.entry, after: nil, naming: version == nil ? nil : .numbers, staysOnLine: writesEntriesOnOneLine)
      json.endObject()
    }
    json.endArray()
  }
}
