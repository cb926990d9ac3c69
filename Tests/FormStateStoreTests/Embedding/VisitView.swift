#if !canImport(SwiftUI)
import FormState
import FormStateStore

// README.md shows the code below this line word for word; a test holds them equal.

struct VisitView: View {
  let model: FormModel

  var body: some View {
    List {
      ForEach(model.sections) { section in
        Section(section.title) {
          ForEach(section.rows) { row in
            Button(row.title.isEmpty ? row.subtitle : row.title) { model.perform(.tap(row.reference)) }
          }
        }
      }
    }
  }
}
#endif
