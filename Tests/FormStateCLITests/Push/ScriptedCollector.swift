import FormState
import Foundation

@testable import FormStateInterchange

/// A web server on this machine that plays a collector, and whose replies are scripted.
///
/// It takes one connection at a time, on a thread of its own, and one request with each. Without a script, or after its
/// end, it is an honest collector; inventories it always answers honestly, unless they have a script of their own, and
/// to questions for what it received it has nothing to say.
final class ScriptedCollector: Sendable {
  /// What it does with a request.
  enum Reply: Sendable {
    /// Takes the batch, and answers honestly.
    case take
    /// Takes the batch, and closes the connection without a reply.
    case takeInSilence
    /// Takes the batch, and closes the connection in the middle of the reply.
    case takeAndBreakOff
    /// Waits until the test lets it go on, or the other side is gone; then it takes the batch.
    case hold
    /// Answers with a status, more header fields and a body.
    case status(Int, fields: [String] = [], body: String = "")
    /// Closes the connection in the middle of a reply with 413, before it has read the batch.
    case refusedUnread
    /// Answers without an end.
    case endless
    /// Forgets everything, and then answers honestly.
    case forget
    /// Changes the honest answers.
    case changed(@Sendable (String) -> String)
    /// Takes the batch, and answers honestly and compressed.
    case compressed
    /// The same, with the last byte missing.
    case damagedGzip
    /// Refuses the batch in compressed words.
    case compressedRefusal

    /// Refuses all responses.
    static let refused = changed { answers in
      answers.replacingOccurrences(
        of: #""took".*\}"#, with: "\"refused\",\"reason\":\"Closed.\"}", options: .regularExpression)
    }
  }

  /// A request.
  struct Request: Sendable {
    /// The request line and header fields.
    let head: String
    let body: Data
  }

  private struct State: Sendable {
    var script: [Reply]
    var requests: [Request] = []
    var inventoryScript: [Reply] = []
    var inventories: [Request] = []
    var questionScript: [Reply] = []
    var questions: [Request] = []
    var collector = HonestCollector()
    var isReleased = false
    /// The attached files; `nil` if it keeps none.
    var files: ScriptedFiles?
  }

  /// The address for batches.
  let url: String
  private let listener: ListeningSocket
  private let state: Locked<State>

  /// Starts it.
  convenience init(_ script: Reply...) throws { try self.init(script) }

  /// Starts it.
  init(_ script: [Reply]) throws {
    let (listener, state) = (try ListeningSocket(), Locked(State(script: script)))
    (self.listener, self.state) = (listener, state)
    url = "http://127.0.0.1:\(listener.port)/batches"
    Thread.detachNewThread {
      while let connection = listener.accept() {
        Self.serve(connection, state)
        connection.close()
      }
    }
  }

  deinit { listener.end() }

  /// The requests with batches so far.
  var requests: [Request] { state.withLock { $0.requests } }
  /// The requests with inventories so far.
  var inventories: [Request] { state.withLock { $0.inventories } }
  /// The questions for what it received so far.
  var questions: [Request] { state.withLock { $0.questions } }
  /// How many entries it has.
  var entryCount: Int { state.withLock { $0.collector.entryCount } }
  /// Loses all but the first entries of each response.
  func putBack(toEntries count: Int) { state.withLock { $0.collector.putBack(toEntries: count) } }
  /// Replies to the next inventories in other ways.
  func answerInventories(_ script: Reply...) { state.withLock { $0.inventoryScript = script } }
  /// Replies to the next questions in other ways.
  func answerQuestions(_ script: Reply...) { state.withLock { $0.questionScript = script } }
  /// The attached files that it keeps; `nil` before it keeps any.
  var files: ScriptedFiles? {
    get { state.withLock { $0.files } }
    set { state.withLock { $0.files = newValue } }
  }
  /// Lets it go on with a request that it holds.
  func release() { state.withLock { $0.isReleased = true } }

  private static func serve(_ connection: Connection, _ state: Locked<State>) {
    let skipsBody = state.withLock { if case .refusedUnread? = $0.script.first { true } else { false } }
    guard let request = connection.request(skipsBody: skipsBody) else { return }
    if let reply = state.withLock({ $0.files.answer(to: request) }) {
      return connection.send(reply.status, reply.body, fields: reply.fields, breaksOff: reply.breaksOff)
    }
    let reply = state.withLock { state -> Reply in
      if InventoryDocument.isInventory(request.body) {
        state.inventories.append(request)
        return state.inventoryScript.isEmpty ? .take : state.inventoryScript.removeFirst()
      }
      if isQuestion(request) {
        state.questions.append(request)
        return state.questionScript.isEmpty ? .take : state.questionScript.removeFirst()
      }
      state.requests.append(request)
      return state.script.isEmpty ? .take : state.script.removeFirst()
    }
    switch reply {
    case .take: connection.send(200, answers(to: request, state))
    case .takeInSilence: _ = answers(to: request, state)
    case .takeAndBreakOff: connection.send(200, answers(to: request, state), breaksOff: true)
    case .hold:
      while !state.withLock({ $0.isReleased }), !connection.isClosed { Thread.sleep(forTimeInterval: 0.005) }
      if !connection.isClosed { connection.send(200, answers(to: request, state)) }
    case .status(let status, let fields, let body): connection.send(status, body, fields: fields)
    case .refusedUnread: connection.send(413, "Too large.", breaksOff: true)
    case .endless: connection.sendWithoutEnd()
    case .forget:
      state.withLock { $0.collector.forget() }
      connection.send(200, answers(to: request, state))
    case .changed(let change): connection.send(200, change(answers(to: request, state)))
    case .compressed: connection.sendCompressed(200, answers(to: request, state))
    case .damagedGzip: connection.sendCompressed(200, answers(to: request, state), dropping: 1)
    case .compressedRefusal: connection.sendCompressed(400, "{\"error\":\"Closed.\"}")
    }
  }

  private static func isQuestion(_ request: Request) -> Bool {
    ChangesQuestion.isBeginning(of: request.body) || EntriesQuestion.isBeginning(of: request.body)
  }

  private static func answers(to request: Request, _ state: Locked<State>) -> String {
    state.withLock { state in
      do {
        if isQuestion(request) { return "{\"changes\":0,\"since\":\"now\"}\n" }
        return InventoryDocument.isInventory(request.body)
          ? try state.collector.answer(toInventory: request.body) : try state.collector.answers(to: request.body)
      } catch {
        return "damaged: \(error)\n"
      }
    }
  }
}
