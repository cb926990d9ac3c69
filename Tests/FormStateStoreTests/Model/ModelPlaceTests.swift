import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("The place of a model", .timeLimit(.minutes(15)))
@MainActor
struct ModelPlaceTests {
  private let key = ResponseKey(form: "profile")

  private func store() throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return store
  }

  @Test("The next model of the device has the last reported place")
  func restored() async throws {
    let store = try store()
    try store.apply(.tap("fullname"), to: key)
    let model = FormModel(try store.session(for: key))
    #expect(model.place == nil)
    for first in ["fullname", "firstname", "birth"] {
      model.keep(FormPlace(cell: "lastname", firstRow: .key(first)))
    }
    try await waitUntil { model.session.place != nil }
    #expect(model.session.place == FormPlace(cell: "lastname", firstRow: "birth"))
    #expect(model.place == nil && model.failure == nil && model.revision == 1)
    #expect(FormModel(try store.session(for: key)).place == FormPlace(cell: "lastname", firstRow: "birth"))
    #expect(FormModel(try store.session(for: key, device: "tablet")).place == nil)
    model.keep(FormPlace(firstRow: "sport"))
    #expect(await model.keepPlace())
    #expect(model.session.place == FormPlace(firstRow: "sport"))
  }

  @Test("The article's view finds its first row again")
  func documented() async throws {
    let store = try store()
    let model = FormModel(try store.session(for: key))
    _ = try await model.perform(.tap("fullname")).value

    model.keep(FormPlace(cell: "lastname", firstRow: "fullname"))
    await model.keepPlace()
    let next = FormModel(try store.session(for: ResponseKey(form: "profile")))
    let row = next.place?.firstRow

    #expect(row == "fullname" && next.place?.cell == "lastname")
  }

  @Test("A place that is reported before the response begins is kept with its first action")
  func begun() async throws {
    let model = FormModel(try store().session(for: key))
    model.keep(FormPlace(firstRow: "sport"))
    #expect(await !model.keepPlace())
    #expect(model.failure == nil)
    model.perform(.tap("fullname"))
    await model.settle()
    try await waitUntil { model.session.place != nil }
    #expect(model.session.place == FormPlace(firstRow: "sport"))
  }
}
