/// Values in the layout that libpq takes: all bytes one after another, each value with a NUL behind it.
struct ParameterBuffer {
  private var bytes: [UInt8] = []
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []
  // 0 is text, 1 is binary: a bytea has half the size in binary.
  private var formats: [Int32] = []

  /// Lays out the parameters of a statement.
  ///
  /// - Throws: ``PostgresError/nulCharacter`` or ``PostgresError/valuesTooLong(byteCount:)``.
  init(_ values: [PostgresValue]) throws(PostgresError) {
    for value in values {
      switch value {
      case .null: appendNull()
      case .text(let text): try append(text)
      case .integer(let number): try append(String(number))
      case .bool(let truth): try append(truth ? "t" : "f")
      case .bytes(let given): try append(given, format: 1)
      }
    }
  }

  /// The number of values.
  var count: Int { offsets.count }

  /// Passes pointers to the values, which are valid during the call.
  ///
  /// - Parameter body: takes the values, of which `nil` is NULL, their lengths in bytes, and their formats; behind the
  ///   last value is a `nil`.
  func withPointers<Outcome>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Outcome
  ) -> Outcome {
    bytes.withUnsafeBytes { all in
      let start = all.bindMemory(to: CChar.self).baseAddress
      let pointers: [UnsafePointer<CChar>?] =
        offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } } + [nil]
      return body(pointers, lengths, formats)
    }
  }

  private mutating func appendNull() {
    offsets.append(nil)
    lengths.append(0)
    formats.append(0)
  }

  private mutating func append(_ text: String) throws(PostgresError) {
    guard !text.utf8.contains(0) else { throw .nulCharacter }
    try append(Array(text.utf8), format: 0)
  }

  private mutating func append(_ value: [UInt8], format: Int32) throws(PostgresError) {
    let total = bytes.count + value.count
    // A server breaks the connection at a message of 1 GiB.
    guard total <= 1_000_000_000 else { throw .valuesTooLong(byteCount: total) }
    offsets.append(bytes.count)
    lengths.append(Int32(value.count))
    formats.append(format)
    bytes += value
    bytes.append(0)
  }
}
