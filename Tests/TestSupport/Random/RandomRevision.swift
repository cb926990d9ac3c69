import FormState

/// An author who makes the next version of any form, edit by edit, at random: cells with the cells below them and
/// whole sections are added, removed, moved and rewritten.
public struct RandomRevision {
  private var generator: SeededGenerator
  private var next = 0

  /// Begins at a seed.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The form after so many edits.
  public mutating func edited(_ form: FormDefinition, times count: Int) -> FormDefinition {
    var form = form
    for _ in 0..<count { edit(&form) }
    return form
  }

  /// The form as read from a document without keys: cells with the same name are numbered from the top down.
  public static func withDerivedKeys(_ form: FormDefinition) -> FormDefinition {
    var form = form
    var counts: [String: Int] = [:]
    for section in form.sections.indices {
      form.sections[section].key = "section-\(section + 1)"
      form.sections[section].isKeyDerived = true
      for position in form.sections[section].cells.indices {
        let title = form.sections[section].cells[position].title
        counts[title, default: 0] += 1
        form.sections[section].cells[position].key = "\(title)-\(counts[title] ?? 0)"
        form.sections[section].cells[position].isKeyDerived = true
      }
    }
    return form
  }

  private mutating func edit(_ form: inout FormDefinition) {
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: form.sections.insert(section(), at: Int.random(in: 0...form.sections.count, using: &generator))
    case 1...2: editSection(&form)
    case 3: form.rowHeights["idCellTextfield"] = .points(Double.random(in: 20...60, using: &generator).rounded())
    default: editBranches(&form)
    }
  }

  private mutating func editSection(_ form: inout FormDefinition) {
    guard let position = form.sections.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: form.sections.remove(at: position)
    case 1:
      let section = form.sections.remove(at: position)
      form.sections.insert(section, at: Int.random(in: 0...form.sections.count, using: &generator))
    case 2: form.sections[position].title += "*"
    case 3: form.sections[position].isFoldable.toggle()
    case 4: form.sections[position].startsFolded.toggle()
    default: form.sections[position].properties["note"] = .integer(Int64(number()))
    }
  }

  private mutating func editBranches(_ form: inout FormDefinition) {
    guard let source = form.sections.indices.randomElement(using: &generator),
      let target = form.sections.indices.randomElement(using: &generator)
    else { return }
    var branches = Branch.branches(of: form.sections[source])
    guard let path = randomPath(in: branches) else {
      form.sections[source].cells = [cell()]
      return
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: Branch.insert(Branch(cell: cell()), into: &branches, at: path)
    case 1: _ = Branch.remove(at: path, from: &branches)
    case 2...3:
      let branch = Branch.remove(at: path, from: &branches)
      form.sections[source].cells = FormCells(Branch.cells(of: branches))
      branches = Branch.branches(of: form.sections[target])
      Branch.insert(branch, into: &branches, at: randomPath(in: branches) ?? [0])
      form.sections[target].cells = FormCells(Branch.cells(of: branches))
      return
    default: Branch.change(at: path, in: &branches) { rewrite(&$0) }
    }
    form.sections[source].cells = FormCells(Branch.cells(of: branches))
  }

  private mutating func rewrite(_ cell: inout FormCell) {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: cell.title = "Rewritten \(number())"
    case 1: cell.subtitle += "!"
    case 2: cell.isHidden.toggle()
    case 3: if cell.isExpandable { cell.startsExpanded.toggle() }
    case 4: cell.properties["note"] = .integer(Int64(number()))
    case 5: cell.key = "rekeyed\(number())"
    default: if cell.kind == .text { cell.kind = .slider }
    }
  }

  /// The way down to a random cell; it need not be the last step that leads there.
  private mutating func randomPath(in branches: [Branch]) -> [Int]? {
    var path: [Int] = []
    var level = branches
    while let step = level.indices.randomElement(using: &generator) {
      path.append(step)
      level = Bool.random(using: &generator) ? level[step].children : []
    }
    return path.isEmpty ? nil : path
  }

  private mutating func cell() -> FormCell {
    let number = number()
    return FormCell(key: "new\(number)", kind: .text, title: "New \(number % 5)")
  }

  private mutating func section() -> FormSection {
    let number = number()
    return FormSection(key: "newSection\(number)", title: "New section \(number)", cells: [cell(), cell()])
  }

  private mutating func number() -> Int {
    next += 1
    return next
  }
}

/// A cell with the cells below it.
private struct Branch {
  var cell: FormCell
  var children: [Branch] = []

  static func branches(of section: FormSection) -> [Branch] {
    var rest = Array(section.cells)[...]
    return branches(&rest, count: rest.count)
  }

  private static func branches(_ rest: inout ArraySlice<FormCell>, count: Int) -> [Branch] {
    let end = rest.startIndex + count
    var branches: [Branch] = []
    while rest.startIndex < end, let cell = rest.popFirst() {
      let inside = min(cell.additionalRows, end - rest.startIndex)
      branches.append(Branch(cell: cell, children: self.branches(&rest, count: inside)))
    }
    return branches
  }

  static func cells(of branches: [Branch]) -> [FormCell] {
    branches.flatMap { branch in
      let inside = cells(of: branch.children)
      var cell = branch.cell
      cell.additionalRows = inside.count
      return [cell] + inside
    }
  }

  static func remove(at path: [Int], from branches: inout [Branch]) -> Branch {
    guard path.count > 1 else { return branches.remove(at: path[0]) }
    return remove(at: Array(path.dropFirst()), from: &branches[path[0]].children)
  }

  static func insert(_ branch: Branch, into branches: inout [Branch], at path: [Int]) {
    guard path.count > 1 else { return branches.insert(branch, at: min(path[0], branches.count)) }
    insert(branch, into: &branches[path[0]].children, at: Array(path.dropFirst()))
  }

  static func change(at path: [Int], in branches: inout [Branch], _ body: (inout FormCell) -> Void) {
    guard path.count > 1 else { return body(&branches[path[0]].cell) }
    change(at: Array(path.dropFirst()), in: &branches[path[0]].children, body)
  }
}
