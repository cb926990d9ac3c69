/// Where cells of a form stand, each looked up once: of a form that is read in pages, to look one up asks the file.
package struct CellLookup {
  private let form: FormDefinition
  private var known: [String: CellPlace?] = [:]

  package init(_ form: FormDefinition) { self.form = form }

  /// Where the cell with a key stands, in no instance; `nil` when the form has none.
  package mutating func place(ofCell key: String) -> CellPlace? {
    guard form.cellPages != nil else { return form.place(ofCell: key) }
    if let place = known[key] { return place }
    let place = form.place(ofCell: key)
    known[key] = .some(place)
    return place
  }
}
