import FormStateInterchange
import Foundation

/// What a browser is answered.
package struct ScreenResponse: Sendable {
  /// A header of the answer.
  package struct Header: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// What it says.
    package let value: String

    /// That the answer is a file to be kept (RFC 6266).
    static func attachment(named name: String) -> Header {
      var plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{20}"..."\u{7E}"))
      plain.insert(charactersIn: "-._~")
      let encoded = name.addingPercentEncoding(withAllowedCharacters: plain) ?? "answers"
      return Header(name: "Content-Disposition", value: "attachment; filename*=UTF-8''\(encoded)")
    }
  }

  /// What comes after the headers.
  package enum Body: Sendable {
    /// All of it.
    case data(Data)
    /// A part of a file, read while it is sent.
    case file(StoredFile, Range<Int>)
    /// Events, for as long as anybody reads them, after a first one.
    case events(first: ScreenEvent, AsyncStream<ScreenEvent>)
  }

  /// The status.
  package let status: Int
  /// The headers, but for those that say how the body is sent.
  package private(set) var headers: [Header]
  /// What comes after them.
  package private(set) var body: Body

  /// An answer of data.
  init(_ data: Data, type: String, status: Int = 200) {
    self.status = status
    headers = [Header(name: "Content-Type", value: type)]
    body = .data(data)
  }

  /// An answer of a file, or of the part of it that is asked for.
  init(_ file: StoredFile, _ part: Range<Int>?) {
    status = part == nil ? 200 : 206
    headers = [Header(name: "Content-Type", value: file.type.text), Header(name: "Accept-Ranges", value: "bytes")]
    if !file.type.isDrawn { headers.append(Header(name: "Content-Disposition", value: "attachment")) }
    if let part {
      headers.append(
        Header(name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"))
    }
    body = .file(file, part ?? 0..<file.size)
  }

  /// An answer of JSON.
  init(_ json: OrderedJSON, status: Int = 200) {
    self.init(Data(json.line.utf8), type: "application/json; charset=utf-8", status: status)
  }

  /// An answer that goes on.
  init(_ first: ScreenEvent, _ events: AsyncStream<ScreenEvent>) {
    status = 200
    headers = [Header(name: "Content-Type", value: "text/event-stream; charset=utf-8")]
    body = .events(first: first, events)
  }

  /// An answer that refuses.
  init(_ refusal: ScreenRefusal) {
    var members: [(name: String, value: OrderedJSON)] = [("error", .string(refusal.sentence))]
    if let preview = refusal.preview { members.append(("preview", preview.json)) }
    // By this the page knows that it does not matter what it asked for.
    if refusal.isShutOut { members.append(("letIn", .boolean(false))) }
    if let text = refusal.changedText { members.append(("changed", .string(text))) }
    self.init(.object(members), status: refusal.status)
    if !refusal.allowedMethods.isEmpty {
      headers.append(Header(name: "Allow", value: refusal.allowedMethods.joined(separator: ", ")))
    }
  }

  /// An answer that refuses somebody who reads it in a browser.
  init(read refusal: ScreenRefusal) {
    let sentence = refusal.sentence.prefix(1).uppercased() + refusal.sentence.dropFirst()
    self.init(Data("\(sentence).\n".utf8), type: "text/plain; charset=utf-8", status: refusal.status)
  }

  /// The answer with more headers.
  func with(_ more: [Header]) -> ScreenResponse {
    var response = self
    response.headers += more
    return response
  }

  /// The answer as somebody wants it who wants no body; what sends a file tells how long it is and sends none.
  var withoutBody: ScreenResponse {
    if case .file = body { return self }
    var response = self
    response.body = .data(Data())
    return response
  }
}
