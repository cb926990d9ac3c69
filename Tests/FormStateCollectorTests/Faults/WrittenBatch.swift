#if Collect
import FormState
import FormStateStore
import TestSupport
import Testing

/// A batch written by hand, so its entries can say anything. All responses are of the form `profile`.
struct WrittenBatch {
  /// The digest of the form.
  static let digest = StateDigest.ofDefinition(ProfileForm.form)

  private var written: [String]
  private var partCount = 0

  /// Begins with the first line and the definition.
  init() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Tom"), to: ResponseKey(form: "profile"))
    written = Array(try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq"))).prefix(2))
  }

  /// The lines up to here.
  var begun: [String] { written }
  /// All lines.
  var lines: [String] { written + ["{\"parts\":\(partCount)}"] }

  /// Adds a part.
  ///
  /// - Parameters:
  ///   - entries: the lines of its entries.
  ///   - chain: the chain before them; `nil` for that of a new response.
  ///   - definitions: the definitions that they name, as JSON.
  /// - Returns: the chain after them.
  @discardableResult
  mutating func add(
    _ entries: [String], of stream: StreamName = .random(), response: String = "default", after: Int = 0,
    chain: JournalChain? = nil, definitions: String = #"{"1":"\#(digest)"}"#
  ) -> JournalChain {
    var chain = chain ?? JournalChain(of: stream)
    written.append(
      #"{"stream":"\#(stream)","form":"profile","response":"\#(response)","definitions":\#(definitions),"#
        + #""after":\#(after),"chain":"\#(chain)"}"#)
    for entry in entries { chain.append(entry) }
    written += entries
    written.append(#"{"entries":\#(entries.count),"chain":"\#(chain)"}"#)
    partCount += 1
    return chain
  }

  /// An entry that answers a question with a text, as a device writes it.
  ///
  /// - Parameters:
  ///   - former: the answer before; `nil` for the first one.
  ///   - more: what is at its end.
  static func entry(
    _ revision: Int, _ value: String, after former: String? = nil, cell: String = "firstname",
    time: String = "2026-11-26T10:00:00.000Z", more: String = ""
  ) -> String {
    let version = revision == 1 ? #""version":"\#(digest)","# : ""
    let before = former.map { #""before":"\#($0)","# } ?? ""
    let touched = former == nil ? #",{"cell":"\#(cell)","field":"touched","after":true}"# : ""
    return #"{"revision":\#(revision),\#(version)"time":"\#(time)","author":"Ada","#
      + #""action":{"action":"set","cell":"\#(cell)","value":"\#(value)"},"#
      + #""changes":[{"cell":"\#(cell)","field":"value",\#(before)"after":"\#(value)"}\#(touched)]\#(more)}"#
  }

  /// Entries that answer a question again and again.
  static func entries(_ count: Int, name: String = "Tom") -> [String] {
    (1...count).map { entry($0, "\(name) \($0)", after: $0 == 1 ? nil : "\(name) \($0 - 1)") }
  }
}
#endif
