import FormState
import FormStateStore
import Foundation

/// The cost of a model, and of the faults of a large form.
@MainActor
struct ModelBenchmark {
  func run() async throws {
    for rows in [10_000, 50_000] { try await act(rows: Measurement.size(rows)) }
    try askForFaults(cells: Measurement.size(100_000))
  }

  private func act(rows: Int) async throws {
    let store = try FormStore.inMemory()
    let cells =
      [
        FormCell(key: "group", kind: .group, title: "Group", isExpandable: true, additionalRows: 1),
        FormCell(key: "inside", kind: .text, title: "Inside"),
      ] + (0..<rows).map { FormCell(key: "row\($0)", kind: .text, title: "Row \($0)") }
    try store.save(FormDefinition(key: "f", title: "F", sections: [FormSection(key: "s", title: "S", cells: cells)]))
    let model = FormModel(try store.session(for: ResponseKey(form: "f"), coalescing: .zero))
    try await report("open or close a group above \(rows) rows", model) { _ in .tap("group") }
    try await report("an answer among \(rows) rows", model) { .set(.key("row\(rows / 2)"), .text("\($0)")) }
    // A view that still holds the former rows, as SwiftUI does while it compares.
    var held = model.sections
    try await report("open or close a group while the rows before are held", model) { _ in
      held = model.sections
      return .tap("group")
    }
    withExtendedLifetime(held) {}
  }

  /// The processor time of an action and of reading the rows after it, on all threads: the main actor is not bound to
  /// one of them everywhere, and its part cannot be more.
  private func report(_ name: String, _ model: FormModel, _ action: (Int) -> FormAction) async throws {
    var times: [Double] = []
    for number in 0..<60 {
      let action = action(number)
      let start = Measurement.processorTime
      _ = try await model.perform(action).value
      _ = model.sections
      times.append(Measurement.processorTime - start)
    }
    times.sort()
    Measurement.tell(
      "\(name): \(Measurement.text(times[times.count / 2])) (median), most \(Measurement.text(times[times.count - 1]))")
  }

  private func askForFaults(cells count: Int) throws {
    for isBlank in [true, false] {
      let store = try FormStore.inMemory()
      let cells = (0..<count).map { number in
        FormCell(
          key: "c\(number)", kind: .text, title: "C \(number)", defaultValue: isBlank || number < 40 ? nil : "Ada",
          rules: [FormRule(.required, "true()")])
      }
      try store.save(FormDefinition(key: "f", title: "F", sections: [FormSection(key: "s", title: "S", cells: cells)]))
      let session = try store.session(for: ResponseKey(form: "f"), coalescing: .zero)
      let scan = Measurement.seconds(runs: 3) { session.form.faults(in: session.state) }
      let first = Measurement.seconds(runs: 1) { session.faults }
      var next = Double.infinity
      for number in 0..<20 {
        try session.apply(.set(.key("c\(number)"), "Ada"))
        next = min(next, Measurement.seconds(runs: 1) { session.faults })
      }
      Measurement.tell(
        "\(session.faults.count) faults of \(count) required cells: \(Measurement.text(scan)) by looking at all, "
          + "\(Measurement.text(first)) the first time, \(Measurement.text(next)) after an answer")
    }
  }
}
