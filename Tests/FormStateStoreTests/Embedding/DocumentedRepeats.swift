import FormState
import FormStateStore
import Foundation

#if canImport(UIKit)
import UIKit
#endif

// The article on repeats shows the code below this line, a piece at a time.

let trip = FormDefinition(key: "trip", title: "A trip") {
  FormSection(key: "journey", title: "Journey") {
    Cell.text("destination", title: "Where to").required()
    Cell.integer("price", title: "Price", unit: "€").calculate("sum(${fare})").readOnly()
  }
  FormSection(key: "people", title: "Who travels") {
    Cell.repeat("passenger", title: "Passengers", minimum: 1, maximum: 9) {
      Cell.group("person", title: "Passenger") {
        Cell.text("name", title: "Name").required()
        Cell.integer("fare", title: "Fare", value: 120, unit: "€")
        Cell.repeat("bag", title: "Luggage", maximum: 5) {
          Cell.text("tag", title: "Tag")
        }
        .expanded()
      }
      .title("concat('Passenger ', position(${passenger}), if(${name} = '', '', concat(': ', ${name})))")
    }
    .expanded()
    .accordion()
  }
}

struct Trip: Decodable {
  struct Passenger: Decodable {
    struct Bag: Decodable { let tag: String? }

    let name: String?
    let fare: Int
    let bag: [Bag]
  }

  let destination: String?
  let price: Int
  let passenger: [Passenger]
}

extension FormTableController {
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    session.instance(at: indexPath.rowPath) != nil
  }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    guard editingStyle == .delete else { return }
    Task { try? await perform(.remove(.rowPath(indexPath.rowPath)), on: tableView) }
  }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    session.instance(at: indexPath.rowPath) != nil
  }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    // The view has moved the row already; the next drawing shows the effects.
    if let move = session.moveAction(from: source.rowPath, to: destination.rowPath) { _ = try? session.apply(move) }
    Task { tableView.reloadData() }
  }
}
