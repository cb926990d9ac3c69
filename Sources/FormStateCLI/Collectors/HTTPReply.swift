#if CommandLine
import FormState
import FormStateGzip
import FormStateInterchange
import Foundation

/// What a server said to a request.
struct HTTPReply {
  let status: Int
  private let body: Data
  /// The header fields by their names in lower case.
  private let fields: [String: String]

  /// Reads a reply.
  ///
  /// - Parameters:
  ///   - head: the status lines and header fields of all replies to the request, as `curl` writes them; interim ones
  ///     come first.
  ///   - body: the body of the last one.
  /// - Returns: `nil` if there is none.
  init?(head: String, body: Data) {
    let lines = head.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard let start = lines.lastIndex(where: { $0.hasPrefix("HTTP/") }),
      let status = lines[start].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    self.status = status
    self.body = body
    var fields: [String: String] = [:]
    for line in lines[(start + 1)...].prefix(while: { !$0.isEmpty }) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      fields[line[..<colon].lowercased()] = value
    }
    self.fields = fields
  }

  /// The body, expanded if it is compressed.
  ///
  /// - Parameter limit: the most bytes of a compressed one's content.
  /// - Throws: ``GzipFault``.
  func content(atMost limit: Int) throws -> Data {
    fields["content-encoding"]?.lowercased() == "gzip" ? try Gzip.expanded(body, atMost: limit) : body
  }

  /// The address that a redirect names; `nil` for none.
  var location: String? { fields["location"] }

  /// The status and the server's own words, on one line.
  var said: String {
    let words = self.words
    return words.isEmpty ? String(status) : "\(status): \(words)"
  }

  /// The delay in seconds that the server asks for; `nil` for none.
  ///
  /// - Parameter now: the time that a date is compared with.
  func retryAfter(now: Date = Date()) -> Double? {
    guard let text = fields["retry-after"] else { return nil }
    if let seconds = Int(text) { return Double(max(0, seconds)) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
  }

  /// How much of the server's words a sentence repeats, in columns.
  private static let mostRepeated = 200

  /// The error of a JSON object, or the text; a page for browsers has no words.
  private var words: String {
    let content = (try? content(atMost: 1 << 20)) ?? Data()
    var text = String(decoding: content.prefix(1 << 14), as: UTF8.self)
    if let error = (try? JSONDecoder().decode(ErrorBody.self, from: content))?.error { text = error }
    text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.hasPrefix("<") ? "" : TerminalText.cut(TerminalText.plain(text), to: Self.mostRepeated)
  }

  private struct ErrorBody: Decodable {
    let error: String
  }
}
#endif
