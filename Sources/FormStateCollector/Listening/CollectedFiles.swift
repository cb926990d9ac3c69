#if Collect
import FormState
import FormStateHTTP
import FormStateInterchange
import Foundation

/// The attached files that devices send, in a folder, each under a name that follows from its content.
///
/// A file may arrive in several requests: what has arrived stays, and the next one goes on behind it. Only files that
/// an answer names are taken and given, so the answers come first. None is deleted.
struct CollectedFiles: Sendable {
  /// The folder, which must exist.
  let folder: String
  /// The most bytes of a file.
  var largestFile = 2 << 30

  /// Where a file is: few folders hold many files.
  private func place(of name: AttachmentName) -> String { "\(folder)/\(name.digits.prefix(2))" }

  // MARK: - Looking

  /// Which files are here, whole or in part.
  func answer(to question: FilesQuestion) -> FilesAnswer {
    var files: [AttachmentName: Int?] = [:]
    for name in question.names {
      if StoredFile(name.text, in: place(of: name)) != nil {
        files[name] = .some(nil)
      } else if case let begun = AttachmentDraft.size(ofUnfinished: name, in: place(of: name)), begun > 0 {
        files[name] = .some(begun)
      }
    }
    return FilesAnswer(files: files)
  }

  /// Whether an answer names a file, or an alternative of an open question does.
  ///
  /// - Parameter scopes: the responses whose answers count; `nil` for all.
  /// - Complexity: O(c log n + s) for c cells that take files and s responses that name it, and O(q) for q open
  ///   questions.
  static func isNamed(
    _ name: AttachmentName, within scopes: [ResponseScope]?, _ connection: PostgresConnection
  ) throws -> Bool {
    let rows = try connection.execute(
      """
      SELECT state.stream, state.form
      FROM (SELECT DISTINCT form, cell FROM formstate_cell WHERE kind = 'file') AS taking
      JOIN formstate_state AS state ON state.form = taking.form AND state.subject = taking.cell
      WHERE state.origin = '' AND state.field IN ('value', 'calculated')
        AND left(state.content, 100) = left($1, 100) AND state.content = $1
      UNION
      SELECT stream, form
      FROM formstate_state
      -- The index of open questions has both fields.
      WHERE field IN ('alternatives', 'responseAlternatives') AND strpos(content, $1) > 0
      """, [.text(name.text)])
    guard let scopes else { return !rows.isEmpty }
    let forms = try Dictionary(rows.map { (try StreamName(row: $0), try $0[1] as String) }) { first, _ in first }
    return try !scopes.select(forms, from: connection).isEmpty
  }

  // MARK: - Giving

  /// A file, or the part of it that is asked for.
  func give(_ name: AttachmentName, to request: HTTPRequest) throws -> HTTPResponse {
    guard let file = StoredFile(name.text, in: place(of: name)) else {
      throw CollectorRefusal(404, "the file “\(name.text)” did not arrive yet; ask for it later")
    }
    var headers = [
      HTTPResponse.Header(name: "Content-Type", value: "application/octet-stream"),
      HTTPResponse.Header(name: "Accept-Ranges", value: "bytes"),
    ]
    guard let range = request.headers["range"].flatMap(ByteRange.init) else {
      return HTTPResponse(
        status: 200, headers: headers, body: .file(0..<file.size) { try file.read(from: $0, atMost: $1) })
    }
    guard let part = range.part(of: file.size) else {
      throw CollectorRefusal(416, "“\(name.text)” has \(file.size) bytes; ask for a range within them")
    }
    headers.append(
      HTTPResponse.Header(
        name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"))
    return HTTPResponse(status: 206, headers: headers, body: .file(part) { try file.read(from: $0, atMost: $1) })
  }

  // MARK: - Taking

  /// Takes a file, or the rest of it.
  ///
  /// - Parameter next: reads the next part of a long body.
  /// - Throws: ``CollectorRefusal``; what has arrived stays, unless it is not the content of the name.
  func take(
    _ name: AttachmentName, of request: HTTPRequest, next: @Sendable (HTTPBody) async throws -> [UInt8]
  ) async throws -> HTTPResponse {
    let (offset, length) = try Self.position(in: request)
    guard length <= largestFile else {
      throw CollectorRefusal(413, "an attached file has at most \(largestFile) bytes")
    }
    if let file = StoredFile(name.text, in: place(of: name)) { return Self.response(204, file.size) }
    _ = try PrivateFolder.makeInExisting(place(of: name))
    let draft = try Self.draft(of: name, in: place(of: name))
    guard draft.size == offset else {
      var refusal = CollectorRefusal(409, "\(draft.size) bytes of “\(name.text)” are here; go on behind them")
      refusal.headers = [HTTPResponse.Header(name: Self.offsetName, value: "\(draft.size)")]
      throw refusal
    }
    try draft.append([UInt8](request.body))
    if let body = request.longBody {
      while draft.size < length { try draft.append(try await next(body)) }
    }
    guard try draft.publish(named: name) else {
      throw CollectorRefusal(422, "the content of “\(name.text)” is not that of its name; send it again")
    }
    return Self.response(201, length)
  }

  private static let offsetName = "Upload-Offset"

  private static func response(_ status: Int, _ offset: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPResponse.Header(name: offsetName, value: "\(offset)")], body: .data(Data()))
  }

  /// Where a request goes on, and how many bytes the file has.
  private static func position(in request: HTTPRequest) throws -> (offset: Int, length: Int) {
    let byteCount = request.longBody?.length ?? request.body.count
    guard let offset = number(request.headers["upload-offset"]), let length = number(request.headers["upload-length"]),
      offset < length, byteCount == length - offset
    else {
      throw CollectorRefusal(
        400, "Upload-Offset and Upload-Length must say where the body begins and how long the whole file is")
    }
    return (offset, length)
  }

  private static func number(_ text: String?) -> Int? {
    guard let text, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func draft(of name: AttachmentName, in folder: String) throws -> AttachmentDraft {
    do {
      return try AttachmentDraft(resuming: name, in: folder)
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      throw CollectorRefusal(
        503, "another device is sending “\(name.text)”; send it again in \(CollectorRefusal.usualWait) s",
        retryAfter: CollectorRefusal.usualWait)
    }
  }
}
#endif
