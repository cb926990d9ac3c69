import FormStateInterchange
import Foundation

/// The answer to a request.
package struct ScreenResponse: Sendable {
  /// A header of the answer.
  package struct Header: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its value.
    package let value: String

    /// Makes the answer a download (RFC 6266).
    static func attachment(named name: String) -> Header {
      var plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{20}"..."\u{7E}"))
      plain.insert(charactersIn: "-._~")
      let encoded = name.addingPercentEncoding(withAllowedCharacters: plain) ?? "answers"
      return Header(name: "Content-Disposition", value: "attachment; filename*=UTF-8''\(encoded)")
    }
  }

  /// The content after the headers.
  package enum Body: Sendable {
    /// Complete data.
    case data(Data)
    /// A part of a file, read while it is sent.
    case file(StoredFile, Range<Int>)
    /// Events, until the reader disconnects, after a first one.
    case events(first: ScreenEvent, AsyncStream<ScreenEvent>)
  }

  /// The status.
  package let status: Int
  /// The headers, except for those about the transfer of the body.
  package private(set) var headers: [Header]
  /// The content.
  package private(set) var body: Body

  /// An answer of data.
  init(_ data: Data, type: String, status: Int = 200) {
    self.status = status
    headers = [Header(name: "Content-Type", value: type)]
    body = .data(data)
  }

  /// An answer with a file, or its requested part.
  init(_ file: StoredFile, _ part: Range<Int>?) {
    status = part == nil ? 200 : 206
    let type = MediaType(ofFile: file.name)
    headers = [Header(name: "Content-Type", value: type.text), Header(name: "Accept-Ranges", value: "bytes")]
    if !type.isDrawn { headers.append(Header(name: "Content-Disposition", value: "attachment")) }
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

  /// An answer that continues.
  init(_ first: ScreenEvent, _ events: AsyncStream<ScreenEvent>) {
    status = 200
    headers = [Header(name: "Content-Type", value: "text/event-stream; charset=utf-8")]
    body = .events(first: first, events)
  }

  /// An answer that refuses.
  init(_ refusal: ScreenRefusal) {
    var members: [(name: String, value: OrderedJSON)] = [("error", .string(refusal.sentence))]
    if let preview = refusal.preview { members.append(("preview", preview.json)) }
    // This tells the page that the refusal does not depend on the request.
    if refusal.isShutOut { members.append(("letIn", .boolean(false))) }
    if let text = refusal.changedText { members.append(("changed", .string(text))) }
    self.init(.object(members), status: refusal.status)
    if !refusal.allowedMethods.isEmpty {
      headers.append(Header(name: "Allow", value: refusal.allowedMethods.joined(separator: ", ")))
    }
  }

  /// A refusal for a person who reads it in a browser.
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

  /// The answer to a request for headers only; for a file it has the length and no content.
  var withoutBody: ScreenResponse {
    if case .file = body { return self }
    var response = self
    response.body = .data(Data())
    return response
  }
}
