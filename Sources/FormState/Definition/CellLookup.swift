/// The places of a form's cells, each looked up once: in a form that is read in pages, a lookup queries the file.
package struct CellLookup {
  private let form: FormDefinition
  private var known: [String: CellPlace?] = [:]

  package init(_ form: FormDefinition) { self.form = form }

  /// The place of a cell, in no instance; `nil` if the form has no such cell.
  package mutating func place(ofCell key: String) -> CellPlace? {
    guard form.cellPages != nil else { return form.place(ofCell: key) }
    if let place = known[key] { return place }
    let place = form.place(ofCell: key)
    known[key] = .some(place)
    return place
  }
}
