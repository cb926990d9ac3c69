#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import TestSupport

/// Five devices with copies of each other's files, and a collector.
struct RandomDevices {
  private let folder: TemporaryFolder
  private var stores: [FormStore]
  private var paths: [String] = []
  private var generator: SeededGenerator
  private var copyCount = 0
  /// The entries that the collector acknowledged, by stream.
  private(set) var written: [StreamName: Set<String>] = [:]

  private static let first = FormDefinition(key: "f") {
    FormSection(key: "s") {
      Cell.text("name", title: "Name")
      Cell.text("old", title: "Old")
      Cell.switch("many", title: "Many")
      Cell.text("why", title: "Why").relevant("${many}")
      Cell.group("child", title: "Child")
    }
  }
  private static let second = FormDefinition(key: "f") {
    FormSection(key: "s") {
      Cell.text("name", title: "Full name")
      Cell.switch("many", title: "Many")
      Cell.text("why", title: "Why").relevant("${many}").required(when: "${many}")
      Cell.text("new", title: "New")
    }
  }
  private let keys = [ResponseKey(form: "f"), ResponseKey(form: "f", response: "b")]

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    generator = SeededGenerator(seed: seed)
    stores = []
    for number in 0..<5 {
      paths.append(folder.path("\(number).sqlite"))
      let store = try FormStore(path: paths[number], settings: .init(waitsForDisk: false))
      try store.save(Self.first)
      stores.append(store)
    }
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  var all: [FormStore] { stores }

  /// One random event.
  mutating func step(_ server: CollectingServer) throws {
    let device = number(0..<stores.count)
    let store = stores[device]
    let key = keys[number(0..<2)]
    switch number(0..<20) {
    case 0..<9:
      let texts = ["a", "b", "c", "d"]
      let actions: [FormAction] = [
        .set("name", .text(texts[number(0..<4)])), .set("many", .boolean(number(0..<2) == 0)), .markSaved,
        .set("why", .text(texts[number(0..<4)])), .clear("name"),
      ]
      _ = try? store.apply(actions[number(0..<actions.count)], to: key)
    case 9: _ = try? store.undo(of: key)
    case 10: _ = try? store.upgrade(key)
    case 11:
      if number(0..<4) == 0 { try store.save(Self.second) }
    case 12: try store.compact(key, keeping: number(0..<4))
    case 13:
      // The device gets a copy of another's file, or goes back to what it was; what it has not sent is lost with it.
      let other = paths[number(0..<stores.count)]
      copyCount += 1
      let path = folder.path("copy\(copyCount).sqlite")
      try FormStore.copyFile(at: other, to: path)
      paths[device] = path
      stores[device] = try FormStore(path: path, settings: .init(waitsForDisk: false))
    default:
      guard let batch = try store.nextBatch(for: "hq", limit: number(1..<6)) else { return }
      let answers = try server.take(try CollectingServer.lines(of: batch))
      try note(answers, of: store)
      // Some answers are lost on the way.
      if number(0..<3) > 0 { try store.take(answers, from: "hq") }
    }
  }

  /// Notes the entries that answers acknowledge.
  mutating func note(_ answers: [PushAnswer], of store: FormStore) throws {
    for answer in answers {
      switch answer.outcome {
      case .took(let revision, _), .had(let revision, _), .forked(_, let revision, _):
        for key in keys where try store.contents(of: key).stream == answer.stream {
          // Without the version, whose number differs between devices.
          written[answer.stream, default: []].formUnion(
            try store.journal(of: key).filter { $0.action != .checkpoint && $0.revision <= revision }
              .map { "\($0.revision) \($0.time.isoText) \($0.action.kind)" })
        }
      default: break
      }
    }
  }
}
#endif
