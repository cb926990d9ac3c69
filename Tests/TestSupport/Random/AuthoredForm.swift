import FormState

/// A form from its author's point of view: every cell and section keeps its identity, whatever its name and place.
public struct AuthoredForm: Hashable, Sendable {
  /// A cell with the cells below it.
  struct Cell: Hashable, Sendable {
    let identity: Int
    var cell: FormCell
    /// Rules that read another cell, as long as that is above.
    var rules: [Rule] = []
    var children: [Cell] = []

    /// The cell and all that is under it.
    var all: [Cell] { [self] + children.flatMap(\.all) }
  }

  /// A rule, before the name of the cell it reads is known.
  struct Rule: Hashable, Sendable {
    let kind: FormRule.Kind
    /// The cell that it reads.
    let identity: Int

    /// Whether a cell of a kind can have it; an author may make another kind of the cell.
    func suits(_ cell: CellKind) -> Bool {
      switch kind {
      case .calculate: [.text, .longText, .custom].contains(cell)
      case .required, .readOnly, .constraint: FormAuthor.simpleKinds.contains(cell)
      default: true
      }
    }

    func written(reading key: String) -> FormRule {
      let read = "${\(key)}"
      return switch kind {
      case .calculate: FormRule(kind, "if(\(read) = '', '', concat(\(read), '!'))")
      case .constraint: FormRule(kind, "string-length(.) > string-length(\(read))", message: "Too short.")
      default: FormRule(kind, "string-length(\(read)) mod 2 = 1")
      }
    }
  }

  /// A section.
  struct Section: Hashable, Sendable {
    let identity: Int
    var section: FormSection
    var cells: [Cell] = []
  }

  var title = "Authored"
  var sections: [Section] = []

  /// All cells.
  var cells: [Cell] { sections.flatMap { $0.cells.flatMap(\.all) } }
}

extension AuthoredForm {
  /// A form from outside, and its author's additional knowledge.
  public struct Version: Hashable, Sendable {
    /// The definition.
    public let form: FormDefinition
    /// The cell of each key.
    public let cells: [String: Int]
    /// The section of each key.
    public let sections: [String: Int]
    /// The key that each cell has.
    public let keys: [Int: String]
    /// The key that each section has.
    public let sectionKeys: [Int: String]
  }

  /// Writes the form like a reader of a document: cells without a key get one, made from their names.
  public var version: Version {
    var writing = Writing(taken: Set(cells.lazy.filter { !$0.cell.isKeyDerived }.map(\.cell.key)))
    let written = sections.enumerated().map { position, authored in
      var section = authored.section
      if section.isKeyDerived { section.key = "section-\(position + 1)" }
      section.cells = FormCells(authored.cells.flatMap { writing.cells($0, under: nil, within: []) })
      return section
    }
    let keys = writing.keys
    let sectionKeys = Dictionary(uniqueKeysWithValues: zip(sections.map(\.identity), written.map(\.key)))
    return Version(
      form: FormDefinition(key: "authored", title: title, sections: written),
      cells: Dictionary(uniqueKeysWithValues: keys.map { ($1, $0) }),
      sections: Dictionary(uniqueKeysWithValues: sectionKeys.map { ($1, $0) }), keys: keys, sectionKeys: sectionKeys)
  }

  /// The state while the cells are written.
  private struct Writing {
    var keys: [Int: String] = [:]
    /// The repeats around the cells that rules can read.
    var repeats: [Int: [Int]] = [:]
    var taken: Set<String>

    init(taken: Set<String>) { self.taken = taken }

    mutating func cells(_ authored: Cell, under question: String?, within around: [Int]) -> [FormCell] {
      var cell = authored.cell
      // Without relevant cells there is nothing to repeat.
      if cell.kind == .repeat, authored.children.isEmpty { (cell.kind, cell.counts) = (.group, nil) }
      if let question, let value = cell.optionValue {
        cell.key = "\(question)=\(value)"
      } else if cell.isKeyDerived {
        let name = [cell.title, cell.subtitle].first { !$0.isEmpty }?.lowercased() ?? cell.kind.rawValue
        let numbers = (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }
        cell.key = numbers.first { !taken.contains($0) } ?? name
      }
      // Later cells could be in a cell that the rule decides, and cells in other instances are many.
      cell.rules = authored.rules.filter { rule in
        rule.suits(cell.kind) && repeats[rule.identity].map(around.starts(with:)) ?? false
      }.compactMap { rule in keys[rule.identity].map(rule.written) }
      taken.insert(cell.key)
      keys[authored.identity] = cell.key
      let isRepeat = cell.kind == .repeat
      if !isRepeat { repeats[authored.identity] = around }
      let inside = authored.children.flatMap {
        cells($0, under: cell.key, within: isRepeat ? around + [authored.identity] : around)
      }
      cell.additionalRows = inside.count
      if cell.isExpandable, !isRepeat { cell.summary = .inferred(fromKinds: authored.children.map(\.cell.kind)) }
      return [cell] + inside
    }
  }
}

extension AuthoredForm.Version {
  /// The keys of the repeats.
  var repeatKeys: [String] { form.sections.flatMap(\.cells).filter { $0.kind == .repeat }.map(\.key) }

  /// Whether there is anything to repeat.
  public var hasRepeats: Bool { form.hasRepeats }

  /// The key of the innermost repeat around a cell; `nil` outside of repeats.
  func repeatAround(_ key: String) -> String? {
    for section in form.sections {
      guard let position = section.cells.firstIndex(where: { $0.key == key }) else { continue }
      let above = section.cells[..<position].indices.filter { $0 + section.cells[$0].additionalRows >= position }
      return above.last { section.cells[$0].kind == .repeat }.map { section.cells[$0].key }
    }
    return nil
  }
}

// MARK: - Finding and changing

extension AuthoredForm {
  /// The place of a cell: its section, and the path down from there.
  struct Place: Hashable {
    var section: Int
    var path: [Int]
  }

  /// The places of all cells.
  var places: [Place] {
    sections.indices.flatMap { section in
      Self.paths(in: sections[section].cells).map { Place(section: section, path: $0) }
    }
  }

  private static func paths(in cells: [Cell]) -> [[Int]] {
    cells.indices.flatMap { index in [[index]] + paths(in: cells[index].children).map { [index] + $0 } }
  }

  subscript(place: Place) -> Cell {
    get { place.path.dropFirst().reduce(sections[place.section].cells[place.path[0]]) { $0.children[$1] } }
    set { Self.change(place.path[...], in: &sections[place.section].cells) { $0[$1] = newValue } }
  }

  /// The cell above a place; `nil` at the top of a section.
  func parent(of place: Place) -> Cell? {
    place.path.count > 1 ? self[Place(section: place.section, path: place.path.dropLast())] : nil
  }

  mutating func remove(at place: Place) -> Cell {
    let cell = self[place]
    Self.change(place.path[...], in: &sections[place.section].cells) { $0.remove(at: $1) }
    return cell
  }

  /// Puts a cell in the place of another one, which moves down, or at the end.
  mutating func insert(_ cell: Cell, at place: Place) {
    Self.change(place.path[...], in: &sections[place.section].cells) { $0.insert(cell, at: min($1, $0.count)) }
  }

  private static func change(_ path: ArraySlice<Int>, in cells: inout [Cell], _ body: (inout [Cell], Int) -> Void) {
    guard let first = path.first else { return }
    if path.count == 1 { body(&cells, first) } else { change(path.dropFirst(), in: &cells[first].children, body) }
  }
}
