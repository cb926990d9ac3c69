/// A line and a column of a text, updated while a reader advances.
struct DocumentPosition {
  /// The line, counted from 1.
  private(set) var line = 1

  /// The column, counted from 1; it is one Unicode scalar wide.
  private(set) var column = 1

  /// Its offset in the bytes.
  private var offset: Int

  /// Begins at the start of a document's bytes, after a byte order mark.
  ///
  /// - Parameter bytes: the document, or the rest of it.
  init(in bytes: DocumentBytes) {
    offset = bytes.endOfByteOrderMark
    guard let start = bytes.start else { return }
    (line, column) = (start.line, start.column)
  }

  /// The same as a place of a fault.
  var place: DocumentPlace { .text(line: line, column: column) }

  /// Advances to an offset; an earlier offset has no effect.
  ///
  /// - Parameters:
  ///   - target: the offset, at most the end.
  ///   - bytes: the whole document.
  /// - Complexity: O(*n*) in the bytes on the way.
  mutating func advance(to target: Int, in bytes: DocumentBytes) {
    while offset < min(target, bytes.count) {
      let byte = bytes[offset]
      let endsLine = byte == 0x0A || (byte == 0x0D && bytes[offset + 1] != 0x0A)
      if endsLine {
        line += 1
        column = 1
      } else if !DocumentBytes.isContinuation(byte) && byte != 0x0D {
        column += 1
      }
      offset += 1
    }
  }
}
