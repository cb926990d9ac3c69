#if CommandLine
import FormState
import FormStateGzip
import FormStateInterchange
import Foundation

/// Sends batches and questions to a collector with the program `curl`.
///
/// Another program, because it knows the system's certificates and proxies, and no other command should start more
/// slowly for this one.
struct CollectorConnection {
  /// The most bytes that answers may have; an answer to a part has some 200.
  static let mostAnswered = 16 << 20
  /// The most bytes of an answer with entries: 8 MB of them, or a long one, and definitions.
  static let mostReceived = 256 << 20
  /// The longest time for a request: a batch on the slowest line, not one that stands still.
  private static let limit = Duration.seconds(3600)

  let url: CollectorURL
  let token: CollectorToken
  /// The file with the token, for messages.
  let tokenFile: String
  private let program: URL

  /// Finds `curl`.
  ///
  /// - Throws: ``CommandFailure`` if it is missing, with how to install it.
  init(to url: CollectorURL, token: CollectorToken, tokenFile: String) throws {
    guard let program = ProgramRun.program(named: "curl") else {
      throw CommandFailure(
        "curl, which sends the batches, is not on the PATH; install it, as with “apt-get install curl”")
    }
    self.url = url
    self.token = token
    self.tokenFile = tokenFile
    self.program = program
  }

  /// Sends a batch, an inventory or a question once.
  ///
  /// - Parameters:
  ///   - body: what is sent.
  ///   - mostAnswered: the most bytes of an answer.
  ///   - isAbandoned: whether the answer is no longer needed.
  ///   - read: reads the answer.
  /// - Returns: the answer; `nil` if it was abandoned.
  /// - Throws: ``PushFault``.
  func answer<Answer>(
    to body: Data, atMost mostAnswered: Int, until isAbandoned: () -> Bool, reading read: (Data) throws -> Answer
  ) throws(PushFault) -> Answer? {
    let folder = try RequestFolder(try Self.compressed(body))
    defer { folder.remove() }
    let outcome = try run(batchOptions(in: folder, mostAnswered), in: folder) {
      isAbandoned() || folder.answeredBytes > mostAnswered
    }
    switch outcome {
    case .abandoned where isAbandoned(): return nil
    case .exit(0): return try answer(of: folder, to: body, atMost: mostAnswered, reading: read)
    case .exit(let status): throw fault(ofStatus: status, in: folder, to: body)
    case .signal(let number): throw .passing("does not answer (signal \(number) ended curl)")
    case .overdue: throw .passing("took no batch within \(Self.limit.components.seconds / 60) minutes")
    case .abandoned: throw .passing("answered with more than \(mostAnswered >> 20) MB")
    }
  }

  /// Runs `curl`.
  ///
  /// - Parameters:
  ///   - options: the options of the request.
  ///   - flags: the options without a value.
  ///   - isAbandoned: whether to end it.
  func run(
    _ options: [(name: String, value: String)], flags: [String] = [], in folder: RequestFolder,
    until isAbandoned: () -> Bool
  ) throws(PushFault) -> ProgramRun.Outcome {
    do {
      let run = ProgramRun(
        program: program, output: folder.said, limit: Self.limit, arguments: ["-q", "--config", "-"],
        input: try Self.pipe(with: configuration(options, flags)))
      return try run { isAbandoned() }
    } catch {
      throw PushFault("gets nothing, since “\(program.path)” cannot be run", remedy: "install curl again")
    }
  }

  private func answer<Answer>(
    of folder: RequestFolder, to body: Data, atMost mostAnswered: Int, reading read: (Data) throws -> Answer
  ) throws(PushFault) -> Answer {
    guard let reply = HTTPReply(head: folder.head, body: folder.answer) else {
      throw .passing("does not answer as a web server does")
    }
    guard reply.status == 200 else { throw fault(of: reply, to: body, in: folder) }
    do {
      return try read(try reply.content(atMost: mostAnswered))
    } catch {
      // Something between here and the collector may have answered, or the answers were cut off.
      let problem = TerminalText.cut(TerminalText.plain("\(error)"), to: 200)
      throw .passing("does not answer as a collector does (\(problem))")
    }
  }

  private static func compressed(_ body: Data) throws(PushFault) -> Data {
    do { return try Gzip.compressed(body) } catch {
      throw PushFault("gets nothing, since \(error)", remedy: "close other programs")
    }
  }

  private func fault(of reply: HTTPReply, to body: Data, in folder: RequestFolder) -> PushFault {
    let isQuestion =
      ChangesQuestion.isBeginning(of: body) || EntriesQuestion.isBeginning(of: body)
      || FilesQuestion.isBeginning(of: body)
    return PushFault(reply, byteCount: folder.byteCount, isQuestion: isQuestion, tokenFile: tokenFile)
  }

  /// What `curl` says of requests that it cannot make at all, whatever the network does.
  private static let hopeless: Set<Int32> = [1, 2, 3, 4, 23, 26, 27, 43, 48]

  func fault(ofStatus status: Int32, in folder: RequestFolder, to body: Data) -> PushFault {
    // A server may refuse a batch and close the connection before it has read all of it.
    if let reply = HTTPReply(head: folder.head, body: folder.answer), reply.status >= 400 {
      return fault(of: reply, to: body, in: folder)
    }
    let words = folder.problem.isEmpty ? "curl ended with status \(status)" : folder.problem
    return Self.hopeless.contains(status)
      ? PushFault("gets nothing, since curl cannot send (\(words))", remedy: "install curl again")
      : .passing("does not answer (\(words))")
  }

  // MARK: - Configuration

  /// The options of a batch or a question.
  private func batchOptions(in folder: RequestFolder, _ mostAnswered: Int) -> [(name: String, value: String)] {
    [
      ("url", url.text), ("data-binary", "@\(folder.batch)"), ("output", folder.body.path),
      ("dump-header", folder.headers.path), ("header", "Content-Type: application/x-ndjson"),
      ("header", "Content-Encoding: gzip"), ("header", "Accept: application/x-ndjson"),
      ("header", "Accept-Encoding: gzip"), ("max-filesize", String(mostAnswered)),
    ]
  }

  /// The options of any request, and its own. They go through a pipe: other users can see the arguments of a program,
  /// and the token must not be among them.
  private func configuration(_ own: [(name: String, value: String)], _ flags: [String]) -> String {
    var options =
      own + [
        ("header", "Authorization: Bearer \(token.text)"),
        ("user-agent", "formstate/\(FormStateCommand.configuration.version)"), ("proto", "=http,https"),
        ("connect-timeout", "30"), ("speed-limit", "1"), ("speed-time", "120"),
      ]
    // A proxy would get the token and the answers unencrypted.
    if url.isLocal { options.append(("noproxy", "*")) }
    let flags = ["silent", "show-error", "globoff", "suppress-connect-headers"] + flags
    return (flags + options.map { "\($0.name) = \(Self.quoted($0.value))" }).map { $0 + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
  }

  /// A pipe that already has a short text.
  private static func pipe(with text: String) throws -> FileHandle {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    return pipe.fileHandleForReading
  }
}
#endif
