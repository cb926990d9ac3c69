#if !canImport(SwiftUI)
import FormState
import FormStateStore

// The article on repeats shows the code below this line.

struct PassengerList: View {
  let model: FormModel

  var body: some View {
    List {
      ForEach(model.instances(of: "passenger")) { passenger in
        Text(passenger.title)
      }
      .onDelete { model.removeInstances(atOffsets: $0, of: "passenger") }
      .onMove { model.moveInstances(fromOffsets: $0, toOffset: $1, of: "passenger") }
      Button("Add a passenger") { model.addInstance(to: "passenger") }
    }
  }
}
#endif
