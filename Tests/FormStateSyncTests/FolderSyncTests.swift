import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateSync

/// Devices that never meet, and exchange answers by a folder.
@Suite("Sync with a folder")
struct FolderSyncTests {
  private let key = ResponseKey(form: "house")

  private func value(_ cell: String, in store: FormStore) throws -> String? {
    try store.contents(of: key).state[.value, of: StateSubject(cell)]?.value?.plainText
  }

  @Test("What two devices answered on a stick is on both, one question is open on both, and settled on both")
  func story() throws {
    let world = try SyncWorld(devices: 2, folders: 1)
    let (north, south, stick) = (world.stores[0].acting(as: "Ada"), world.stores[1].acting(as: "Eve"), world.folders[0])
    try north.apply(.set("owner", "Tom"), to: key)
    let first = try north.sync(with: stick)
    #expect(first.sentEntries == 1 && first.sentResponses == 1 && first.writtenFiles.count == 1)
    let second = try south.sync(with: stick)
    #expect(second.received.responses.map(\.outcome) == [.added] && second.sentEntries == 0)
    try north.apply(.set("floors", 2), to: key)
    try north.apply(.choose("roof=good"), to: key)
    try south.apply(.set("tenant", "Kim"), to: key)
    try south.apply(.choose("roof=poor"), to: key)
    try north.sync(with: stick)
    let joined = try south.sync(with: stick)
    #expect(joined.received.responses.map(\.outcome) == [.joined] && joined.received.responses[0].questions == 1)
    #expect(joined.sentEntries == 2)
    #expect(try north.sync(with: stick).received.responses.map(\.outcome) == [.joined])
    #expect(try value("tenant", in: north) == "Kim" && value("floors", in: south) == "2")
    #expect(try north.contents(of: key).digest == south.contents(of: key).digest)
    #expect(try south.questions().map(\.address) == ["roof"])
    try south.apply(.settle("roof", taking: 2), to: key)
    let taken = try value("roof", in: south)
    _ = try world.settle()
    #expect(try north.questions().isEmpty && value("roof", in: north) == taken)
    #expect(try north.contents(of: key).digest == south.contents(of: key).digest)
    for store in world.stores { #expect(try store.check() == []) }
    let last = try north.sync(with: stick)
    #expect(last == SyncReport())
  }

  @Test("A key that was begun twice is two responses, each called the same wherever it is the second one")
  func twins() throws {
    let world = try SyncWorld(devices: 4, folders: 2)
    let (stores, stick) = (world.stores, world.folders[0])
    for (store, name) in zip(stores, ["Ann", "Bob", "Cid"]) { try store.apply(.set("owner", .text(name)), to: key) }
    let streams = try stores.prefix(3).map { try #require(try $0.contents(of: key).stream) }
    for _ in 0..<2 { for store in stores.prefix(3) { try store.sync(with: stick) } }
    func owners(_ store: FormStore) throws -> [String: String] {
      try Dictionary(
        uniqueKeysWithValues: store.responseKeys(ofForm: "house").map { response in
          let key = ResponseKey(form: "house", response: response)
          return (
            response, try store.contents(of: key).state[.value, of: StateSubject("owner")]?.value?.plainText ?? ""
          )
        })
    }
    let marked = streams.map { "default~\($0.description.prefix(4))" }
    #expect(try owners(stores[0]) == ["default": "Ann", marked[1]: "Bob", marked[2]: "Cid"])
    #expect(try owners(stores[1]) == ["default": "Bob", marked[0]: "Ann", marked[2]: "Cid"])
    #expect(try owners(stores[2]) == ["default": "Cid", marked[0]: "Ann", marked[1]: "Bob"])
    // Who passes them on gives them their own key back, and a dump keeps the names of its file.
    try stores[1].sync(with: world.folders[1])
    try stores[3].sync(with: world.folders[1])
    #expect(try owners(stores[3]).count == 3 && owners(stores[3])["default"] != nil)
    #expect(Set(try owners(stores[3]).keys).isSubset(of: Set(marked + ["default"])))
    let copy = try FormStore.inMemory()
    try copy.restore(parts: stores[0].forEachPart)
    #expect(try owners(copy) == owners(stores[0]))
    // An answer to one of them arrives in it, whatever it is called.
    try stores[0].apply(.set("tenant", "Kim"), to: ResponseKey(form: "house", response: marked[1]))
    for _ in 0..<2 { for store in stores.prefix(3) { try store.sync(with: stick) } }
    #expect(try value("tenant", in: stores[1]) == "Kim")
    for store in stores { #expect(try store.check() == []) }
  }

  @Test("A third device gets over a second stick what two exchanged on the first")
  func relayed() throws {
    let world = try SyncWorld(devices: 3, folders: 2)
    let stores = world.stores
    try stores[0].apply(.set("owner", "Tom"), to: key)
    try stores[0].sync(with: world.folders[0])
    try stores[1].sync(with: world.folders[0])
    try stores[0].apply(.set("tenant", "north"), to: key)
    try stores[1].apply(.set("tenant", "south"), to: key)
    try stores[0].sync(with: world.folders[0])
    try stores[1].sync(with: world.folders[0])
    try stores[1].sync(with: world.folders[1])
    let report = try stores[2].sync(with: world.folders[1])
    #expect(report.received.responses.map(\.outcome) == [.added] && report.skipped.isEmpty)
    #expect(report.received.responses[0].questions == 1)
    #expect(try SyncWorld.contents(of: stores[2]).said.isSuperset(of: ["Tom", "north", "south"]))
    #expect(try stores[2].contents(of: key).digest == stores[1].contents(of: key).digest)
    #expect(try stores[2].check() == [])
  }

  @Test("A file that was copied in part, or comes before the one it goes on after, is named and taken later")
  func incomplete() throws {
    let world = try SyncWorld(devices: 2, folders: 1)
    let (north, south, stick) = (world.stores[0], world.stores[1], world.folders[0])
    try north.apply(.set("owner", "Tom"), to: key)
    try north.sync(with: stick)
    try north.apply(.set("owner", "Tim"), to: key)
    try north.sync(with: stick)
    let files = try world.files(in: stick).sorted { $0.key < $1.key }
    try #require(files.count == 2)
    let whole = try Data(contentsOf: URL(fileURLWithPath: files[0].value))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: files[0].value))
    var report = try south.sync(with: stick)
    #expect(report.skipped.map(\.name) == files.map(\.key))
    #expect(
      report.skipped.map(\.reason) == [
        "is not whole, or was changed; let it be copied again",
        "the response “default” goes on after revision 1, which no file here has",
      ])
    #expect(!report.received.changesAnything)
    try whole.write(to: URL(fileURLWithPath: files[0].value))
    report = try south.sync(with: stick)
    #expect(report.skipped.isEmpty && report.received.responses.map(\.newEntries) == [2])
    #expect(try value("owner", in: south) == "Tim")
  }

  @Test("What a lost file brought is written again by a device that has it")
  func lost() throws {
    let world = try SyncWorld(devices: 3, folders: 1)
    let (north, south, stick) = (world.stores[0], world.stores[1], world.folders[0])
    try north.apply(.set("owner", "Tom"), to: key)
    try north.sync(with: stick)
    try south.sync(with: stick)
    for path in try world.files(in: stick).values { try FileManager.default.removeItem(atPath: path) }
    #expect(try south.sync(with: stick).sentEntries == 1)
    #expect(try world.stores[2].sync(with: stick).received.responses.map(\.newEntries) == [1])
  }

  @Test("A device whose file was put back gets what it lost from its own files, and goes on")
  func putBack() throws {
    let world = try SyncWorld(devices: 1, folders: 1)
    let stick = world.folders[0]
    try world.stores[0].apply(.set("owner", "Tom"), to: key)
    try world.stores[0].sync(with: stick)
    let copy = world.place.path("copy.sqlite")
    try world.stores[0].backup(to: copy)
    try world.stores[0].apply(.set("owner", "Tim"), to: key)
    try world.stores[0].sync(with: stick)
    try world.putBack(0, to: copy)
    try world.stores[0].apply(.set("tenant", "Kim"), to: key)
    #expect(try world.stores[0].sync(with: stick).received.responses.map(\.outcome) == [.joined])
    #expect(try value("owner", in: world.stores[0]) == "Tim" && value("tenant", in: world.stores[0]) == "Kim")
    #expect(try Set(world.files(in: stick).keys.map { $0.prefix(16) }).count == 1)
    #expect(try world.stores[0].check() == [])
  }

  @Test("A cleared sensitive answer is in no file and no table once each device has synced")
  func cleared() throws {
    let world = try SyncWorld(devices: 2, folders: 2)
    let (north, south) = (world.stores[0], world.stores[1])
    try north.apply(.set("owner", "Tom"), to: key)
    try north.apply(.set("secret", "x-secret-x"), to: key)
    _ = try world.settle()
    try south.apply(.set("tenant", "Kim"), to: key)
    try south.apply(.clear("secret"), to: key)
    _ = try world.settle()
    for folder in world.folders {
      for path in try world.files(in: folder).values {
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("x-secret-x"))
      }
    }
    for store in world.stores {
      #expect(try !SyncWorld.contents(of: store).said.contains("x-secret-x"))
      #expect(try store.check() == [])
    }
    #expect(try north.contents(of: key).digest == south.contents(of: key).digest)
    // What is left is taken by a device that was never there.
    let third = try FormStore.inMemory()
    let report = try third.sync(with: world.folders[1])
    #expect(report.skipped.isEmpty)
    #expect(try third.contents(of: key).digest == south.contents(of: key).digest)
  }

  @Test(
    "What a merge that somebody built upon repeats of a cleared answer goes too, and what was given meanwhile stays")
  func clearedBesideMerge() throws {
    let world = try SyncWorld(devices: 2, folders: 1)
    let (north, south, stick) = (world.stores[0], world.stores[1], world.folders[0])
    try north.apply(.set("owner", "Tom"), to: key)
    _ = try world.settle()
    try north.apply(.set("secret", "x-secret-x"), to: key)
    for floors in 1...3 { try south.apply(.set("floors", .integer(Int64(floors))), to: key) }
    try north.sync(with: stick)
    try south.sync(with: stick)
    // South goes on after a merge that says what north answered; north clears without knowing of it.
    try south.apply(.set("tenant", "Kim"), to: key)
    try south.apply(.set("secret", "given elsewhere"), to: key)
    try north.apply(.clear("secret"), to: key)
    _ = try world.settle()
    for path in try world.files(in: stick).values {
      #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("x-secret-x"))
    }
    for store in world.stores {
      let said = try SyncWorld.contents(of: store).said
      #expect(!said.contains("x-secret-x") && said.isSuperset(of: ["given elsewhere", "Kim", "Tom"]))
      #expect(try store.check() == [])
      #expect(try store.questions().map(\.address) == ["secret"])
    }
    #expect(try north.contents(of: key).digest == south.contents(of: key).digest)
  }

  @Test("Two persons who clear an answer, of whom one did not know of it, leave the same everywhere")
  func clearedTwice() throws {
    let world = try SyncWorld(devices: 3, folders: 2)
    let (north, south, east) = (world.stores[0], world.stores[1], world.stores[2])
    try north.apply(.set("owner", "Tom"), to: key)
    _ = try world.settle()
    try north.apply(.set("secret", "x-secret-x"), to: key)
    try east.apply(.clear("secret"), to: key)
    for store in [north, south] { try store.sync(with: world.folders[0]) }
    for store in [east, north] { try store.sync(with: world.folders[1]) }
    #expect(try north.questions().map(\.address) == ["secret"])
    // It goes on after the answer that it has from a file of another device.
    try south.apply(.clear("secret"), to: key)
    #expect(try world.settle().flatMap(\.skipped).isEmpty)
    for store in world.stores {
      #expect(try !SyncWorld.contents(of: store).said.contains("x-secret-x"))
      #expect(try store.contents(of: key).digest == south.contents(of: key).digest)
      #expect(try store.questions().isEmpty && store.check() == [])
    }
  }

  @Test("Two files are the same after a sync, and again nothing changes")
  func betweenFiles() throws {
    let world = try SyncWorld(devices: 2, folders: 0)
    try world.stores[0].apply(.set("owner", "Tom"), to: key)
    try world.stores[0].sync(with: world.stores[1])
    try world.stores[0].apply(.set("owner", "Tim"), to: key)
    try world.stores[1].apply(.set("tenant", "Kim"), to: key)
    let report = try world.stores[0].sync(with: world.stores[1])
    #expect(report.received.responses.map(\.outcome) == [.joined] && report.sentEntries == 1)
    #expect(try world.stores.map { try $0.contents(of: key).digest }.allSatisfy { $0 == report.digest(of: world) })
    let again = try world.stores[1].sync(with: world.stores[0])
    #expect(!again.received.changesAnything && again.sentResponses == 0)
  }

  @Test("A joined response arrives with all its lines in a store that did not have it")
  func newWithLines() throws {
    let world = try SyncWorld(devices: 2, folders: 0)
    try world.stores[0].apply(.set("owner", "Tom"), to: key)
    try world.stores[0].sync(with: world.stores[1])
    try world.stores[0].apply(.set("owner", "north"), to: key)
    try world.stores[1].apply(.set("owner", "south"), to: key)
    try world.stores[0].sync(with: world.stores[1])
    let third = try FormStore.inMemory()
    try third.merge(parts: world.stores[0].forEachPart)
    #expect(try SyncWorld.contents(of: third).said.isSuperset(of: ["Tom", "north", "south"]))
    #expect(try third.check() == [])
  }

  @Test("A dry run says what would be done, and changes neither the file nor the folder")
  func dryRun() throws {
    let world = try SyncWorld(devices: 2, folders: 1)
    let stick = world.folders[0]
    try world.stores[0].apply(.set("owner", "Tom"), to: key)
    var report = try world.stores[0].sync(with: stick, isDryRun: true)
    #expect(report.sentEntries == 1 && report.writtenFiles.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick.path).isEmpty)
    #expect(try world.stores[0].destinations().isEmpty)
    try world.stores[0].sync(with: stick)
    report = try world.stores[1].sync(with: stick, isDryRun: true)
    #expect(report.received.responses.map(\.outcome) == [.added])
    #expect(try world.stores[1].counts().responses == 0)
  }

  @Test("What is no folder, has another name file, or an odd name, is refused or named")
  func odd() throws {
    let world = try SyncWorld(devices: 1, folders: 1)
    let store = world.stores[0]
    #expect(throws: SyncError("the folder “/nowhere/stick” does not exist; make it first, or plug the stick in")) {
      try store.sync(with: SyncFolder(path: "/nowhere/stick"))
    }
    let file = world.place.path("file")
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(throws: SyncError("“\(file)” is no folder")) { try store.sync(with: SyncFolder(path: file)) }
    try store.sync(with: world.folders[0])
    let peer = "\(world.folders[0].path)/0123456789abcdef"
    try FileManager.default.createDirectory(atPath: peer, withIntermediateDirectories: false)
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(peer)/note.txt"))
    try Data("{}\n".utf8).write(to: URL(fileURLWithPath: "\(peer)/000001-ca3d163bab055381.jsonl"))
    let report = try store.sync(with: world.folders[0])
    #expect(
      report.skipped.map { "\($0.name) \($0.reason)" } == [
        "0123456789abcdef/note.txt has another name than the files of a sync; delete it",
        "0123456789abcdef/000001-ca3d163bab055381.jsonl line 1 is not the beginning of a batch; "
          + "write it with formstate outbox write",
      ])
    let name = "\(world.folders[0].path)/formstate-sync.json"
    try Data("[]".utf8).write(to: URL(fileURLWithPath: name))
    #expect(
      throws: SyncError(
        "“\(name)” does not name a folder for sync; if the folder is one, delete this file, and it gets a new name")
    ) { try store.sync(with: world.folders[0]) }
  }
}

extension SyncReport {
  fileprivate func digest(of world: SyncWorld) -> String? {
    try? world.stores[0].contents(of: ResponseKey(form: "house")).digest
  }
}
