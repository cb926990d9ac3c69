import FormState
import Foundation

/// Reads a table of texts: RFC 4180, with commas, semicolons or tabs, whichever the first line has first outside of
/// quotes, or with the character that a line `sep=;` before it names, as Excel writes it.
///
/// The first record names the columns. A quoted field may hold separators, line ends and doubled quotes; CR, LF and
/// CRLF end a record; empty lines are skipped. The text is UTF-8, with a byte order mark or without.
struct CSVReader {
  /// One line of the table, by the names of its columns; a field that is missing or empty is not among them.
  struct Record: Equatable {
    let line: Int
    let texts: [String: String]
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if let (named, length) = Self.namedSeparator(in: bytes) {
      separator = named
      position = length
      line = 2
      return
    }
    var isQuoted = false
    let found = bytes.first { byte in
      if byte == Self.quote { isQuoted.toggle() }
      return !isQuoted && (Self.separators.contains(byte) || byte == Self.lineFeed || byte == Self.carriageReturn)
    }
    separator = found.flatMap { Self.separators.contains($0) ? $0 : nil } ?? UInt8(ascii: ",")
  }

  /// The separator that a first line `sep=;` names, and the length of that line.
  private static func namedSeparator(in bytes: [UInt8]) -> (separator: UInt8, length: Int)? {
    let first = bytes.prefix { $0 != lineFeed && $0 != carriageReturn }
    var word = first.filter { $0 != quote }
    // A spreadsheet pads the line with separators of its own.
    while word.count > 5, word.last == word[4] { word.removeLast() }
    guard word.count == 5, word.prefix(4).elementsEqual("sep=".utf8),
      separators.contains(word[4]) || word[4] == UInt8(ascii: "|")
    else { return nil }
    let end = first.count
    let isBoth = end + 1 < bytes.count && bytes[end] == carriageReturn && bytes[end + 1] == lineFeed
    return (word[4], min(bytes.count, end + (isBoth ? 2 : 1)))
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")
  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// Reads a table whose columns all have other names.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: how much it may ask for.
  /// - Returns: the names of the columns in their order, and the records, each with a text for every column.
  /// - Throws: ``DocumentFault`` with its line.
  /// - Complexity: O(*n*) in the size of the document.
  static func read(
    _ data: Data, limits: DocumentLimits = .tree
  ) throws(DocumentFault) -> (columns: [String], records: [Record]) {
    let (columns, rows) = try table(data, limits: limits)
    var known: Set<String> = []
    for name in columns where !name.isEmpty && !known.insert(name).inserted {
      throw fault("two columns are named “\(name.shortened)”", line: 1)
    }
    // Each record has a text for every column, however short its line is.
    guard rows.count <= limits.maximumNodes / max(1, columns.count) else {
      throw DocumentFault(problem: .tooManyNodes(maximumNodes: limits.maximumNodes), place: .wholeDocument)
    }
    let records = rows.map { row in
      var texts: [String: String] = [:]
      for (index, name) in columns.enumerated() where !name.isEmpty {
        texts[name] = row.fields.indices.contains(index) ? row.fields[index] : ""
      }
      return Record(line: row.line, texts: texts)
    }
    return (columns.filter { !$0.isEmpty }, records)
  }

  /// Reads a table, with any column names.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: how much it may ask for.
  /// - Returns: the names of the columns, and the rows with their lines; missing fields at the end of a row are
  ///   absent.
  /// - Throws: ``DocumentFault`` with its line.
  /// - Complexity: O(*n*) in the size of the document.
  static func table(
    _ data: Data, limits: DocumentLimits = .tree
  ) throws(DocumentFault) -> (columns: [String], rows: [(line: Int, fields: [String])]) {
    guard data.count <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: .wholeDocument)
    }
    try requireUTF8(data)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = CSVReader(Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data[...]))
    guard let (_, names) = try reader.fields() else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    let columns = names.map(\.trimmed)
    var rows: [(line: Int, fields: [String])] = []
    var nodes = 0
    while let (line, fields) = try reader.fields() {
      guard fields.count <= columns.count || fields[columns.count...].allSatisfy(\.isEmpty) else {
        throw fault("there are \(fields.count) fields, and only \(columns.count) columns", line: line)
      }
      nodes += fields.count
      guard nodes <= limits.maximumNodes else {
        throw DocumentFault(problem: .tooManyNodes(maximumNodes: limits.maximumNodes), place: .wholeDocument)
      }
      rows.append((line, fields.count > columns.count ? Array(fields[..<columns.count]) : fields))
    }
    return (columns, rows)
  }

  /// Checks that a document is UTF-8, and reports the first place where it is not.
  private static func requireUTF8(_ data: Data) throws(DocumentFault) {
    try data.withDocumentBytes { bytes throws(DocumentFault) in
      try bytes.refuseWideText()
      var offset = 0
      while offset < bytes.count {
        guard let length = bytes.lengthOfScalar(at: offset) else {
          throw bytes.textFault(.malformed("the text is not UTF-8; save the table as UTF-8"), at: offset)
        }
        offset += length
      }
    }
  }

  /// The fields of the next record that is not an empty line, and its line; `nil` at the end.
  private mutating func fields() throws(DocumentFault) -> (line: Int, fields: [String])? {
    while position < bytes.count, isLineEnd { endLine() }
    guard position < bytes.count else { return nil }
    let start = line
    var fields: [String] = []
    repeat { fields.append(try field()) } while skipSeparator()
    if position < bytes.count { endLine() }
    return (start, fields)
  }

  private var isLineEnd: Bool { bytes[position] == Self.lineFeed || bytes[position] == Self.carriageReturn }

  private mutating func endLine() {
    let isReturn = bytes[position] == Self.carriageReturn
    position += 1
    if isReturn, position < bytes.count, bytes[position] == Self.lineFeed { position += 1 }
    line += 1
  }

  private mutating func skipSeparator() -> Bool {
    guard position < bytes.count, bytes[position] == separator else { return false }
    position += 1
    return true
  }

  private mutating func field() throws(DocumentFault) -> String {
    guard position < bytes.count, bytes[position] == Self.quote else {
      let start = position
      while position < bytes.count, bytes[position] != separator, !isLineEnd { position += 1 }
      return try text(bytes[start..<position])
    }
    let start = line
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.lineFeed { line += 1 }
      guard byte == Self.quote else {
        content.append(byte)
        continue
      }
      guard position < bytes.count, bytes[position] == Self.quote else {
        guard position == bytes.count || bytes[position] == separator || isLineEnd else {
          throw Self.fault("there is text after the quote that ends a field", line: line)
        }
        return try text(content[...])
      }
      position += 1
      content.append(Self.quote)
    }
    throw Self.fault("a field that begins with a quote has none at its end", line: start)
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(DocumentFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Self.fault("the text is not UTF-8; save the table as UTF-8", line: line)
    }
    if let character = ForbiddenCharacter(firstIn: text) {
      throw Self.fault("a field \(character.problem)", line: line)
    }
    return text
  }

  private static func fault(_ problem: String, line: Int) -> DocumentFault {
    DocumentFault(problem: .malformed(problem), place: .text(line: line, column: 1))
  }
}
