import FormState
import Foundation

/// A response with the last entries of its lines, as a device or a collector states them.
package struct StatedHeads: Hashable, Sendable {
  package let stream: StreamName
  /// Its key at the collector; `nil` where a device asks.
  package let key: ResponseKey?
  package let heads: [EntryAddress]

  package init(stream: StreamName, key: ResponseKey? = nil, heads: [EntryAddress]) {
    self.stream = stream
    self.key = key
    self.heads = heads
  }

  fileprivate init(_ line: HeadsLine, number: Int, source: String) throws(JSONLinesError) {
    guard let stream = line.stream else {
      throw JSONLinesError(source: source, line: number, problem: "names no response")
    }
    let key = line.form.flatMap { form in line.response.map { ResponseKey(form: form, response: $0) } }
    self.init(stream: stream, key: key, heads: line.heads)
  }

  fileprivate func text() throws(ExportError) -> String {
    try JSONLine.text(of: HeadsLine(stream: stream, form: key?.form, response: key?.response, heads: heads)) + "\n"
  }

  fileprivate static let limits = DocumentLimits(maximumBytes: 1 << 20, maximumDepth: 8, maximumNodes: 20_000)
}

/// What a device asks first: which responses has the collector received something of?
///
/// ```json
/// {"formstate-changes":1,"since":"…","want":["visit:clinic=north"]}
/// ```
package struct ChangesQuestion: Hashable, Sendable {
  static let mark = "formstate-changes"
  /// The most bytes of the question.
  package static let mostBytes = 1 << 16

  /// Where the last answer ended, in the collector's words; `nil` for everything.
  package let since: String?
  /// The responses that the device wants, beside those that it has; none for all that it may have.
  package let wants: [ResponseScope]
  /// The most wishes.
  package static let mostWants = 100

  package init(since: String?, wants: [ResponseScope] = []) {
    self.since = since
    self.wants = wants
  }

  /// Whether a document is this question, by how it begins.
  package static func isBeginning(of document: Data) -> Bool { document.starts(with: Data("{\"\(mark)\":".utf8)) }

  /// The question as JSON Lines.
  ///
  /// - Throws: nothing today; a later question may have no notation.
  package func document() throws -> Data {
    Data((try JSONLine.text(of: ChangesHead(since: since, wants: wants)) + "\n").utf8)
  }

  /// Reads a question.
  ///
  /// - Throws: ``JSONLinesError``.
  package init(_ data: Data, source: String) throws(JSONLinesError) {
    let lines = JSONLine.lines(of: data)
    guard let (number, line) = lines.first, lines.count == 1 else {
      throw JSONLinesError(source: source, line: 2, problem: "comes after the question; remove it")
    }
    let root = try JSONLine.root(
      line, number: number, source: source, limits: StatedHeads.limits, expecting: "a question")
    try requireVersion(of: root, Self.mark, source: source)
    let head = try JSONLine.read(root, number: number, source: source, into: ChangesHead())
    guard head.wants.count <= Self.mostWants else {
      throw JSONLinesError(source: source, line: number, problem: "has more than \(Self.mostWants) wishes; name fewer")
    }
    self.init(since: head.since, wants: head.wants)
  }
}

/// What a collector answers to ``ChangesQuestion``.
///
/// ```json
/// {"stream":"d23f…","form":"visit","response":"p17","heads":[{"revision":12,"chain":"77c0…"}]}
/// {"changes":1,"since":"…","more":true}
/// ```
package struct ChangesAnswer: Hashable, Sendable {
  /// The responses, each with the last entries of its lines.
  package var changes: [StatedHeads]
  /// Where the next question goes on.
  package var since: String
  /// Whether there are more responses already.
  package var hasMore: Bool

  package init(changes: [StatedHeads], since: String, hasMore: Bool) {
    self.changes = changes
    self.since = since
    self.hasMore = hasMore
  }

  /// The answer as JSON Lines.
  ///
  /// - Throws: nothing today; a later answer may have no notation.
  package func document() throws -> Data {
    let end = try JSONLine.text(of: ChangesEnd(count: changes.count, since: since, hasMore: hasMore)) + "\n"
    return Data((try changes.map { try $0.text() }.joined() + end).utf8)
  }

  /// Reads an answer.
  ///
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood, and for an answer that was cut off.
  /// - Complexity: O(n) in the size of the document.
  package init(_ data: Data, source: String) throws(JSONLinesError) {
    var (changes, end, lastNumber) = ([StatedHeads](), ChangesEnd?.none, 0)
    for (number, line) in JSONLine.lines(of: data) {
      lastNumber = number
      let root = try JSONLine.root(
        line, number: number, source: source, limits: StatedHeads.limits, expecting: "an answer")
      guard end == nil else { throw JSONLinesError(source: source, line: number, problem: "comes after the end") }
      if case .dictionary(let members) = root, members["changes"] != nil {
        end = try JSONLine.read(root, number: number, source: source, into: ChangesEnd())
      } else {
        let line = try JSONLine.read(root, number: number, source: source, into: HeadsLine())
        changes.append(try StatedHeads(line, number: number, source: source))
      }
    }
    guard let end else { throw JSONLinesError(source: source, line: lastNumber + 1, problem: "is missing") }
    guard end.count == changes.count else {
      throw JSONLinesError(
        source: source, line: lastNumber, problem: "the answer has \(changes.count) of \(end.count) responses")
    }
    self.init(changes: changes, since: end.since, hasMore: end.hasMore)
  }
}

/// What a device asks then: the entries of some responses that it lacks. The answer is a batch.
///
/// ```json
/// {"formstate-entries":1,"definitions":["ab12…"]}
/// {"stream":"d23f…","heads":[{"revision":11,"chain":"5a83…"}]}
/// ```
package struct EntriesQuestion: Hashable, Sendable {
  static let mark = "formstate-entries"
  /// The most bytes of the question.
  package static let mostBytes = 4 << 20
  /// The most responses of the question.
  package static let mostStreams = 1000
  /// The most definitions that a device names; it gets others again.
  private static let mostDefinitions = 10_000

  /// The digests of definitions that the device has.
  package let definitions: [String]
  /// The responses, each with entries that the device has, with all before them.
  package let streams: [StatedHeads]

  package init(definitions: [String], streams: [StatedHeads]) {
    self.definitions = Array(definitions.prefix(Self.mostDefinitions))
    self.streams = streams
  }

  /// Whether a document is this question, by how it begins.
  package static func isBeginning(of document: Data) -> Bool { document.starts(with: Data("{\"\(mark)\":".utf8)) }

  /// The question as JSON Lines.
  ///
  /// - Throws: nothing today; a later question may have no notation.
  package func document() throws -> Data {
    let head = try JSONLine.text(of: EntriesHead(definitions: definitions)) + "\n"
    return Data((head + (try streams.map { try $0.text() }.joined())).utf8)
  }

  /// Reads a question.
  ///
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood.
  /// - Complexity: O(n) in the size of the document.
  package init(_ data: Data, source: String) throws(JSONLinesError) {
    var (head, streams, named) = (EntriesHead(), [StatedHeads](), Set<StreamName>())
    for (number, line) in JSONLine.lines(of: data) {
      let root = try JSONLine.root(
        line, number: number, source: source, limits: StatedHeads.limits, expecting: "a question")
      guard number > 1 else {
        try requireVersion(of: root, Self.mark, source: source)
        head = try JSONLine.read(root, number: number, source: source, into: EntriesHead())
        continue
      }
      let line = try JSONLine.read(root, number: number, source: source, into: HeadsLine())
      let stated = try StatedHeads(line, number: number, source: source)
      guard named.insert(stated.stream).inserted else {
        throw JSONLinesError(source: source, line: number, problem: "names a response again; name each once")
      }
      guard named.count <= Self.mostStreams else {
        throw JSONLinesError(
          source: source, line: number, problem: "is about more than \(Self.mostStreams) responses; ask for fewer")
      }
      streams.append(stated)
    }
    self.init(definitions: head.definitions, streams: streams)
  }
}

/// What a device asks about the files that its answers name: which ones does the collector have?
///
/// ```json
/// {"formstate-files":1}
/// {"name":"roof-3f2a….jpg"}
/// ```
package struct FilesQuestion: Hashable, Sendable {
  static let mark = "formstate-files"
  /// The most bytes of the question.
  package static let mostBytes = 1 << 20
  /// The most files of the question.
  package static let mostNames = 1000

  /// The names of the files.
  package let names: [AttachmentName]

  package init(names: [AttachmentName]) { self.names = names }

  /// Whether a document is this question, by how it begins.
  package static func isBeginning(of document: Data) -> Bool { document.starts(with: Data("{\"\(mark)\":".utf8)) }

  /// The question as JSON Lines.
  ///
  /// - Throws: nothing today; a later question may have no notation.
  package func document() throws -> Data {
    let lines = try names.map { try JSONLine.text(of: FileLine(name: $0.text)) + "\n" }
    return Data((try JSONLine.text(of: FilesHead()) + "\n" + lines.joined()).utf8)
  }

  /// Reads a question.
  ///
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood.
  /// - Complexity: O(n) in the size of the document.
  package init(_ data: Data, source: String) throws(JSONLinesError) {
    var names: [AttachmentName] = []
    for (number, line) in JSONLine.lines(of: data) {
      let root = try JSONLine.root(
        line, number: number, source: source, limits: StatedHeads.limits, expecting: "a question")
      guard number > 1 else {
        try requireVersion(of: root, Self.mark, source: source)
        continue
      }
      guard names.count < Self.mostNames else {
        throw JSONLinesError(
          source: source, line: number, problem: "is about more than \(Self.mostNames) files; ask for fewer")
      }
      names.append(try FilesAnswer.file(root, number: number, source: source).name)
    }
    self.init(names: names)
  }
}

/// What a collector answers to ``FilesQuestion``: the files that it has, and how much of those that are not whole.
///
/// ```json
/// {"name":"roof-3f2a….jpg"}
/// {"name":"door-77c0….jpg","begun":65536}
/// {"files":2}
/// ```
package struct FilesAnswer: Hashable, Sendable {
  /// How many bytes it has of a file, by the names of those that it has; `nil` for all of them.
  package let files: [AttachmentName: Int?]

  package init(files: [AttachmentName: Int?]) { self.files = files }

  /// The answer as JSON Lines.
  ///
  /// - Throws: nothing today; a later answer may have no notation.
  package func document() throws -> Data {
    let lines = try files.sorted { $0.key.text < $1.key.text }
      .map { try JSONLine.text(of: FileLine(name: $0.key.text, begun: $0.value)) + "\n" }
    return Data((lines.joined() + (try JSONLine.text(of: FilesEnd(count: files.count)) + "\n")).utf8)
  }

  /// Reads an answer.
  ///
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood, and for an answer that was cut off.
  /// - Complexity: O(n) in the size of the document.
  package init(_ data: Data, source: String) throws(JSONLinesError) {
    var (files, end, lastNumber) = ([AttachmentName: Int?](), FilesEnd?.none, 0)
    for (number, line) in JSONLine.lines(of: data) {
      lastNumber = number
      let root = try JSONLine.root(
        line, number: number, source: source, limits: StatedHeads.limits, expecting: "an answer")
      guard end == nil else { throw JSONLinesError(source: source, line: number, problem: "comes after the end") }
      if case .dictionary(let members) = root, members["files"] != nil {
        end = try JSONLine.read(root, number: number, source: source, into: FilesEnd())
      } else {
        let file = try Self.file(root, number: number, source: source)
        files[file.name] = .some(file.begun)
      }
    }
    guard let end else { throw JSONLinesError(source: source, line: lastNumber + 1, problem: "is missing") }
    guard end.count == files.count else {
      throw JSONLinesError(
        source: source, line: lastNumber, problem: "the answer has \(files.count) of \(end.count) files")
    }
    self.init(files: files)
  }

  fileprivate static func file(
    _ root: PropertyValue, number: Int, source: String
  ) throws(JSONLinesError) -> (name: AttachmentName, begun: Int?) {
    let line = try JSONLine.read(root, number: number, source: source, into: FileLine())
    guard let name = AttachmentName(line.name) else {
      throw JSONLinesError(
        source: source, line: number, problem: "“\(line.name.shortened)” is not the name of an attached file")
    }
    return (name, line.begun)
  }
}

/// Checks the version of a question.
private func requireVersion(of root: PropertyValue, _ mark: String, source: String) throws(JSONLinesError) {
  guard case .dictionary(let members) = root, members[mark] == .integer(1) else {
    throw JSONLinesError(
      source: source, line: 1, problem: "is not version 1 of the question; use a collector that supports it")
  }
}
