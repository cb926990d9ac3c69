#if CommandLine
import FormStateInterchange

/// Why a batch brought no answers.
struct PushFault: Error {
  /// The problem, as a clause after the collector's name.
  let problem: String
  /// The remedy of a final fault, as a clause; `nil` if the batch is worth sending again.
  let remedy: String?
  /// The delay in seconds that the collector asks for; `nil` for none.
  var retryAfter: Double?
  /// Whether the collector gives this device nothing back, though it may take what it sends.
  private(set) var isAboutRight = false

  /// A fault that may pass.
  static func passing(_ problem: String, retryAfter: Double? = nil) -> PushFault {
    PushFault(problem: problem, remedy: nil, retryAfter: retryAfter)
  }

  private init(problem: String, remedy: String?, retryAfter: Double? = nil) {
    self.problem = problem
    self.remedy = remedy
    self.retryAfter = retryAfter
  }

  /// A fault that stays until a person does something.
  init(_ problem: String, remedy: String) {
    self.init(problem: problem, remedy: remedy)
  }

  /// The fault of a reply without answers.
  ///
  /// - Parameters:
  ///   - byteCount: the size of the batch.
  ///   - isQuestion: whether it was a question for what the collector has.
  ///   - tokenFile: the file with the token.
  init(_ reply: HTTPReply, byteCount: Int, isQuestion: Bool = false, tokenFile: String) {
    let said = reply.said
    switch reply.status {
    case 408, 429, 500...:
      self = .passing("answered \(said)", retryAfter: reply.retryAfter())
    case 401:
      self.init("refuses the token (\(said))", remedy: "write a valid one into “\(TerminalText.plain(tokenFile))”")
    case 403 where isQuestion:
      self.init("gives this device nothing back (\(said))", remedy: "ask the people who run it, or use --send-only")
      isAboutRight = true
    case 403:
      self.init("takes no batches of this device (\(said))", remedy: "ask the people who run it")
    case 404, 405, 410:
      self.init("is no address of a collector (\(said))", remedy: "correct --with")
    case 413:
      self.init(
        "takes no batch of \(byteCount) bytes (\(said))",
        remedy: "raise the limit of its server, or of a proxy before it")
    case 300..<400:
      let address = reply.location.map { " to “\(TerminalText.cut(TerminalText.plain($0), to: 200))”" } ?? ""
      self.init("has moved\(address) (\(reply.status))", remedy: "name the new address with --with if you trust it")
    case 400..<500:
      self.init("refuses the batch (\(said))", remedy: "ask the people who run it")
    default:
      self.init("answers \(reply.status), not as a collector does", remedy: "correct --with")
    }
  }
}
#endif
