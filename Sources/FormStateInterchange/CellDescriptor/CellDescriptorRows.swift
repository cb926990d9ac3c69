import FormState

/// The cells of a CellDescriptor.plist, each made into a draft as soon as its dictionary was read.
///
/// A class, since the reader of the document adds to it and the reader of the form takes from it.
final class CellDescriptorRows: DocumentRows {
  private let names: CellDescriptorNames
  private let findings: CellDescriptorFindings
  private(set) var sections: [CellDescriptorReader.SectionDraft] = []

  init(names: CellDescriptorNames, findings: CellDescriptorFindings) {
    self.names = names
    self.findings = findings
  }

  func take(_ members: [String: PropertyValue], section: Int, row: Int) {
    guard !findings.faults.isFull else { return }
    while sections.count <= section { sections.append(CellDescriptorReader.SectionDraft()) }
    // What stands between the dictionaries is no cell; it is reported once the section is known as a whole.
    while sections[section].cells.count < row { sections[section].cells.append(CellDescriptorDraft()) }
    sections[section].add(members, names: names, section: section, row: row, findings: findings)
  }

  func forget() {
    sections = []
    findings.forget()
  }

  /// Hands the cells of a section over, which are not kept here any longer.
  func release(section: Int) -> CellDescriptorReader.SectionDraft {
    guard sections.indices.contains(section) else { return CellDescriptorReader.SectionDraft() }
    var released = CellDescriptorReader.SectionDraft()
    swap(&released, &sections[section])
    return released
  }
}
