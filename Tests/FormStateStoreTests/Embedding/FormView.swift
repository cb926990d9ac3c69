#if !canImport(SwiftUI)
import FormState
import FormStateStore

// The article on SwiftUI shows the code below this line word for word; a test holds them equal.

struct FormView: View {
  let model: FormModel

  var body: some View {
    List {
      ForEach(model.sections) { section in
        Section(section.title) {
          ForEach(section.rows) { row in RowView(row: row, model: model) }
        }
      }
    }
  }
}

struct RowView: View {
  let row: VisibleRow
  let model: FormModel
  @FocusState private var isFocused: Bool

  var body: some View {
    switch row.kind {
    case .text, .integer, .decimal:
      TextField(row.title, text: model.binding(for: row.reference))
        .focused($isFocused)
        .onSubmit { model.endEditing(of: row.reference) }
        .onChange(of: isFocused) { if !isFocused { model.endEditing(of: row.reference) } }
    case .switch: Toggle(row.title, isOn: model.binding(for: row.reference))
    case .slider: Slider(value: model.binding(for: row.reference), in: bounds)
    case .date: DatePicker(row.title, selection: model.binding(for: row.reference))
    case .option: Button(row.isChosen ? "✓ \(row.title)" : row.title) { model.perform(.choose(row.reference)) }
    default: Button(row.title.isEmpty ? row.subtitle : row.title) { model.perform(.tap(row.reference)) }
    }
  }

  private var bounds: ClosedRange<Double> { row.range.map { $0.minimum...$0.maximum } ?? 0...1 }
}
#endif
