/// A line and a column of a text, kept up while a reader goes on.
struct DocumentPosition {
  /// The line, counted from 1.
  private(set) var line = 1

  /// The column, counted from 1; it is one Unicode scalar wide.
  private(set) var column = 1

  /// Where in the bytes this is.
  private var offset: Int

  /// Stands at the beginning of a document's bytes, behind a byte order mark.
  ///
  /// - Parameter bytes: the document, or what is left of it.
  init(in bytes: DocumentBytes) {
    offset = bytes.endOfByteOrderMark
    guard let start = bytes.start else { return }
    (line, column) = (start.line, start.column)
  }

  /// The same as a place of a fault.
  var place: DocumentPlace { .text(line: line, column: column) }

  /// Goes on to an offset; one that was passed leaves the position where it is.
  ///
  /// - Parameters:
  ///   - target: where to go, at most to the end.
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
