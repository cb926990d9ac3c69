import FormState
import FormStateStore
import Foundation

#if canImport(UIKit)
import UIKit
#endif

// The article on controls shows the code below this line, a piece at a time.

// A cell whose control reports what a person does.
@MainActor class ControlCell: UITableViewCell {
  var row: VisibleRow?
  var report: (FormAction) -> Void = { _ in }

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  func show(_ row: VisibleRow) { self.row = row }

  // The control at the trailing edge, and what happens at its events.
  func add(_ control: UIControl, _ reports: [(event: UIControl.Event, report: @MainActor (VisibleRow) -> Void)]) {
    control.frame = CGRect(x: 0, y: 0, width: 180, height: 32)
    accessoryView = control
    for (event, report) in reports {
      control.addAction(UIAction { [weak self] _ in self?.row.map(report) }, for: event)
    }
  }
}

final class TextFieldCell: ControlCell {
  let field = UITextField()
  private var hasTyped = false

  override func show(_ row: VisibleRow) {
    if self.row == nil {
      add(
        field,
        [
          (.editingChanged, { [weak self] in self?.typed(in: $0) }),
          (.editingDidEnd, { [weak self] in self?.left($0) }),
        ])
    }
    super.show(row)
    detailTextLabel?.text = nil
    field.isEnabled = !row.isReadOnly
    // What a person is typing is newer than any row.
    if !field.isEditing { field.text = row.draft ?? row.value?.plainText ?? "" }
  }

  // Typed text is a draft until the person leaves the field: “1,” is no number, and 2 is no answer on the way to 25.
  private func typed(in row: VisibleRow) {
    hasTyped = true
    report(.draft(row.reference, field.text))
  }

  private func left(_ row: VisibleRow) {
    guard hasTyped else { return }
    hasTyped = false
    let text = field.text ?? ""
    report(text.isEmpty ? .clear(row.reference) : .set(row.reference, .text(text)))
  }
}

final class SwitchControlCell: ControlCell {
  let control = UISwitch()

  override func show(_ row: VisibleRow) {
    if self.row == nil {
      add(control, [(.valueChanged, { [unowned self] in report(.set($0.reference, .boolean(control.isOn))) })])
    }
    super.show(row)
    control.isEnabled = !row.isReadOnly
    control.isOn = row.value == .boolean(true)
  }
}

final class SliderControlCell: ControlCell {
  let slider = UISlider()

  override func show(_ row: VisibleRow) {
    if self.row == nil {
      // One action, when the thumb is let go.
      slider.isContinuous = false
      add(slider, [(.valueChanged, { [unowned self] in report(.set($0.reference, value(in: $0))) })])
    }
    super.show(row)
    slider.isEnabled = !row.isReadOnly
    guard !slider.isTracking, let range = row.range else { return }
    slider.minimumValue = Float(range.minimum)
    slider.maximumValue = Float(range.maximum)
    slider.value = Float(row.value?.number ?? range.minimum)
  }

  // A thumb stops anywhere: the control rounds to the steps of the cell.
  private func value(in row: VisibleRow) -> CellValue {
    guard let step = row.step else { return CellValue(floatLiteral: Double(slider.value)) }
    let least = row.range?.minimum ?? 0
    return CellValue(floatLiteral: least + ((Double(slider.value) - least) / step).rounded() * step)
  }
}

final class DatePickerCell: ControlCell {
  let picker = UIDatePicker()

  override func show(_ row: VisibleRow) {
    if self.row == nil {
      picker.datePickerMode = .date
      add(
        picker,
        [
          (
            .valueChanged,
            { [unowned self] in
              guard let day = CalendarDate(picker.date, in: .current) else { return }
              report(.set($0.reference, .date(day)))
            }
          )
        ])
    }
    super.show(row)
    picker.isEnabled = !row.isReadOnly
    if case .date(let day) = row.value { picker.date = day.date(in: .current) }
  }
}

final class FoldingHeader: UITableViewHeaderFooterView {
  let button = UIButton(type: .system)
  var toggle: () -> Void = {}

  func show(_ title: String, isFoldable: Bool, isFolded: Bool) {
    if contentView.subviews.isEmpty {
      contentView.addSubview(button)
      button.frame = contentView.bounds
      button.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      button.addAction(UIAction { [weak self] _ in self?.toggle() }, for: .touchUpInside)
    }
    button.isEnabled = isFoldable
    button.setTitle(isFoldable ? "\(isFolded ? "▸" : "▾") \(title)" : title, for: .normal)
  }
}

final class ControlTable: FormTableController {
  weak var tableView: UITableView?

  // A form's own reuse identifiers need classes as well.
  func attach(to tableView: UITableView, cells: [String: UITableViewCell.Type] = [:]) {
    let controls: [CellKind: UITableViewCell.Type] = [
      .text: TextFieldCell.self, .integer: TextFieldCell.self, .decimal: TextFieldCell.self,
      .switch: SwitchControlCell.self,
      .slider: SliderControlCell.self, .date: DatePickerCell.self,
    ]
    for kind in CellKind.allCases {
      tableView.register(controls[kind] ?? ControlCell.self, forCellReuseIdentifier: kind.standardIdentifier)
    }
    for (identifier, cell) in cells { tableView.register(cell, forCellReuseIdentifier: identifier) }
    tableView.register(FoldingHeader.self, forHeaderFooterViewReuseIdentifier: "header")
    tableView.dataSource = self
    tableView.delegate = self
    self.tableView = tableView
  }

  override func show(_ row: VisibleRow, in cell: UITableViewCell) {
    super.show(row, in: cell)
    guard let cell = cell as? ControlCell else { return }
    cell.report = { [weak self, weak cell] action in
      if let cell { self?.perform(action, from: cell) }
    }
    cell.show(row)
  }

  private func perform(_ action: FormAction, from cell: ControlCell) {
    guard let tableView else { return }
    let task = session.perform(action) { self.take($0, in: tableView) }
    Task {
      do {
        _ = try await task.value
      } catch {
        // A refused action changes nothing, so the control shows the value again.
        guard let path = tableView.indexPath(for: cell), let row = session.row(at: path.rowPath) else { return }
        show(row, in: cell)
      }
    }
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    guard !session.hidesHeader(ofSection: section),
      let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header") as? FoldingHeader
    else { return nil }
    show(section, in: header)
    return header
  }

  private func show(_ section: Int, in header: FoldingHeader) {
    header.show(
      session.title(ofSection: section) ?? "", isFoldable: session.isFoldable(section: section),
      isFolded: session.isFolded(section: section))
    header.toggle = { [weak self] in
      guard let self, let tableView, let key = session.key(ofSection: section) else { return }
      session.perform(.toggleFold(section: key)) { self.take($0, in: tableView) }
    }
  }

  // The triangle turns with its section.
  override func take(_ stage: BatchUpdate, in tableView: UITableView) {
    super.take(stage, in: tableView)
    for section in 0..<session.numberOfSections {
      if let header = tableView.headerView(forSection: section) as? FoldingHeader { show(section, in: header) }
    }
  }
}

@MainActor final class DiffableTable {
  let session: FormSession
  let source: UITableViewDiffableDataSource<String, String>

  init(session: FormSession, tableView: UITableView, show: @escaping (VisibleRow, UITableViewCell) -> Void) {
    self.session = session
    source = UITableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, _ in
      guard let row = session.row(at: indexPath.rowPath) else { return nil }
      let cell = tableView.dequeueReusableCell(withIdentifier: row.identifier, for: indexPath)
      show(row, cell)
      return cell
    }
  }

  func perform(_ action: FormAction) async throws { show(try await session.apply(action).batch) }

  // The session has all of the change already, so there are no stages.
  func show(_ batch: BatchUpdate) {
    var snapshot = NSDiffableDataSourceSnapshot<String, String>()
    for section in 0..<session.numberOfSections {
      guard let key = session.key(ofSection: section) else { continue }
      snapshot.appendSections([key])
      let paths = (0..<session.numberOfRows(in: section)).map { RowPath(section: section, row: $0) }
      snapshot.appendItems(ids(at: paths), toSection: key)
    }
    let former = Set(source.snapshot().itemIdentifiers)
    // A row with other contents or another height keeps its cell, and a text field in it the keyboard.
    snapshot.reconfigureItems(
      ids(at: batch.reloadedRowsAfter + batch.resizedRows.flatMap(\.paths)).filter(former.contains))
    // After an upgrade a row of the same name may need another cell.
    snapshot.reloadItems(ids(at: batch.insertedRows.flatMap(\.paths)).filter(former.contains))
    source.apply(snapshot, animatingDifferences: true)
  }

  private func ids(at paths: [RowPath]) -> [String] { paths.compactMap { session.row(at: $0)?.id } }
}

final class FriendCell: ControlCell {
  private struct Friend: Decodable { let name: String }

  override func show(_ row: VisibleRow) {
    super.show(row)
    textLabel?.text = (try? row.decode(Friend.self))?.name
  }
}
