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

  var body: some View {
    switch row.kind {
    case .text: TextRow(row: row, model: model)
    case .switch: Toggle(row.title, isOn: isOn)
    case .option: Button(row.isChosen ? "✓ \(row.title)" : row.title) { model.perform(.choose(.key(row.address))) }
    default: Button(row.title.isEmpty ? row.subtitle : row.title) { model.perform(.tap(.key(row.address))) }
    }
  }

  private var isOn: Binding<Bool> {
    Binding {
      row.value == .boolean(true)
    } set: { isOn in
      model.perform(.set(.key(row.address), .boolean(isOn)))
    }
  }
}

struct TextRow: View {
  let row: VisibleRow
  let model: FormModel
  @State private var text: String

  init(row: VisibleRow, model: FormModel) {
    self.row = row
    self.model = model
    _text = State(wrappedValue: row.valueText)
  }

  var body: some View {
    TextField(row.title, text: $text)
      .onSubmit { model.perform(.set(.key(row.address), .text(text))) }
      .onChange(of: row.valueText) { text = row.valueText }
  }
}
#endif
