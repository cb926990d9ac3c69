#if Collect
import FormStateGzip
import FormStateHTTP
import FormStateInterchange
import Foundation

/// How bodies are compressed on their way: what devices send, and what they get.
enum BodyCoding {
  /// A body is expanded beside the compressed one, so it takes no memory.
  ///
  /// - Parameters:
  ///   - body: the body as it arrived.
  ///   - limit: the most bytes of its content.
  /// - Returns: its content.
  /// - Throws: ``CollectorRefusal`` for another coding than gzip, and for a damaged body.
  static func content(of body: UnlinkedFile, of request: HTTPRequest, atMost limit: Int) throws -> UnlinkedFile {
    switch request.headers["content-encoding"]?.lowercased() {
    case nil, "", "identity": return body
    case "gzip", "x-gzip":
      do {
        let content = try UnlinkedFile()
        try Gzip.expand(reading(body), atMost: limit) { try content.append($0) }
        return content
      } catch GzipFault.tooLong {
        throw CollectorRefusal(413, "a batch has at most \(limit) bytes when it is expanded; send smaller ones")
      } catch let fault as GzipFault where fault != .outOfMemory {
        throw CollectorRefusal(400, "\(fault); send the batch again")
      }
    case let coding?:
      var refusal = CollectorRefusal(
        415, "the Content-Encoding “\(coding.shortened)” is unknown; send gzip, or the batch as it is")
      refusal.headers = [HTTPResponse.Header(name: "Accept-Encoding", value: "gzip")]
      throw refusal
    }
  }

  /// An answer, compressed for a caller that reads that, unless it is short.
  static func response(with answers: UnlinkedFile, to request: HTTPRequest) throws -> HTTPResponse {
    var headers = [HTTPResponse.Header(name: "Content-Type", value: "application/x-ndjson")]
    var sent = answers
    if answers.size >= shortest, accepts(request.headers["accept-encoding"]) {
      sent = try UnlinkedFile()
      try Gzip.compress(reading(answers)) { [sent] in try sent.append($0) }
      headers.append(HTTPResponse.Header(name: "Content-Encoding", value: "gzip"))
    }
    return HTTPResponse(
      status: 200, headers: headers, body: .file(0..<sent.size) { [sent] in try sent.read(from: $0, atMost: $1) })
  }

  /// What fits into a packet anyway gains nothing.
  private static let shortest = 1024

  private static func reading(_ file: UnlinkedFile) -> Gzip.Reading {
    var offset = 0
    return { limit in
      let bytes = try file.read(from: offset, atMost: limit)
      offset += bytes.count
      return bytes
    }
  }

  /// Whether `Accept-Encoding` names gzip (RFC 9110, 12.5.3).
  private static func accepts(_ header: String?) -> Bool {
    (header ?? "").lowercased().split(separator: ",").contains { part in
      let words = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      return words.first == "gzip" && !words.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
    }
  }
}
#endif
