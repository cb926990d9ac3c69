import FormState
import Foundation
import Testing

@testable import FormStateStore

/// What a person types character by character, and what is the answer meanwhile and after.
@Suite("Typing in a model's text fields", .timeLimit(.minutes(15)))
@MainActor
struct ModelEditingTests {
  private static func form(language: String? = nil) -> FormDefinition {
    var form = FormDefinition(key: "m") {
      FormSection(key: "s") {
        Cell.integer("age", title: "Age", range: NumberRange(minimum: 0, maximum: 120))
        Cell.decimal("dose", title: "Dose")
        Cell.time("time", title: "Time")
        Cell.text("name", title: "Name")
        Cell.switch("locked", title: "Locked")
        Cell.decimal("fee", title: "Fee").readOnly(when: "${locked}")
      }
    }
    form.language = language
    return form
  }

  private func model(
    language: String? = nil, coalescing: Duration = .seconds(3600)
  ) throws -> (model: FormModel, store: FormStore) {
    let store = try FormStore.inMemory()
    try store.save(Self.form(language: language))
    return (FormModel(try store.session(for: ResponseKey(form: "m"), coalescing: coalescing)), store)
  }

  /// Types characters one after the other, and expects the field to show them all.
  private func type(
    _ text: String, _ cell: CellReference, _ model: FormModel, _ place: SourceLocation = #_sourceLocation
  ) async {
    let field: ValueBinding<String> = model.binding(for: cell)
    let before = field.value
    for (count, character) in text.enumerated() {
      field.value += String(character)
      #expect(field.value == before + text.prefix(count + 1), sourceLocation: place)
      await model.settle()
      #expect(field.value == before + text.prefix(count + 1), sourceLocation: place)
    }
  }

  private func draft(_ cell: CellReference, _ model: FormModel) -> String? { model.session.status(of: cell)?.draft }

  @Test("No beginning of what is typed is the answer")
  func prefixes() async throws {
    let (model, _) = try model(language: "en")
    await type("250", "age", model)
    #expect(model.value(of: "age") == nil && draft("age", model) == "250")
    await type("1,5", "dose", model)
    await type("08:05:30", "time", model)
    #expect(model.value(of: "age") == nil && model.value(of: "dose") == nil && model.value(of: "time") == nil)
    model.perform(.complete)
    await model.settle()
    #expect(model.faults.map(\.kind) == [.draft, .draft] && model.faults.map(\.cell) == ["age", "dose"])
    #expect((model.failure as? ActionError)?.code == .faults && !model.session.isCompleted)
    // The time was entered by the action.
    #expect(model.value(of: "time")?.plainText == "08:05:30" && draft("time", model) == nil)
    let age: ValueBinding<String> = model.binding(for: "age")
    #expect(age.value == "250")
  }

  @Test("The end of editing enters what was typed, or reports why it is refused and keeps it")
  func ending() async throws {
    let (model, _) = try model()
    let age: ValueBinding<String> = model.binding(for: "age")
    await type("42", "age", model)
    model.endEditing()
    #expect(age.value == "42")
    await model.settle()
    #expect(model.value(of: "age") == 42 && draft("age", model) == nil && model.faults == [])
    await type("0", "age", model)
    #expect(model.value(of: "age") == 42)
    model.endEditing(of: "name")
    #expect(age.value == "420" && model.failure == nil)
    model.endEditing(of: "age")
    await model.settle()
    #expect(model.value(of: "age") == 42 && draft("age", model) == "420" && age.value == "420")
    #expect(
      model.failure?.localizedDescription
        == "the cell “age” refuses the value: “420” is not accepted; give a whole number from 0 to 120")
    #expect(model.faults.map(\.kind) == [.draft])
    // Corrected, back to the answer: nothing is left to enter.
    age.value = "42"
    await model.settle()
    #expect(draft("age", model) == nil && model.faults == [])
    age.value = ""
    await model.settle()
    #expect(model.value(of: "age") == nil && age.value == "")
    model.endEditing()
    await model.settle()
    #expect(model.value(of: "age") == nil && draft("age", model) == nil)
  }

  @Test("Text is the answer with each character, and is not rewritten")
  func texts() async throws {
    let (model, store) = try model()
    await type("Ad", "name", model)
    #expect(model.value(of: "name") == "Ad" && model.faults == [])
    // Another writer does not rewrite what the person is typing.
    try store.apply(.set("name", "Bea"), to: ResponseKey(form: "m"))
    _ = try await model.refresh().value
    let name: ValueBinding<String> = model.binding(for: "name")
    #expect(model.value(of: "name") == "Bea" && name.value == "Ad")
    model.endEditing()
    #expect(name.value == "Bea")
  }

  @Test("Other controls, actions, groups and undo end the editing", arguments: 0..<6)
  func others(way: Int) async throws {
    let (model, _) = try model()
    await type("42", "age", model)
    switch way {
    case 0: model.perform(.set("name", "Ada"))
    case 1: model.group("Names") { try $0.apply(.set("name", "Ada")) }
    case 2: (model.binding(for: "locked") as ValueBinding<Bool>).value = true
    case 3: (model.binding(for: "name") as ValueBinding<String>).value = "A"
    case 4: model.undo()
    default:
      model.undo()
      model.redo()
    }
    await model.settle()
    // Typing and entering are one step.
    #expect(model.value(of: "age") == (way == 4 ? nil : 42))
    #expect(draft("age", model) == nil && model.failure == nil)
  }

  @Test("Typing is no entry of the journal; entering what was typed is one, however long the person waits")
  func steps() async throws {
    let (model, store) = try model(coalescing: .nanoseconds(1))
    await type("42", "age", model)
    #expect(try store.journal(of: ResponseKey(form: "m")) == [])
    model.endEditing()
    await model.settle()
    #expect(try store.journal(of: ResponseKey(form: "m")).map(\.action) == [.set("age", 42)])
  }

  @Test("A long text is a draft until editing ends, so typing it costs its length and not the square of it")
  func longText() async throws {
    let (model, store) = try model(coalescing: .nanoseconds(1))
    let long = String(repeating: "Slate, some slipped. ", count: 13)
    let name: ValueBinding<String> = model.binding(for: "name")
    name.value = long
    await model.settle()
    #expect(model.value(of: "name") == nil && draft("name", model) == long && name.value == long)
    name.value += "One"
    await model.settle()
    #expect(try store.journal(of: ResponseKey(form: "m")) == [] && draft("name", model) == long + "One")
    model.endEditing(of: "name")
    await model.settle()
    #expect(model.value(of: "name") == .text(long + "One") && draft("name", model) == nil && name.value == long + "One")
    #expect(try store.journal(of: ResponseKey(form: "m")).count == 1)
    // Shortened below the limit, it is the answer at once again.
    name.value = "Slate"
    await model.settle()
    #expect(model.value(of: "name") == "Slate" && draft("name", model) == nil)
  }

  @Test("A draft from an earlier launch is shown, and entered when its field is left")
  func earlierDraft() async throws {
    let (first, store) = try model()
    await type("42", "age", first)
    let model = FormModel(try store.session(for: ResponseKey(form: "m")))
    let age: ValueBinding<String> = model.binding(for: "age")
    #expect(age.value == "42" && model.value(of: "age") == nil && model.faults.map(\.kind) == [.draft])
    // Fields report their text when they get the focus.
    age.value = "42"
    model.endEditing()
    await model.settle()
    #expect(model.value(of: "age") == nil)
    model.endEditing(of: "age")
    model.endEditing(of: "age")
    await model.settle()
    #expect(model.value(of: "age") == 42 && model.faults == [] && model.revision == 1)
  }

  @Test("A field that reports its unchanged text enters nothing")
  func unchanged() async throws {
    let (model, _) = try model()
    for cell: CellReference in ["age", "name"] {
      let field: ValueBinding<String> = model.binding(for: cell)
      field.value = ""
    }
    model.endEditing()
    await model.settle()
    #expect(model.revision == 0 && model.failure == nil)
  }

  @Test("A read-only cell refuses typing, and its field shows its answer again when editing ends")
  func readOnly() async throws {
    let (model, _) = try model()
    _ = try await model.perform(.set("fee", "5")).value
    _ = try await model.perform(.set("locked", true)).value
    await type("0", "fee", model)
    #expect((model.failure as? ActionError)?.code == .readOnly)
    model.endEditing()
    await model.settle()
    let fee: ValueBinding<String> = model.binding(for: "fee")
    #expect(fee.value == "5" && draft("fee", model) == nil && model.faults == [])
  }

  @Test(
    "Numbers are typed and shown with the decimal sign of the language",
    arguments: [
      ("de", "1,5", "1.5", "1,5"), ("de", "1.500", "1500", "1500"), ("de", "-1.234,50", "-1234.50", "-1234,50"),
      ("Français (fr)", "12 345,6", "12345.6", "12345,6"), ("en", "1.5", "1.5", "1.5"), ("en", "1,500", "1500", "1500"),
      ("ar", "١٫٥", "1.5", nil),
    ] as [(String, String, String, String?)])
  func decimalSigns(language: String, typed: String, plain: String, shown: String?) async throws {
    let (model, _) = try model(language: language)
    await type(typed, "dose", model)
    model.endEditing()
    await model.settle()
    #expect(model.value(of: "dose")?.plainText == plain && model.failure == nil)
    let dose: ValueBinding<String> = model.binding(for: "dose")
    if let shown { #expect(dose.value == shown) }
    // What is shown means the same when it is typed.
    let again = dose.value
    dose.value = ""
    dose.value = again
    model.endEditing()
    await model.settle()
    #expect(model.value(of: "dose")?.plainText == plain)
  }

  @Test("A number that is written for another language stays a draft", arguments: [("en", "1,5"), ("de", "1,234,5")])
  func otherNotation(language: String, typed: String) async throws {
    let (model, _) = try model(language: language)
    await type(typed, "dose", model)
    model.endEditing()
    await model.settle()
    #expect(model.value(of: "dose") == nil && draft("dose", model) == typed)
    #expect((model.failure as? ActionError)?.code == .refusedValue)
  }
}
