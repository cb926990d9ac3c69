import FormState

/// The cells of a CellDescriptor.plist, each made into a draft as soon as its dictionary was read.
///
/// A class, since the reader of the document adds to it and the reader of the form takes from it.
final class CellDescriptorRows: DocumentRows {
  private let names: CellDescriptorNames
  private let findings: CellDescriptorFindings
  private(set) var sections: [CellDescriptorReader.SectionDraft] = []
  /// The keys of the most recent rows, and the positions of the usual ones among them.
  private var known: [(keys: DocumentKeys, places: CellDescriptorPlaces)] = []
  private static let mostKnown = 4

  init(names: CellDescriptorNames, findings: CellDescriptorFindings) {
    self.names = names
    self.findings = findings
  }

  func take(_ members: DocumentRow, section: Int, row: Int) {
    guard !findings.faults.isFull else { return }
    while sections.count <= section { sections.append(CellDescriptorReader.SectionDraft()) }
    // Anything between the dictionaries is not a cell; it is reported once the whole section is known.
    while sections[section].cells.count < row { sections[section].addStandIn() }
    let places = places(of: members.keys)
    sections[section].add(members, places, names: names, section: section, row: row, findings: findings)
  }

  private func places(of keys: DocumentKeys) -> CellDescriptorPlaces {
    for index in known.indices where known[index].keys === keys { return known[index].places }
    let places = CellDescriptorPlaces(of: keys, names: names)
    if known.count == Self.mostKnown { known.removeFirst() }
    known.append((keys, places))
    return places
  }

  func forget() {
    sections = []
    findings.forget()
  }

  /// Passes on the cells of a section, and releases them.
  func release(section: Int) -> CellDescriptorReader.SectionDraft {
    guard sections.indices.contains(section) else { return CellDescriptorReader.SectionDraft() }
    var released = CellDescriptorReader.SectionDraft()
    swap(&released, &sections[section])
    return released
  }
}
