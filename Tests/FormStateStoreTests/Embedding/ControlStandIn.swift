#if !canImport(UIKit)
import Foundation

// A small stand-in for the controls of UIKit that the documented cells contain.

@MainActor class UIView {
  struct AutoresizingMask: OptionSet {
    let rawValue: Int
    static let flexibleWidth = AutoresizingMask(rawValue: 1)
    static let flexibleHeight = AutoresizingMask(rawValue: 2)
  }

  var frame: CGRect
  var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  var autoresizingMask: AutoresizingMask = []
  private(set) var subviews: [UIView] = []

  init(frame: CGRect) { self.frame = frame }

  func addSubview(_ view: UIView) { subviews.append(view) }
}

@MainActor final class UIAction {
  fileprivate let handler: (UIAction) -> Void

  init(handler: @escaping (UIAction) -> Void) { self.handler = handler }
}

@MainActor class UIControl: UIView {
  struct Event: Hashable {
    private let number: Int
    static let touchUpInside = Event(number: 0)
    static let valueChanged = Event(number: 1)
    static let editingChanged = Event(number: 2)
    static let editingDidEnd = Event(number: 3)
  }

  enum State { case normal }

  var isEnabled = true
  private var actions: [(action: UIAction, event: Event)] = []

  override init(frame: CGRect = .zero) { super.init(frame: frame) }

  func addAction(_ action: UIAction, for event: Event) { actions.append((action, event)) }

  func sendActions(for event: Event) {
    for (action, of) in actions where of == event { action.handler(action) }
  }
}

@MainActor final class UITextField: UIControl {
  var text: String?
  var placeholder: String?
  private(set) var isEditing = false

  /// A person enters a text, and stays in the field.
  func type(_ text: String) {
    isEditing = true
    self.text = text
    sendActions(for: .editingChanged)
  }

  /// A person leaves the field.
  func leave() {
    isEditing = false
    sendActions(for: .editingDidEnd)
  }
}

@MainActor final class UISwitch: UIControl {
  var isOn = false
}

@MainActor final class UISlider: UIControl {
  var minimumValue: Float = 0
  var maximumValue: Float = 1
  var value: Float = 0
  var isContinuous = true
  let isTracking = false
}

@MainActor final class UIDatePicker: UIControl {
  enum Mode { case date }

  var datePickerMode = Mode.date
  var date = Date()
}

@MainActor final class UIButton: UIControl {
  enum ButtonType { case system }

  private(set) var title: String?

  convenience init(type: ButtonType) { self.init(frame: .zero) }

  func setTitle(_ title: String?, for state: State) { self.title = title }
}

@MainActor class UITableViewHeaderFooterView: UIView {
  let contentView = UIView(frame: .zero)

  required init?(coder: NSCoder) { super.init(frame: .zero) }
}

struct NSDiffableDataSourceSnapshot<Section: Hashable, Item: Hashable> {
  fileprivate(set) var sectionIdentifiers: [Section] = []
  private var items: [[Item]] = []
  fileprivate var reconfigured: Set<Item> = []
  fileprivate var reloaded: Set<Item> = []

  var itemIdentifiers: [Item] { items.flatMap { $0 } }

  mutating func appendSections(_ sections: [Section]) {
    sectionIdentifiers += sections
    items += sections.map { _ in [] }
  }

  mutating func appendItems(_ new: [Item], toSection section: Section) {
    if let index = sectionIdentifiers.firstIndex(of: section) { items[index] += new }
  }

  mutating func reconfigureItems(_ items: [Item]) { reconfigured.formUnion(items) }
  mutating func reloadItems(_ items: [Item]) { reloaded.formUnion(items) }

  func itemIdentifiers(inSection section: Section) -> [Item] {
    sectionIdentifiers.firstIndex(of: section).map { items[$0] } ?? []
  }
}

@MainActor final class UITableViewDiffableDataSource<Section: Hashable, Item: Hashable> {
  private weak var tableView: UITableView?
  private let cell: (UITableView, IndexPath, Item) -> UITableViewCell?
  private var current = NSDiffableDataSourceSnapshot<Section, Item>()
  /// The cells on the screen.
  private(set) var cells: [Item: UITableViewCell] = [:]

  init(tableView: UITableView, cellProvider: @escaping (UITableView, IndexPath, Item) -> UITableViewCell?) {
    self.tableView = tableView
    cell = cellProvider
  }

  func snapshot() -> NSDiffableDataSourceSnapshot<Section, Item> { current }

  /// Keeps the cells of all items that stay, apart from reloaded ones.
  func apply(_ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool) {
    let before = cells
    cells = [:]
    current = snapshot
    for (section, identifier) in snapshot.sectionIdentifiers.enumerated() {
      for (row, item) in snapshot.itemIdentifiers(inSection: identifier).enumerated() {
        let kept = snapshot.reloaded.contains(item) ? nil : before[item]
        guard let tableView, kept == nil || snapshot.reconfigured.contains(item) else {
          cells[item] = kept
          continue
        }
        cells[item] = tableView.reconfiguring(kept) { cell(tableView, IndexPath(row: row, section: section), item) }
      }
    }
    current.reconfigured = []
    current.reloaded = []
  }
}
#endif
