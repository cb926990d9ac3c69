#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import FormStateSync
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// Devices that exchange answers over a collector, both ways.
@Suite("Devices that get answers back") struct ReceivingTests {
  private static let key = ResponseKey(form: "house")
  private static let secret = "Tuberculosis"

  private static let form = FormDefinition(key: "house") {
    FormSection(key: "outside", title: "Outside") {
      Cell.text("owner", title: "Owner")
      Cell.text("tenant", title: "Tenant")
      Cell.group("roof", title: "Roof") {
        Cell.option("good", title: "Good")
        Cell.option("poor", title: "Poor")
      }
      Cell.integer("floors", title: "Floors")
      Cell.text("secret", title: "Secret").sensitive()
    }
  }

  private let server: CollectingServer
  private let folder: TemporaryFolder

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
  }

  private func store(_ name: String, author: String? = nil) throws -> FormStore {
    let store = try FormStore(path: folder.path("\(name).sqlite"))
    return author.map { store.acting(as: $0) } ?? store
  }

  private func value(_ cell: String, in store: FormStore, _ key: ResponseKey = key) throws -> String? {
    try store.contents(of: key).state[.value, of: StateSubject(cell)]?.value?.plainText
  }

  /// The collector with a connection of its own, since PostgreSQL was started again.
  private func reconnected() throws -> CollectingServer {
    try CollectingServer(cluster: server.cluster, settings: server.cluster.address())
  }

  /// Checks that two devices have the same, proven.
  private func expectSame(_ left: FormStore, _ right: FormStore, _ location: SourceLocation = #_sourceLocation) throws {
    #expect(try left.contents(of: Self.key).digest == right.contents(of: Self.key).digest, sourceLocation: location)
    for store in [left, right] { #expect(try store.check() == [], sourceLocation: location) }
    #expect(try CollectorCheck(connection: try reconnected().connection).run().faults == [], sourceLocation: location)
  }

  @Test("Different answers combine on both; one question is open on both, settled on one and gone on the other")
  func story() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north", author: "Ada"), "north", of: collector, pulls: ["house"])
    let south = try SyncingDevice(try store("south", author: "Eve"), "south", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    try north.store.apply(.set("owner", "Tom"), to: Self.key)
    #expect(try await north.sync() == SyncReport())
    let first = try await south.sync()
    #expect(first.received.versions.count == 1 && first.received.responses.map(\.outcome) == [.added])
    try north.store.apply(.set("floors", 2), to: Self.key)
    try north.store.apply(.choose("good"), to: Self.key)
    try south.store.apply(.set("tenant", "Kim"), to: Self.key)
    try south.store.apply(.choose("poor"), to: Self.key)
    _ = try await north.sync()
    let joined = try await south.sync()
    #expect(joined.received.responses.map(\.outcome) == [.joined] && joined.received.responses[0].questions == 1)
    #expect(try await north.sync().received.responses.map(\.outcome) == [.joined])
    #expect(try value("tenant", in: north.store) == "Kim" && value("floors", in: south.store) == "2")
    try expectSame(north.store, south.store)
    for device in [north, south] { #expect(try device.store.questions().map(\.address) == ["roof"]) }
    try south.store.apply(.settle("roof", taking: 2), to: Self.key)
    for device in [south, north, south, north] { _ = try await device.sync() }
    #expect(try north.store.questions().isEmpty && south.store.questions().isEmpty)
    try expectSame(north.store, south.store)
    // A third device gets it all, in one batch.
    let west = try SyncingDevice(try store("west"), "west", of: collector, pulls: ["house"])
    #expect(try await west.sync().received.responses.map(\.outcome) == [.added])
    try expectSame(north.store, west.store)
    let before = try server.contents()
    for device in [north, south, west] { #expect(try await device.sync() == SyncReport()) }
    #expect(try server.contents() == before)
  }

  @Test("A sensitive answer that is cleared on one device leaves the other's file")
  func cleared() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north"), "north", of: collector, pulls: ["house"])
    let south = try SyncingDevice(try store("south"), "south", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    try north.store.apply(.set("secret", .text(Self.secret)), to: Self.key)
    _ = try await north.sync()
    _ = try await south.sync()
    func holds() throws -> Bool {
      try ["", "-wal"].contains { ending in
        let path = folder.path("south.sqlite" + ending)
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data(Self.secret.utf8)) != nil
      }
    }
    #expect(try holds(), "the search should find it before")
    try south.store.apply(.set("owner", "Tom"), to: Self.key)
    try north.store.apply(.clear("secret"), to: Self.key)
    _ = try await north.sync()
    #expect(try await south.sync().received.responses.map(\.outcome) == [.joined])
    #expect(try !holds())
    _ = try await north.sync()
    try expectSame(north.store, south.store)
    // A device that comes later gets the entry emptied.
    let west = try SyncingDevice(try store("west"), "west", of: collector, pulls: ["house"])
    _ = try await west.sync()
    try expectSame(north.store, west.store)
    #expect(west.asked.withLock { $0.allSatisfy { !$0.answer.body.contains(Self.secret) } })
  }

  @Test("A device that was put back to an older copy gets its entries back, and goes on after them")
  func olderCopy() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north"), "north", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    try north.store.apply(.set("owner", "Tom"), to: Self.key)
    _ = try await north.sync()
    try north.store.backup(to: folder.path("copy.sqlite"))
    try north.store.apply(.set("owner", "Tim"), to: Self.key)
    try north.store.apply(.set("tenant", "Kim"), to: Self.key)
    _ = try await north.sync()
    let copy = SyncingDevice(try store("copy"), like: north)
    #expect(try await copy.sync().received.responses.map(\.newEntries) == [2])
    try expectSame(north.store, copy.store)
    try copy.store.apply(.set("floors", 3), to: Self.key)
    _ = try await copy.sync()
    #expect(try await north.sync().received.responses.map(\.outcome) == [.extended])
    try expectSame(north.store, copy.store)
  }

  @Test("A collector that was put back gets again what it lost, of all lines, and gives it to others")
  func putBackCollector() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north", author: "Ada"), "north", of: collector, pulls: ["house"])
    let south = try SyncingDevice(try store("south", author: "Eve"), "south", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    try north.store.apply(.set("owner", "Tom"), to: Self.key)
    for device in [north, south] { _ = try await device.sync() }
    try north.store.apply(.set("floors", 2), to: Self.key)
    _ = try await north.sync()
    try server.cluster.backUp()
    try south.store.apply(.set("tenant", "Kim"), to: Self.key)
    for device in [south, north, south] { _ = try await device.sync() }
    try server.cluster.putBack()
    for device in [north, south] { _ = try await device.sync() }
    let west = try SyncingDevice(try store("west"), "west", of: collector, pulls: ["house"])
    _ = try await west.sync()
    #expect(try value("tenant", in: west.store) == "Kim" && value("floors", in: west.store) == "2")
    try expectSame(north.store, west.store)
    try expectSame(north.store, south.store)
  }

  @Test("Bounded answers: a device asks until it has everything, also if it is cut off in between")
  func bounded() async throws {
    var settings = CollectorRoutes.Settings()
    (settings.mostChanges, settings.mostGiven) = (2, 3)
    let collector = try await ListeningCollector(server, settings: settings)
    let north = try SyncingDevice(try store("north"), "north", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    for number in 1...5 {
      let key = ResponseKey(form: "house", response: "r\(number)")
      for entry in 1...number { try north.store.apply(.set("owner", .text("Tom \(entry)")), to: key) }
    }
    _ = try await north.sync()
    let south = try SyncingDevice(try store("south"), "south", of: collector, pulls: ["house"])
    var rounds = 0
    while try south.store.overview().flatMap(\.responses).reduce(0, { $0 + $1.revision }) < 15, rounds < 100 {
      rounds += 1
      // Each time it gets one answer further.
      _ = try await south.sync(answering: south.asked.withLock { $0.count } + 2)
    }
    #expect(rounds > 2 && rounds < 20)
    _ = try await south.sync()
    for number in 1...5 {
      let key = ResponseKey(form: "house", response: "r\(number)")
      #expect(try south.store.contents(of: key).digest == north.store.contents(of: key).digest)
    }
    for (question, answer) in south.asked.withLock({ $0 }) {
      let count = answer.lines.count { $0.hasPrefix(question.contains("entries") ? "{\"revision\"" : "{\"stream\"") }
      #expect(count <= (question.contains("entries") ? 3 : 2))
    }
    #expect(try south.store.check() == [])
    #expect(try await south.sync() == SyncReport())
  }

  @Test("A device gets only forms of its rights, and none without a right or a token")
  func rights() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north"), "north", of: collector, pulls: ["house", "profile"])
    try north.store.save(Self.form)
    try north.store.save(ProfileForm.form)
    try north.store.apply(.set("owner", "Tom"), to: Self.key)
    let profile = ResponseKey(form: "profile", response: "a")
    try north.store.apply(.set("firstname", "Ada"), to: profile)
    _ = try await north.sync()
    let south = try SyncingDevice(try store("south"), "south", of: collector, pulls: ["house"])
    #expect(try await south.sync().received.responses.map(\.form) == ["house"])
    let foreign = try #require(try north.store.contents(of: profile).stream)
    let question = EntriesQuestion(definitions: [], streams: [StatedHeads(stream: foreign, heads: [])])
    let data = try question.document()
    let reply = try await HTTPCaller.onThread { try south.post(data) }
    #expect(reply.lines.count == 2 && reply.lines.last == "{\"parts\":0}" && !reply.body.contains("Ada"))
    // With more rights, what came before is received as well.
    let later = SyncingDevice(
      south.store, like: try SyncingDevice(south.store, "south", of: collector, pulls: ["house", "profile"]))
    #expect(try await later.sync().received.responses.map(\.form) == ["profile"])
    let kiosk = try ChangesQuestion(since: nil).document()
    let refused = try await collector.post(String(decoding: kiosk, as: UTF8.self))
    #expect(refused.status == 403)
    #expect(
      refused.sentence
        == "the device “kiosk” gets no answers back; make it a token with formstate-collect device add --pull")
    #expect(try await collector.post(String(decoding: data, as: UTF8.self)).status == 403)
    #expect(try await collector.post(String(decoding: kiosk, as: UTF8.self), token: "stranger").status == 401)
  }

  @Test("A device with a filter gets the responses that have the answer, from when on they have it")
  func filtered() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north"), "north", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    func key(_ name: String) -> ResponseKey { ResponseKey(form: "house", response: name) }
    try north.store.apply(.set("owner", "Tom"), to: key("a"))
    try north.store.apply(.set("owner", "Ann"), to: key("b"))
    try north.store.apply(.set("floors", 3), to: key("c"))
    try north.store.apply(.set("owner", "To"), to: key("d"))
    _ = try await north.sync()
    let tablet = try SyncingDevice(try store("tablet"), "tablet", of: collector, pulls: ["house:owner=Tom"])
    func received(_ device: SyncingDevice) async throws -> [String] {
      try await device.sync().received.responses.filter { $0.outcome != .unchanged }.map(\.key).sorted()
    }
    #expect(try await received(tablet) == ["a"])
    let foreign = try #require(try north.store.contents(of: key("b")).stream)
    let question = try EntriesQuestion(definitions: [], streams: [StatedHeads(stream: foreign, heads: [])]).document()
    let reply = try await HTTPCaller.onThread { try tablet.post(question) }
    #expect(reply.lines.last == "{\"parts\":0}" && !reply.body.contains("Ann"))
    // One comes to have the answer, one loses it: that stays as it was, and takes part no more.
    try north.store.apply(.set("owner", "Tom"), to: key("b"))
    try north.store.apply(.set("owner", "Ann"), to: key("a"))
    _ = try await north.sync()
    #expect(try await received(tablet) == ["b"])
    #expect(try value("owner", in: tablet.store, key("a")) == "Tom")
    try tablet.store.apply(.set("tenant", "Kim"), to: key("a"))
    _ = try await tablet.sync()
    #expect(try await received(north) == ["a"])
    #expect(
      try value("owner", in: north.store, key("a")) == "Ann" && value("tenant", in: north.store, key("a")) == "Kim")
    #expect(try await tablet.sync() == SyncReport())
    // Other filters list everything again.
    let other = SyncingDevice(
      tablet.store,
      like: try SyncingDevice(tablet.store, "tablet", of: collector, pulls: ["house:floors=3", "house:owner=Ann"]))
    #expect(try await received(other) == ["a", "c"])
    #expect(try value("owner", in: tablet.store, key("a")) == "Ann")
  }

  @Test("A device gets what it wants and what it has; another wish begins the list again")
  func wishes() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north"), "north", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    func key(_ name: String) -> ResponseKey { ResponseKey(form: "house", response: name) }
    for (name, owner) in [("a", "Tom"), ("b", "Ann"), ("c", "Kim")] {
      try north.store.apply(.set("owner", .text(owner)), to: key(name))
    }
    _ = try await north.sync()
    var tablet = try SyncingDevice(try store("tablet"), "tablet", of: collector, pulls: ["house"])
    func received() async throws -> [String] {
      try await tablet.sync().received.responses.filter { $0.outcome != .unchanged }.map(\.key).sorted()
    }
    tablet.wants = [try ResponseScope("house:owner=Tom"), try ResponseScope("other")]
    #expect(try await received() == ["a"])
    try tablet.store.apply(.set("tenant", "Eve"), to: key("a"))
    try tablet.store.apply(.set("owner", "Zoe"), to: key("own"))
    #expect(try await received() == [])
    // What it has goes on, although it no longer has the answer.
    for name in ["a", "b"] { try north.store.apply(.set("owner", "Joe"), to: key(name)) }
    _ = try await north.sync()
    try north.store.apply(.set("floors", 2), to: key("own"))
    _ = try await north.sync()
    #expect(try await received() == ["a", "own"])
    #expect(try value("owner", in: tablet.store, key("a")) == "Joe")
    tablet.wants.append(try ResponseScope("house:owner=Joe"))
    #expect(try await received() == ["b"])
    tablet.wants = []
    #expect(try await received() == ["c"])
    let many = "{\"formstate-changes\":1,\"want\":[\"\"]}\n"
    #expect(
      try await collector.post(many, token: tablet.token).sentence
        == "question:1: want: has something else than responses; name a form, or write FORM:CELL=VALUE")
  }

  @Test("A filter is a form, or a form, a cell and its answer")
  func notation() throws {
    #expect(try ResponseScope("visit").form == "visit" && ResponseScope("visit").answer == nil)
    let scope = try ResponseScope("visit:clinic=a=b:c")
    #expect(scope.form == "visit" && scope.answer == ResponseScope.Answer(cell: "clinic", content: "a=b:c"))
    #expect(try ResponseScope("visit:clinic=").answer?.content == "")
    for text in ["", ":", "visit:", "visit:clinic", "visit:=north", ":clinic=north"] {
      #expect(throws: ResponseScope.Malformed.self, "\(text)") { try ResponseScope(text) }
    }
  }

  @Test("A hostile question is refused with a sentence, and a cursor that is none counts as none")
  func hostile() async throws {
    let collector = try await ListeningCollector(server)
    let north = try SyncingDevice(try store("north"), "north", of: collector, pulls: ["house"])
    try north.store.save(Self.form)
    try north.store.apply(.set("owner", "Tom"), to: Self.key)
    _ = try await north.sync()
    let stream = "{\"stream\":\"\(String(repeating: "0", count: 32))\",\"heads\":[]}\n"
    let many = (0...1000).map { number in
      let digits = String(number)
      return stream.replacing("0000\"", with: String(repeating: "0", count: 4 - digits.count) + "\(digits)\"")
    }
    for (body, status, words) in [
      ("{\"formstate-changes\":2}\n", 400, "question:1: is not version 1 of the question"),
      ("{\"formstate-changes\":1}\n{}\n", 400, "question:2: comes after the question"),
      ("{\"formstate-changes\":1,\"since\":7}\n", 400, "question:1: since: is an integer"),
      ("{\"formstate-changes\":1,\"since\":\"" + String(repeating: "a", count: 70_000) + "\"}\n", 413, "at most 65536"),
      ("{\"formstate-entries\":1}\n{\"stream\":\"'; DROP\",\"heads\":[]}\n", 400, "question:2: stream: "),
      ("{\"formstate-entries\":1}\n" + stream + stream, 400, "question:3: names a response again"),
      ("{\"formstate-entries\":1}\n" + many.joined(), 400, "is about more than 1000 responses"),
      ("{\"formstate-entries\":1,\"definitions\":[\"x\"]}\n", 400, "definitions: has something else than digests"),
      ("{\"formstate-entries\":1}\n" + String(repeating: "\n", count: 5 << 20), 413, "at most 4194304"),
    ] {
      let reply = try await collector.post(body, token: north.token)
      #expect(reply.status == status && reply.sentence?.contains(words) == true, "\(body.prefix(60)) \(reply.body)")
    }
    for cursor in ["", "x", "a.b.c", "0123.99999999999999999.", "0123.1.2.3.4.5"] {
      let question = String(decoding: try ChangesQuestion(since: cursor).document(), as: UTF8.self)
      let reply = try await collector.post(question, token: north.token)
      #expect(reply.status == 200 && reply.lines.count == 2, "\(cursor)")
    }
  }

  @Test("The place where a list ended is before what may still be committed")
  func cursors() {
    let places = [(time: Int64(10), stream: StreamName.random()), (20, .random()), (30, .random())]
    let start = ChangeCursor(nil, about: "x")
    let first = start.after(Array(places.prefix(2)), safeUpTo: 15, hasMore: true)
    #expect(first.time == 20 && first.safe?.time == 10)
    #expect(ChangeCursor(first.text(about: "x"), about: "x") == first)
    // The limit stays that of the beginning of the list.
    let second = first.after([places[2]], safeUpTo: 100, hasMore: false)
    #expect(second.time == 10 && second.stream == places[0].stream && second.safe == nil)
    #expect(ChangeCursor(second.text(about: "x"), about: "x") == second)
    #expect(ChangeCursor(second.text(about: "x"), about: "y") == start)
    #expect(second.after([], safeUpTo: 100, hasMore: false) == second)
  }
}
#endif
