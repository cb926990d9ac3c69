import Foundation
import Testing

@testable import FormState
@testable import FormStateStore

/// The values that controls show and change.
@Suite("Bindings of a model to controls", .timeLimit(.minutes(15)))
@MainActor
struct ModelBindingTests {
  private static let form = FormDefinition(key: "visit", title: "Visit") {
    FormSection(key: "all", title: "All") {
      Cell.text("name", title: "Name")
      Cell.integer("age", title: "Age")
      Cell.decimal("dose", title: "Dose")
      Cell.slider("weight", minimum: 2, maximum: 200, step: 0.5)
      Cell.switch("smokes")
      Cell.date("born")
      Cell.time("arrives")
      Cell.dateTime("seen")
      Cell.group("walks", subtitle: "Walks") {
        Cell.option("alone", title: "Alone")
        Cell.option("helped", title: "With help")
      }
      Cell.choices("aids", subtitle: "Aids") {
        Cell.option("stick", title: "Stick")
        Cell.option("chair", title: "Chair")
        Cell.option("bed", title: "Bed")
      }
    }
  }

  private func model() throws -> FormModel {
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    return FormModel(try store.session(for: ResponseKey(form: "visit"), coalescing: .zero))
  }

  /// Enters a value, and expects it to show at once and to be in the cell afterwards.
  private func enter<Value: Equatable>(
    _ value: Value, _ binding: ValueBinding<Value>, _ model: FormModel, _ place: SourceLocation = #_sourceLocation
  ) async {
    let revision = model.revision
    binding.value = value
    #expect(binding.value == value, sourceLocation: place)
    #expect(model.revision == revision, sourceLocation: place)
    await model.settle()
    #expect(binding.value == value, sourceLocation: place)
    #expect(model.revision > revision && model.failure == nil, sourceLocation: place)
  }

  @Test("A text, a number, a date, a switch and a choice are shown and changed")
  func everyType() async throws {
    let model = try model()
    let zone = try #require(TimeZone(identifier: "America/Chicago"))
    let moment = Date(timeIntervalSince1970: 1_700_000_000)
    let (name, weight): (ValueBinding<String>, ValueBinding<Double>) = (
      model.binding(for: "name"), model.binding(for: "weight")
    )
    let (smokes, walks): (ValueBinding<Bool>, ValueBinding<String?>) = (
      model.binding(for: "smokes"), model.binding(for: "walks")
    )
    #expect(name.value == "" && weight.value == 2 && !smokes.value && walks.value == nil)
    await enter("Ada", name, model)
    await enter(71.5, weight, model)
    await enter(true, smokes, model)
    await enter("helped", walks, model)
    await enter(moment, model.binding(for: "seen", in: zone), model)
    let (born, arrives): (ValueBinding<Date>, ValueBinding<Date>) = (
      model.binding(for: "born", in: zone), model.binding(for: "arrives", in: zone)
    )
    born.value = moment
    arrives.value = moment
    await model.settle()
    #expect(model.value(of: "born")?.plainText == "2023-11-14")
    #expect(model.value(of: "arrives")?.plainText == "16:13:20")
    #expect(model.value(of: "seen")?.plainText == "2023-11-14T16:13:20-06:00")
    #expect(CalendarDate(born.value, in: zone) == CalendarDate(year: 2023, month: 11, day: 14))
    #expect(model.value(of: "name") == "Ada" && model.value(of: "weight") == 71.5)
    #expect(model.value(of: "smokes") == true && model.value(of: "walks") == "helped")
    await enter("", name, model)
    await enter(nil, walks, model)
    #expect(model.value(of: "name") == nil && model.value(of: "walks") == nil)
  }

  @Test("Whole and exact numbers, dates that may be missing and several choices are shown and changed")
  func furtherTypes() async throws {
    let model = try model()
    let zone = try #require(TimeZone(identifier: "America/Chicago"))
    let (steps, age): (ValueBinding<Int>, ValueBinding<Int?>) = (
      model.binding(for: "weight"), model.binding(for: "age")
    )
    let (dose, born): (ValueBinding<Decimal?>, ValueBinding<Date?>) = (
      model.binding(for: "dose"), model.binding(for: "born", in: zone)
    )
    let aids: ValueBinding<Set<String>> = model.binding(for: "aids")
    #expect(steps.value == 2 && age.value == nil && dose.value == nil && born.value == nil && aids.value == [])
    await enter(70, steps, model)
    await enter(36, age, model)
    await enter(Decimal(string: "0.1234567890123456789"), dose, model)
    await enter(["stick", "chair"], aids, model)
    born.value = Date(timeIntervalSince1970: 1_700_000_000)
    await model.settle()
    #expect(born.value.flatMap { CalendarDate($0, in: zone) } == CalendarDate(year: 2023, month: 11, day: 14))
    #expect(model.value(of: "weight") == 70 && model.value(of: "age") == 36)
    #expect(model.value(of: "dose")?.plainText == "0.1234567890123456789")
    #expect(model.value(of: "aids") == .choices(["chair", "stick"]))
    // Those that were chosen keep their order.
    await enter(["stick", "chair", "bed"], aids, model)
    #expect(model.value(of: "aids") == .choices(["chair", "stick", "bed"]))
    await enter([], aids, model)
    await enter(nil, age, model)
    await enter(nil, dose, model)
    await enter(nil, born, model)
    #expect(["aids", "age", "dose", "born"].allSatisfy { model.value(of: .key($0)) == nil })
  }

  @Test("A moment outside of the supported years, and a number that no cell can hold, are refused with their reason")
  func unsupported() async throws {
    let model = try model()
    let (born, age): (ValueBinding<Date?>, ValueBinding<UInt64?>) = (
      model.binding(for: "born"), model.binding(for: "age")
    )
    born.value = .distantFuture.addingTimeInterval(400_000_000_000)
    await model.settle()
    #expect(model.failure as? ActionError != nil && model.value(of: "born") == nil)
    age.value = .max
    await model.settle()
    #expect(
      model.failure?.localizedDescription
        == "the cell “age” refuses the value: “18446744073709551615” is not accepted; "
        + "give a whole number from -9223372036854775808 to 9223372036854775807")
  }

  @Test("A picker of any type gets the options, a slider the number")
  func genericControls() throws {
    func picker<Choice: Hashable>(_ selection: ValueBinding<Choice>) -> String { "\(Choice.self)" }
    func slider<Number: BinaryFloatingPoint>(_ value: ValueBinding<Number>) -> String { "\(Number.self)" }
    func stepper<Number: Strideable>(_ value: ValueBinding<Number>) -> String { "\(Number.self)" }
    let model = try model()
    #expect(picker(model.binding(for: "walks")) == "Optional<String>")
    #expect(slider(model.binding(for: "weight")) == "Double")
    #expect(stepper(model.binding(for: "weight")) == "Double")
    #expect(stepper(model.binding(for: "weight") as ValueBinding<Int>) == "Int")
  }

  @Test("A refused value reverts in its binding, and the model reports why")
  func refusal() async throws {
    let model = try model()
    let weight: ValueBinding<Double> = model.binding(for: "weight")
    weight.value = 3
    weight.value = 999
    #expect(weight.value == 999)
    await model.settle()
    #expect(weight.value == 3)
    #expect(
      model.failure?.localizedDescription
        == "the cell “weight” refuses the value: “999” is not accepted; give a number from 2 to 200")
    model.dismissFailure()
    #expect(model.failure == nil)
  }

  @Test("Each action returns its own change or error to its caller")
  func results() async throws {
    let model = try model()
    let good = model.perform(.set("name", "Ada"))
    let bad = model.perform(.set("weight", 999))
    let last = model.group("Both") { group in
      try group.apply(.set("name", "Ben"))
      try group.apply(.set("weight", 70))
    }
    #expect(try await good.value.revision == 1)
    await #expect(throws: ActionError.self) { _ = try await bad.value }
    #expect(try await last.value.revision == 3)
    #expect(model.undoName == "Both" && model.canUndo && model.redoName == nil)
    #expect(try await model.undo().value.revision == 4)
    #expect(model.redoName == "Both" && model.value(of: "name") == "Ada")
    await #expect(throws: ActionError.self) {
      _ = try await model.undo().value
      _ = try await model.undo().value
    }
    #expect(model.failure as? ActionError == .nothingToUndo)
  }

  @Test("An action cancelled before it begins is no failure")
  func cancelling() async throws {
    let model = try model()
    model.perform(.set("name", "Ada"))
    let cancelled = model.perform(.set("name", "Ben"))
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
    #expect(model.failure == nil && model.value(of: "name") == "Ada")
  }

  @Test("A row is touched after an entry, even one that equals the default")
  func touched() async throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(
        key: "f", title: "F",
        sections: [
          FormSection(key: "s", cells: [FormCell(key: "name", kind: .text, title: "Name", defaultValue: "Ada")])
        ]))
    let model = FormModel(try store.session(for: ResponseKey(form: "f"), coalescing: .zero))
    #expect(model.sections[0].rows[0].isTouched == false)
    let change = try await model.perform(.set("name", "Ada")).value
    #expect(change.batch.reloadedRows == [RowPath(section: 0, row: 0)])
    #expect(model.sections[0].rows[0].isTouched)
    _ = try await model.undo().value
    #expect(model.sections[0].rows[0].isTouched)
  }
}
