/// A row as a table shows it, or keeps it without height.
///
/// Two rows are equal if they show the same cell in the same way, regardless of position: a row moved by others is
/// equal to its former self. To compare positions, compare ``path``.
public struct VisibleRow: Hashable, Sendable {
  private var location: Location
  /// The position among the rows of its section; not part of equality.
  public var path: RowPath {
    get { location.path }
    set { location.path = newValue }
  }
  /// The position of the cell in its section's preorder, from 0, hidden cells included; not part of equality.
  package var index: Int {
    get { location.index }
    set { location.index = newValue }
  }
  /// The key of the cell.
  public var key: String
  /// The number of its instance of a repeat; 0 outside of repeats.
  package var instance: Int
  /// What people call the cell, also in actions: `name:7` for the cell `name` in the instance 7, and `name:7k` where
  /// another instance has that number too; the key outside of repeats. ``reference`` stays right whatever others do.
  public var address: String
  /// The cell, as actions and queries name it.
  public var reference: CellReference { CellReference(key, in: instance) }
  /// The kind of the cell.
  public var kind: CellKind
  /// The reuse identifier.
  public var identifier: String
  /// The displayed primary title.
  public var title: String
  /// The displayed secondary title.
  public var subtitle: String
  /// The current value; `nil` for none.
  public var value: CellValue?
  /// The draft: the control's text that is not a value yet, to show instead of the value; `nil` for none.
  public var draft: String?
  /// The readable value; empty for none, and for groups and choices, whose title shows it.
  public var valueText: String
  /// Whether the row can be expanded, to show rows under it, to grow in place, or both.
  public var isExpandable: Bool
  /// Whether the row is expanded.
  public var isExpanded: Bool
  /// Whether expanding the row makes it grow in place.
  public var isInline: Bool
  /// The maximum number of lines of text; `nil` for no limit, and for a hidden row.
  public var lineLimit: Int?
  /// The number of ancestors of the cell, for indentation.
  public var level: Int
  /// The height of the row; 0 points for a row that is kept but hidden.
  public var height: RowHeight
  /// The key of the cell above; `nil` at the top level.
  package var parent: String?
  /// The accepted numbers of a slider, and of an integer or decimal with bounds; `nil` for any other kind.
  public var range: NumberRange?
  /// The step of a number's control; `nil` for continuous.
  public var step: Double?
  /// The unit, which ``valueText`` shows after the number; `nil` for a plain number.
  public var unit: String?
  /// The texts of a switch for its two positions; `nil` for any other kind.
  public var switchTitles: SwitchTitles?
  /// The options of a question, in order; empty for any other cell.
  public var options: [RowOption]
  /// Of an option, whether it is chosen; `false` for any other kind.
  public var isChosen: Bool
  /// Whether the cell needs a value before the response can be completed.
  public var isRequired: Bool
  /// Whether the cell is read-only.
  public var isReadOnly: Bool
  /// Whether a person has ever entered something in the cell, undone or not.
  public var isTouched: Bool
  /// The faults of the value; empty if there are none.
  public var faults: [Fault]
  /// Additional properties by the author; `decode(_:)` reads them as your own type.
  public var properties: [String: PropertyValue]
  /// Of a sensitive cell, the title in reports, which does not follow from its value; `nil` for any other cell.
  package var reportedTitle: String?
  /// Whether ``title`` is the list's title of the chosen item, of which the row knows only the value.
  var showsItemAsTitle: Bool
  /// Whether the choices are the items of a list, which are not rows.
  package var choosesFromList: Bool
  /// Of a question and of an option, whether it is multiple choice.
  package var choosesSeveral: Bool

  /// Describes a cell at a row path in a state of its response.
  ///
  /// - Parameters:
  ///   - cell: the cell's definition.
  ///   - place: its place in the form and its surroundings.
  ///   - path: the row path.
  ///   - isExpanded: whether the cell is expanded.
  ///   - height: the height of the row.
  ///   - state: the touched state.
  ///   - form: the form.
  ///   - formats: the formats of dates and numbers.
  init(
    cell: FormCell, place: Place, path: RowPath, isExpanded: Bool, height: RowHeight, state: ResponseState,
    form: FormDefinition, formats: ValueFormats = .stored
  ) {
    location = Location(path: path, index: place.index)
    key = cell.key
    let instance = place.instance
    self.instance = instance
    address = state.instanceNames.address(of: cell.key, in: instance)
    kind = cell.kind
    identifier = cell.identifier
    title = state.title(of: cell, in: form, instance: instance)
    reportedTitle = cell.isSensitive ? cell.title : nil
    subtitle = cell.subtitle
    let value = state.value(of: cell, in: form, instance: instance)
    self.value = value
    // A cell whose value is that of an option shows the option's title as its own.
    valueText = cell.kind.isQuestionOfOptions ? "" : value.map { formats.text(of: $0, in: cell) } ?? ""
    let own = state.state(of: cell, in: instance)
    draft = own.draft
    isTouched = own.isTouched
    showsItemAsTitle = cell.choosesFromList && cell.summary == .choice && value != nil && own.title != nil
    choosesFromList = cell.choosesFromList
    choosesSeveral = (cell.kind == .option ? place.parent?.kind : cell.kind) == .choices
    isExpandable = cell.isExpandable
    self.isExpanded = isExpanded
    isInline = cell.inline != nil
    // A row without height shows no lines; its limit changes only when the row is resized.
    lineLimit = isExpanded || height == .points(0) ? nil : cell.inline?.lineLimit
    level = place.level
    self.height = height
    parent = place.parent?.key
    range = cell.range
    step = cell.step
    unit = cell.unit
    switchTitles = cell.kind == .switch ? cell.switchTitles ?? .standard : nil
    let chosen = ChosenOptions(place.options.isEmpty ? nil : value)
    options = place.options.map {
      RowOption($0, called: state.instanceNames.address(of: $0.key, in: instance), chosen: chosen)
    }
    let held =
      cell.optionValue == nil ? nil : place.parent.flatMap { state.value(of: $0, in: form, instance: instance) }
    isChosen = cell.optionValue.map { held?.isChoice(of: $0) ?? false } ?? false
    isRequired = state.derived(.requirement, of: cell, in: instance, form.fresh)?.flag ?? false
    isReadOnly = state.derived(.readOnly, of: cell, in: instance, form.fresh)?.flag ?? false
    faults = form.faults(of: cell, in: state, instance: instance)
    properties = cell.properties
  }

  /// The position of a row, which is not part of its content.
  private struct Location: Hashable, Sendable {
    var path: RowPath
    var index: Int

    static func == (left: Location, right: Location) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// The place of a cell in its form, and its surroundings.
  struct Place {
    /// The position of the cell in its section's preorder.
    var index: Int
    /// The number of its instance of a repeat; 0 outside of repeats.
    var instance: Int
    /// The number of ancestors of the cell.
    var level: Int
    /// The cell above; `nil` at the top level.
    var parent: FormCell?
    /// The options directly under the cell, in order.
    var options: [FormCell]
  }
}

extension VisibleRow.Place {
  /// Finds the place of a cell; `nil` if there is no such cell. O(k) for k cells directly under one that has options,
  /// O(1) for any other.
  init?(of position: Int, in section: FormSection, _ nesting: CompactNesting, instance: Int = 0) {
    guard let level = nesting.level(of: position) else { return nil }
    self.init(
      index: position, instance: instance, level: level,
      parent: nesting.parent(of: position).flatMap(section.cells.element(at:)),
      options: nesting.holdsOptions(at: position) ? section.optionsDirectly(under: position) : [])
  }
}

extension VisibleRow {
  /// The row of an untouched cell at the top level, for previews and unit tests of what shows it.
  ///
  /// ```swift
  /// var row = VisibleRow(of: Cell.text("name", title: "Name"))
  /// row.value = "Ada"
  /// ```
  ///
  /// - Parameters:
  ///   - cell: the cell, with its options.
  ///   - path: the row path.
  /// - Complexity: O(n) for n cells under the cell.
  public init(of cell: Cell, at path: RowPath = RowPath(section: 0, row: 0)) {
    let section = FormSection(key: "section", cells: cell.cells)
    let form = FormDefinition(key: "form", sections: [section])
    let cell = section.cells[0]
    self.init(
      cell: cell, place: Place(index: 0, instance: 0, level: 0, options: section.optionsDirectly(under: 0)), path: path,
      isExpanded: cell.startsExpanded, height: form.rowHeight(of: cell, isExpanded: cell.startsExpanded),
      state: ResponseState(), form: form)
  }
}

/// One choice of a question, for drawing in its row.
public struct RowOption: Hashable, Sendable, Identifiable {
  /// The key of the option, in an instance of a repeat its address, for use with `choose`.
  public var key: String
  /// The question's value when the option is chosen.
  public var value: String
  /// The option's title.
  public var title: String
  /// Whether it is chosen.
  public var isChosen: Bool

  /// The key.
  public var id: String { key }

  init(_ option: FormCell, called address: String, chosen: ChosenOptions) {
    key = address
    value = option.optionValue ?? option.key
    title = option.title
    isChosen = chosen.contains(value)
  }
}

extension VisibleRow {
  /// The readable value: for a question the title of the option; empty for none.
  package var readableText: String {
    func names(of values: [String]) -> String {
      let titles = Dictionary(options.map { ($0.value, $0.title) }) { first, _ in first }
      return values.map { value in titles[value].flatMap { $0.isEmpty ? nil : $0 } ?? value }.joined(separator: ", ")
    }
    if showsItemAsTitle { return title }
    return switch value {
    case .text(let value)? where kind == .group: names(of: [value])
    case .choices(let values)?: names(of: values)
    default: valueText
    }
  }
}

extension VisibleRow: Identifiable {
  /// The full address of the cell, which a row keeps whatever else changes.
  public var id: String { reference.description }
}

extension VisibleRow {
  /// Reads the row's properties as your own type.
  ///
  /// A table view can then switch over types of cells, and never over section numbers:
  ///
  /// ```swift
  /// struct Friend: Decodable {
  ///   let name: String
  ///   let pictureUrl: URL?
  /// }
  ///
  /// switch row.identifier {
  /// case "FriendCell": show(try row.decode(Friend.self))
  /// case "AboutCell": show(try row.decode(About.self))
  /// default: break
  /// }
  /// ```
  ///
  /// A number can be read as any integer that holds it exactly, and as `Double`, `Float` and `Decimal`; a `URL` from
  /// text; an optional from null or a missing property; a `Date` from a date or ISO 8601 text, never from a number;
  /// `Data` from data or Base64 text. A type may also have a ``PropertyValue``.
  ///
  /// - Parameter type: the type to read.
  /// - Throws: ``PropertyDecodingError``, which names the cell, the property, the found and the expected type.
  /// - Complexity: O(n) in the size of the properties.
  public func decode<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
    let root = PropertyValue.dictionary(properties)
    do {
      return try PropertyDecoder(root).content(type)
    } catch {
      throw PropertyDecodingError(error, cell: key, properties: root, type: type)
    }
  }
}
