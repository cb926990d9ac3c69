import FormState

extension FormAuthor {
  /// Changes the form in some ways, and makes sure that it is another one.
  public mutating func edit() {
    for _ in 0..<number(in: 1...5) { editOnce() }
    form.title = "Authored \(fresh())"
  }

  /// Reverts everything except for the title of the form.
  public mutating func goBack(to former: AuthoredForm) {
    form = former
    form.title = "Authored \(fresh())"
  }

  private mutating func editOnce() {
    switch number(in: 0...(writesRepeats ? 23 : 19)) {
    case 0...2: insert()
    case 3...4: remove()
    case 5...7: move()
    case 8: rename()
    case 9: retitle()
    case 10...12: retype()
    case 13...14: editOptions()
    case 15: reorder()
    case 16...17: editSection()
    case 20...23: repeatOrNot()
    default: rewrite()
    }
  }

  // MARK: Allowed changes

  /// The names of a cell and those below it, and the places of those without a name.
  private func names(of cell: AuthoredForm.Cell, under parent: Int) -> Set<String> {
    var names: Set<String> = []
    if !cell.cell.title.isEmpty { names.insert("title \(cell.cell.title)") }
    if !cell.cell.subtitle.isEmpty { names.insert("subtitle \(cell.cell.subtitle)") }
    if names.isEmpty { names.insert("under \(parent)") }
    return cell.children.reduce(into: names) { $0.formUnion(self.names(of: $1, under: cell.identity)) }
  }

  private func identity(above place: AuthoredForm.Place) -> Int {
    form.parent(of: place)?.identity ?? form.sections[place.section].identity
  }

  /// Whether cells with a name may be changed; from then on they may not.
  private mutating func begin(with names: Set<String>) -> Bool {
    guard givesAllKeys || edited.isDisjoint(with: names) else { return false }
    edited.formUnion(names)
    return true
  }

  private mutating func place(where isFit: (AuthoredForm.Cell) -> Bool = { $0.cell.kind != .option }) -> AuthoredForm
    .Place?
  {
    form.places.filter { isFit(form[$0]) }.randomElement(using: &generator)
  }

  /// A possible place for a cell.
  private mutating func target() -> AuthoredForm.Place? {
    guard let section = form.sections.indices.randomElement(using: &generator) else { return nil }
    if happens(onceIn: 2), let group = place(where: { $0.cell.isExpandable }) {
      return AuthoredForm.Place(
        section: group.section, path: group.path + [number(in: 0...form[group].children.count)])
    }
    return AuthoredForm.Place(section: section, path: [number(in: 0...form.sections[section].cells.count)])
  }

  // MARK: Cells

  private mutating func insert() {
    guard let place = target(), place.path.count < 5 else { return }
    var cell = cell(level: min(2, place.path.count - 1))
    // Often one with the same name as another one.
    if happens(onceIn: 2), let other = self.place(where: { !$0.cell.title.isEmpty && $0.cell.kind != .option }) {
      (cell.cell.title, cell.cell.subtitle) = (form[other].cell.title, form[other].cell.subtitle)
    }
    guard begin(with: names(of: cell, under: identity(above: place))) else { return }
    form.insert(cell, at: place)
  }

  private mutating func remove() {
    guard let place = place(), begin(with: names(of: form[place], under: identity(above: place))) else { return }
    _ = form.remove(at: place)
  }

  private mutating func move() {
    guard let place = place() else { return }
    let before = form
    let names = names(of: form[place], under: identity(above: place))
    let cell = form.remove(at: place)
    guard let target = target(), target.path.count + cell.all.count < 8 else {
      form = before
      return
    }
    let all = names.union(self.names(of: cell, under: identity(above: target)))
    form.insert(cell, at: target)
    let moved = form
    form = before
    if begin(with: all) { form = moved }
  }

  private mutating func rename() {
    guard let place = place(where: { !$0.cell.isKeyDerived }),
      begin(with: names(of: form[place], under: identity(above: place)))
    else { return }
    form[place].cell.key = "r\(fresh())"
  }

  private mutating func retitle() {
    guard let place = place() else { return }
    var cell = form[place]
    cell.cell.title = title(fresh())
    let above = identity(above: place)
    guard begin(with: names(of: form[place], under: above).union(names(of: cell, under: above))) else { return }
    form[place] = cell
  }

  private mutating func retype() {
    guard let place = place(where: { Self.simpleKinds.contains($0.cell.kind) && $0.children.isEmpty }),
      begin(with: names(of: form[place], under: identity(above: place)))
    else { return }
    var cell = form[place].cell
    cell.kind = happens(onceIn: 10) ? .label : Self.simpleKinds.randomElement(using: &generator) ?? .text
    cell.inline = nil
    (cell.isExpandable, cell.startsExpanded, cell.isAccordion) = (false, false, false)
    Self.suit(&cell)
    form[place].cell = cell
  }

  /// Turns a single group into a repeat, or the other way round.
  private mutating func repeatOrNot() {
    let place = place { cell in
      cell.cell.kind == .repeat || cell.cell.kind == .group && !cell.children.contains { $0.cell.kind == .option }
    }
    guard let place, begin(with: names(of: form[place], under: identity(above: place))) else { return }
    form[place].cell.kind = form[place].cell.kind == .repeat ? .group : .repeat
    Self.suit(&form[place].cell)
  }

  private mutating func editOptions() {
    guard let place = place(where: { $0.children.contains { $0.cell.kind == .option } }),
      let option = form[place].children.firstIndex(where: { $0.cell.kind == .option })
    else { return }
    if happens(onceIn: 3) {
      form[place].children.insert(self.option(of: form[place].identity), at: option)
    } else {
      form[place].children.remove(at: option)
    }
  }

  /// Exchanges two neighbouring cells, preferably with the same name.
  private mutating func reorder() {
    var pairs: [(AuthoredForm.Place, AuthoredForm.Place)] = []
    for place in form.places {
      var below = place
      below.path[below.path.count - 1] += 1
      if form.places.contains(below), form[place].cell.kind != .option, form[below].cell.kind != .option {
        pairs.append((place, below))
      }
    }
    let twins = pairs.filter { form[$0.0].cell.title == form[$0.1].cell.title }
    guard let (place, below) = (twins.isEmpty ? pairs : twins).randomElement(using: &generator) else { return }
    let above = identity(above: place)
    guard begin(with: names(of: form[place], under: above).union(names(of: form[below], under: above))) else { return }
    (form[place], form[below]) = (form[below], form[place])
  }

  /// Changes something that does not identify the cell.
  private mutating func rewrite() {
    guard let place = place() else { return }
    switch number(in: 0...3) {
    case 0: form[place].cell.isHidden.toggle()
    case 1: if form[place].cell.isExpandable { form[place].cell.startsExpanded.toggle() }
    case 2: if form[place].cell.kind == .switch { form[place].cell.switchTitles = SwitchTitles(off: "No", on: "Yes") }
    default:
      guard begin(with: names(of: form[place], under: identity(above: place))) else { return }
      form[place].cell.properties["note"] = .integer(Int64(fresh()))
    }
  }

  // MARK: Sections

  private mutating func editSection() {
    guard let position = form.sections.indices.randomElement(using: &generator) else { return }
    let section = form.sections[position]
    let inside = section.cells.reduce(into: Set<String>()) { $0.formUnion(names(of: $1, under: section.identity)) }
    let name = Set(["section \(section.section.title)"])
    switch number(in: 0...5) {
    case 0:
      let new = self.section()
      let names = new.cells.reduce(into: Set(["section \(new.section.title)"])) {
        $0.formUnion(self.names(of: $1, under: new.identity))
      }
      if begin(with: names) { form.sections.insert(new, at: position) }
    case 1: if begin(with: inside.union(name)) { form.sections.remove(at: position) }
    case 2:
      // Sections without a title are identified by their position.
      guard begin(with: inside.union(name)) else { return }
      form.sections.remove(at: position)
      form.sections.insert(section, at: number(in: 0...form.sections.count))
    case 3: if begin(with: inside.union(name)) { form.sections[position].section.title = "Section \(fresh())" }
    case 4:
      form.sections[position].section.isFoldable.toggle()
      form.sections[position].section.startsFolded = false
    default: if !section.section.isKeyDerived, begin(with: name) { form.sections[position].section.key = "s\(fresh())" }
    }
  }
}
