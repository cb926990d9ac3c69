import FormStateInterchange
import Foundation

/// The attached files of a scripted collector.
struct ScriptedFiles: Sendable {
  /// What it answers.
  struct Reply {
    var status: Int
    var body = Data()
    var fields: [String] = []
    /// Whether only a half of the body is sent.
    var breaksOff = false
  }

  /// The files that are whole.
  var whole: [String: Data] = [:]
  /// The files that arrived in part.
  var begun: [String: Data] = [:]
  /// How many bytes of the next file it takes before it breaks off; `nil` for all.
  var breaksOffAfter: Int?
  /// Whether the next file that it gives breaks off in the middle.
  var breaksOffGiving = false
  /// The requests: method, name, and where the body begins.
  var log: [String] = []

  fileprivate mutating func answer(_ method: String, _ name: String, _ request: ScriptedCollector.Request) -> Reply {
    let offset = request.head.firstMatch(of: /(Upload-Offset: |Range: bytes=)([0-9]+)/).flatMap { Int($0.2) } ?? 0
    log.append("\(method) \(name) \(offset)")
    if method == "GET" {
      guard let file = whole[name] else { return Reply(status: 404) }
      defer { breaksOffGiving = false }
      let range = "Content-Range: bytes \(offset)-\(file.count - 1)/\(file.count)"
      return Reply(
        status: offset > 0 ? 206 : 200, body: file.dropFirst(offset), fields: offset > 0 ? [range] : [],
        breaksOff: breaksOffGiving)
    }
    let length = request.head.firstMatch(of: /Upload-Length: ([0-9]+)/).flatMap { Int($0.1) } ?? -1
    var file = begun[name] ?? Data()
    guard file.count == offset, request.body.count == length - offset else { return Reply(status: 409) }
    if let count = breaksOffAfter {
      breaksOffAfter = nil
      begun[name] = request.body.prefix(count)
      return Reply(status: 503)
    }
    file += request.body
    (begun[name], whole[name]) = (nil, file)
    return Reply(status: 201)
  }
}

extension ScriptedFiles? {
  /// The answer to a request about files; `nil` for another request.
  mutating func answer(to request: ScriptedCollector.Request) -> ScriptedFiles.Reply? {
    if FilesQuestion.isBeginning(of: request.body) {
      guard let self else {
        return ScriptedFiles.Reply(status: 403, body: Data("{\"error\":\"no attached files are kept here\"}".utf8))
      }
      let names = (try? FilesQuestion(request.body, source: "question"))?.names ?? []
      var files: [AttachmentName: Int?] = [:]
      for name in names {
        if self.whole[name.text] != nil { files[name] = .some(nil) }
        if let begun = self.begun[name.text] { files[name] = .some(begun.count) }
      }
      return (try? FilesAnswer(files: files).document()).map { ScriptedFiles.Reply(status: 200, body: $0) }
    }
    let words = request.head.prefix { $0 != "\r" && $0 != "\r\n" }.split(separator: " ").map(String.init)
    let path = "/batches/files/"
    guard words.count > 1, ["PATCH", "GET"].contains(words[0]), words[1].hasPrefix(path) else { return nil }
    return self?.answer(words[0], words[1].dropFirst(path.count).removingPercentEncoding ?? "", request)
  }
}
