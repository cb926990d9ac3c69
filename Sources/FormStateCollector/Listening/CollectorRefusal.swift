#if Collect
import FormState
import FormStateHTTP
import FormStateInterchange
import Foundation

/// Why a request is refused, or failed.
struct CollectorRefusal: Error {
  /// The status.
  let status: Int
  /// The problem and the remedy for the device, without a full stop and without anything internal.
  let sentence: String
  /// After how many seconds the device may send the same again; `nil` if that would not help.
  var retryAfter: Int?
  /// Headers that the status requires.
  var headers: [HTTPResponse.Header] = []
  /// What the metrics count it as.
  private(set) var reason: Reason
  /// The words for the log; `nil` for the sentence. They contain neither answers nor tokens either.
  var cause: String?

  /// Why requests are refused, as the metrics name it.
  enum Reason: String, CaseIterable {
    case token, right, rate, incomplete, busy, database, room, malformed, fault
    case tooLong = "too_long"

    /// The reason for a status that has one.
    fileprivate init(status: Int) {
      switch status {
      case 401: self = .token
      case 403: self = .right
      case 408: self = .incomplete
      case 413: self = .tooLong
      case 429: self = .rate
      case 500...: self = .fault
      default: self = .malformed
      }
    }
  }

  /// How many seconds a device waits if PostgreSQL is away, or all connections are busy.
  static let usualWait = 10

  /// Refuses a request.
  init(_ status: Int, _ sentence: String, retryAfter: Int? = nil) {
    self.status = status
    self.sentence = sentence
    self.retryAfter = retryAfter
    reason = Reason(status: status)
  }

  /// Refuses a token, without a word about which of the three is the case.
  static var unauthorized: CollectorRefusal {
    var refusal = CollectorRefusal(
      401,
      "the token is missing, unknown or revoked; send a good one as “Authorization: Bearer TOKEN”, made with "
        + "formstate-collect device add")
    refusal.headers = [HTTPResponse.Header(name: "WWW-Authenticate", value: "Bearer")]
    return refusal
  }

  /// Refuses an unsupported method.
  static func method(_ method: String, of path: String, allowing methods: [String]) -> CollectorRefusal {
    var refusal = CollectorRefusal(
      405, "“\(path)” does not support \(method.shortened); send \(methods.joined(separator: " or "))")
    refusal.headers = [HTTPResponse.Header(name: "Allow", value: methods.joined(separator: ", "))]
    return refusal
  }

  /// Refuses a caller that sends too often.
  static func tooOften(_ seconds: Int) -> CollectorRefusal {
    CollectorRefusal(429, "there are too many requests; send the next one in \(seconds) s", retryAfter: seconds)
  }

  /// Refuses a device that does not wait for its answers.
  static func tooManyOpen(_ count: Int) -> CollectorRefusal {
    CollectorRefusal(
      429, "\(count) requests of this device are not answered yet; send the next one in \(usualWait) s",
      retryAfter: usualWait)
  }

  /// The refusal for an error.
  init(_ error: any Error) {
    switch error {
    case let refusal as CollectorRefusal: self = refusal
    case let error as JSONLinesError: self.init(400, error.description)
    case let error as PostgresError: self.init(error)
    case is PostgresPool.Busy:
      self.init(
        503, "the collector is busy; send the batch again in \(Self.usualWait) s", retryAfter: Self.usualWait)
      reason = .busy
    case let error as Descriptor.SystemError:
      self.init(
        503, "the collector has no room for the batch now; send it again in \(Self.usualWait) s",
        retryAfter: Self.usualWait)
      reason = .room
      cause = "a temporary file cannot be used (\(error)); make room, or name another folder in TMPDIR"
    default:
      self.init(fault: "\(type(of: error))")
    }
  }

  private init(_ error: PostgresError) {
    if error.isAboutBatch {
      self.init(400, error.description)
    } else if error.isTemporary {
      self.init(
        503, "the database of the collector is unavailable; send the batch again in \(Self.usualWait) s",
        retryAfter: Self.usualWait)
      reason = .database
      cause = error.logged
    } else {
      self.init(fault: error.logged)
    }
  }

  private init(fault: String) {
    self.init(500, "the collector failed; its log says why")
    cause = fault
  }

  /// The answer.
  var response: HTTPResponse {
    var headers = headers
    if let retryAfter { headers.append(HTTPResponse.Header(name: "Retry-After", value: "\(retryAfter)")) }
    let line = OrderedJSON.object([("error", .string(sentence))]).line
    return HTTPResponse(
      status: status, headers: [HTTPResponse.Header(name: "Content-Type", value: "application/json")] + headers,
      body: .data(Data("\(line)\n".utf8)))
  }
}

extension PostgresError {
  /// Whether the batch is at fault, and its sentence has nothing internal.
  fileprivate var isAboutBatch: Bool {
    switch self {
    case .nulCharacter, .valuesTooLong: true
    default: false
    }
  }

  /// Whether the same may succeed later, without a change of the batch or of the collector.
  fileprivate var isTemporary: Bool {
    switch self {
    case .unreachable, .disconnected, .commitUnknown, .rolledBack, .conflictRemains: true
    case .refused(let report):
      // Connections, conflicts, resources, locks, an administrator, the system; a server that only reads.
      ["08", "40", "53", "55", "57", "58"].contains(report.sqlState.prefix(2)) || report.sqlState == "25006"
    case .misused, .nulCharacter, .valuesTooLong, .unexpectedAnswer: false
    }
  }

  /// The words for a log: PostgreSQL quotes values in errors about data, and rows in details.
  fileprivate var logged: String {
    switch self {
    case .refused(let report), .conflictRemains(_, let report):
      let isAboutData = ["22", "23"].contains(report.sqlState.prefix(2))
      let words = isAboutData ? report.constraint ?? "data that it does not take" : report.message
      return "PostgreSQL refused a statement: \(words) (SQLSTATE \(report.sqlState))"
    default: return description
    }
  }
}
#endif
