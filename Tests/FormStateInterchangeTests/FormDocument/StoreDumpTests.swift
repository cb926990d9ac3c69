import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange
@testable import FormStateStore

/// A whole store as one JSON document, and restoring it.
@Suite("Dumps")
struct StoreDumpTests {
  private func dump(_ store: FormStore) throws -> Data {
    var data = Data()
    var writer = StoreDumpWriter { data.append($0) }
    try store.forEachPart { try writer.write($0) }
    try writer.finish()
    return data
  }

  private func restored(_ data: Data) throws -> FormStore {
    let (store, other) = (try FormStore.inMemory(), try FormStore.inMemory())
    try store.restore(parts: DumpInPortions(data, of: 1000).reader.forEachPart)
    try other.restore(try StoreDump.read(data, sourceName: "dump.json"))
    #expect(try dump(store) == (try dump(other)))
    return store
  }

  /// Compares everything that two stores return.
  private func expectEqual(_ store: FormStore, _ other: FormStore, _ place: Comment? = nil) throws {
    #expect(try other.overview(includingDigests: true) == (try store.overview(includingDigests: true)), place)
    #expect(try other.check() == [], place)
    for form in try store.overview() {
      for response in form.responses {
        let key = ResponseKey(form: form.key, response: response.key)
        #expect(try other.journal(of: key) == (try store.journal(of: key)), place)
        #expect(try other.contents(of: key).isAlike(try store.contents(of: key)), place)
        #expect(try other.setAside(of: key) == (try store.setAside(of: key)), place)
        for scope in UndoScope.allCases {
          #expect(try other.undoNames(of: key, scope: scope) == (try store.undoNames(of: key, scope: scope)), place)
        }
      }
    }
  }

  @Test("An empty store, a form without responses and one without sections can be restored")
  func small() throws {
    let store = try FormStore.inMemory()
    #expect(String(decoding: try dump(store), as: UTF8.self) == "{\n  \"formstateDump\": 1,\n  \"forms\": []\n}\n")
    try expectEqual(store, try restored(try dump(store)))
    try store.save(FormDefinition(key: "empty"))
    try store.save(ProfileForm.form)
    try expectEqual(store, try restored(try dump(store)))
  }

  @Test("Restored versions keep their numbers, with gaps and without responses")
  func versions() throws {
    let store = try FormStore.inMemory()
    func form(_ title: String) -> FormDefinition {
      FormDefinition(
        key: "f", title: title, sections: [FormSection(key: "s", cells: [FormCell(key: "a", kind: .text)])])
    }
    let key = ResponseKey(form: "f")
    for title in ["one", "two", "three", "four"] {
      try store.save(form(title))
      if title == "two" { try store.apply(.set(.key("a"), .text("x")), to: key) }
    }
    #expect(try store.deleteUnusedVersions(of: "f") == [1, 3])
    try store.create(ResponseKey(form: "f", response: "untouched"))
    try store.save(form("five"))
    try store.save(form("one more"))
    // A version from another store, which is not current here.
    let elsewhere = try FormStore.inMemory()
    try elsewhere.save(form("foreign"))
    try elsewhere.apply(.set(.key("a"), .text("y")), to: ResponseKey(form: "f", response: "guest"))
    try store.importForms([try elsewhere.contents(ofForm: "f")])
    let other = try restored(try dump(store))
    try expectEqual(store, other)
    #expect(try dump(other) == (try dump(store)))
    for number in [2, 4, 5, 6, 7] { #expect(try other.form("f", version: number) == store.form("f", version: number)) }
    #expect(throws: StoreError.unknownVersion(form: "f", number: 3)) { try other.form("f", version: 3) }
    #expect(try other.contents(of: ResponseKey(form: "f", response: "new")).version == 6)
  }

  @Test(
    "Random responses are restored completely, and their dump is byte-identical",
    arguments: TestSeeds.seeds(1, full: 20))
  func random(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var filling = try RandomFilling(seed: seed)
    // It is possible that no random action changes anything.
    try filling.store.create(filling.key)
    for round in 0..<3 {
      try filling.fillIn(25)
      try filling.store.copy(filling.key, to: "copy \(round)")
      let data = try dump(filling.store)
      let other = try restored(data)
      try expectEqual(filling.store, other, place)
      #expect(try dump(other) == data, place)
      try filling.store.compact(filling.key, keeping: filling.number(in: 0...15))
    }
  }

  @Test("Authors, upgrades and set-aside contents are restored")
  func upgraded() throws {
    let store = try FormStore.inMemory()
    store.author = "Becky"
    try store.save(ProfileForm.form)
    let key = ResponseKey(form: "profile")
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    var changed = ProfileForm.form
    changed.sections[0].cells.removeAll { $0.key == "firstname" }
    changed.sections[0].cells[0].additionalRows -= 1
    try store.save(changed)
    try store.upgrade(key)
    store.author = nil
    try store.apply(.set(.key("lastname"), .text("Sawyer")), to: key)
    #expect(try !store.setAside(of: key).isEmpty)
    let other = try restored(try dump(store))
    try expectEqual(store, other)
    try store.compact(key, keeping: 0)
    try expectEqual(store, try restored(try dump(store)))
    #expect(try other.undo(of: key, count: 2).count == 2)
    #expect(try other.contents(of: key).version == 1)
  }

  @Test("An entry is on one line")
  func lines() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set(.key("firstname"), .text("Tom")), to: ResponseKey(form: "profile"))
    let text = String(decoding: try dump(store), as: UTF8.self)
    let entries = text.split(separator: "\n").filter { $0.contains("\"revision\"") }
    #expect(entries.count == 1)
    #expect(
      entries.first?.contains(#""action":{"action":"set","cell":"firstname","value":"Tom"},"changes":[{"#) == true)
  }

  @Test(
    "A document that is not a dump, or a faulty one, is refused with its place",
    arguments: [
      ("[]", "the root is an array, not an object; use a file written by formstate export dump"),
      ("{}", "formstateDump: is missing, so this is not a dump; use a file written by formstate export dump"),
      (
        #"{"formstate":1,"key":"f","sections":[]}"#,
        "formstateDump: is missing, so this is a form and not a dump; import it with formstate import"
      ),
      (
        #"{"formstateDump":2,"forms":[]}"#,
        "formstateDump: is the number 2, not version 1 of the format; use a FormState that supports it"
      ),
      (#"{"formstateDump":1}"#, "forms: is missing; write an array of form documents"),
      (#"{"formstateDump":1,"forms":{}}"#, "forms: is an object, not an array; write an array"),
      (#"{"formstateDump":1,"forms":[7]}"#, "forms[0]: is an integer, not an object; "),
      (#"{"formstateDump":1,"forms":[{"formstate":1,"key":"f"}]}"#, "forms[0].sections: is missing; "),
      (#"{"formstateDump":1,"forms":[{"formstate":1,"key":"","sections":[]}]}"#, "forms[0].key: "),
      (
        #"{"formstateDump":1,"forms":[{"formstate":1,"key":"f","sections":[]},{"formstate":1,"key":"f","sections":[]}]}"#,
        "forms[1].key: another form has the same key; give each a different one"
      ),
      (
        #"{"formstateDump":1,"forms":[{"formstate":1,"key":"f","sections":[],"responses":[{"key":"r","journal":[7]}]}]}"#,
        "forms[0].responses[0].journal[0]: "
      ),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: ImportError.self) { try StoreDump.read(Data(text.utf8), sourceName: "dump.json") }
    #expect(error?.withoutLines.description.hasPrefix("dump.json: \(message)") == true, "\(String(describing: error))")
    let other = #expect(throws: ImportError.self) {
      try DumpInPortions(Data(text.utf8), of: 7).reader.forEachPart { _ in }
    }
    #expect(other == error)
  }

  @Test("Importing a dump as a form is refused; restoring requires an empty store")
  func elsewhere() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let data = try dump(store)
    let error = #expect(throws: ImportError.self) {
      try DefinitionImporter.read(data, settings: ImportSettings(sourceName: "dump.json"))
    }
    #expect(
      error?.description == "dump.json: this is a dump of a whole file, not a form; "
        + "restore it with formstate restore, or take it with formstate sync --receive-only")
    let forms = try StoreDump.read(data, sourceName: "dump.json")
    let refusal = #expect(throws: StoreError.self) { try store.restore(forms) }
    #expect(
      refusal?.description.hasSuffix(
        "holds forms already; restore into a new file, or bring responses in with formstate sync") == true)
  }
}
