#if CommandLine
import FormState
import FormStateInterchange
import Foundation

/// Attached files, which go by themselves, and go on where they broke off.
extension CollectorConnection {
  /// Sends a file, or the rest of it.
  ///
  /// - Parameters:
  ///   - folder: the folder of own files.
  ///   - offset: how much of it the collector has.
  /// - Returns: `false` if it was abandoned.
  /// - Throws: ``PushFault``.
  func send(
    _ name: AttachmentName, from folder: String, after offset: Int, until isAbandoned: () -> Bool
  ) throws(PushFault) -> Bool {
    guard let size = StoredFile(name.text, in: folder)?.size, size > offset else {
      throw PushFault("gets no “\(name.text)”, which is not whole in “\(folder)”", remedy: "attach it again")
    }
    var options = [
      ("request", "PATCH"), ("upload-file", "\(folder)/\(name.text)"), ("header", "Upload-Offset: \(offset)"),
      ("header", "Upload-Length: \(size)"), ("header", "Content-Type: application/octet-stream"),
    ]
    if offset > 0 { options.append(("continue-at", "\(offset)")) }
    return try transfer(name, options, until: isAbandoned) != nil
  }

  /// Fetches a file, or the rest of it, into the folder of own files.
  ///
  /// - Returns: `false` if it was abandoned.
  /// - Throws: ``PushFault``.
  func fetch(_ name: AttachmentName, into folder: String, until isAbandoned: () -> Bool) throws(PushFault) -> Bool {
    do {
      try PrivateFolder.makeIfMissing(folder)
      let offset = AttachmentDraft.size(ofUnfinished: name, in: folder)
      var options = [("output", AttachmentDraft.path(ofUnfinished: name, in: folder))]
      if offset > 0 { options.append(("continue-at", "\(offset)")) }
      guard try transfer(name, options, until: isAbandoned) != nil else { return false }
      guard try AttachmentDraft(resuming: name, in: folder).publish(named: name) else {
        throw PushFault(
          "gave “\(name.text)” another content than that of its name", remedy: "ask the people who run it")
      }
      return true
    } catch let fault as PushFault {
      throw fault
    } catch {
      throw PushFault("has “\(name.text)”, which cannot be kept in “\(folder)” (\(error))", remedy: "make room there")
    }
  }

  /// Runs a request about a file; `nil` if it was abandoned.
  private func transfer(
    _ name: AttachmentName, _ options: [(name: String, value: String)], until isAbandoned: () -> Bool
  ) throws(PushFault) -> HTTPReply? {
    let folder = try RequestFolder(Data())
    defer { folder.remove() }
    let all = [("url", url.text(ofFile: name)), ("dump-header", folder.headers.path)] + options
    let outcome = try run(all, flags: ["fail"], in: folder, until: isAbandoned)
    switch outcome {
    case .abandoned: return nil
    case .exit(0), .exit(22):
      guard let reply = HTTPReply(head: folder.head, body: Data()) else {
        throw .passing("does not answer as a web server does")
      }
      guard (200..<300).contains(reply.status) else {
        throw PushFault(reply, byteCount: 0, isQuestion: true, tokenFile: tokenFile)
      }
      return reply
    case .exit(let status): throw fault(ofStatus: status, in: folder, to: Data())
    case .signal(let number): throw .passing("does not answer (signal \(number) ended curl)")
    case .overdue: throw .passing("took no file within an hour")
    }
  }
}

extension CollectorURL {
  /// The address of an attached file.
  fileprivate func text(ofFile name: AttachmentName) -> String {
    let (path, query) = (text.prefix { $0 != "?" }, text.drop { $0 != "?" })
    let encoded = name.text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name.text
    return "\(path)\(path.hasSuffix("/") ? "" : "/")files/\(encoded)\(query)"
  }
}
#endif
