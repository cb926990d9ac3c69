import FormState
import GRDB

/// Where the person stands, kept so that a person who comes back after a kill stands there again.
extension FormSession {
  /// The place that was kept last on this device; `nil` for none, and if the store cannot be read.
  ///
  /// ```swift
  /// if let row = session.place?.firstRow, let path = session.rowPath(of: row) {
  ///   tableView.scrollToRow(at: IndexPath(row: path.row, section: path.section), at: .top, animated: false)
  /// }
  /// ```
  ///
  /// If the first row is no longer visible, since a section is folded or a rule hides it, the place names the nearest
  /// visible row before it, or `nil` at the top. A cell with the focus that is no longer visible is left out, as is
  /// everything that no longer exists: a cell of an earlier version of the form, or of a removed instance.
  ///
  /// Reads the store, so unlike the rows this accesses the disk.
  ///
  /// - Complexity: O(log n), except for a session's first query by key, which creates an index of the keys in O(n).
  public var place: FormPlace? { place(on: device) }

  /// Keeps where the person stands on this device, without blocking a thread while others write.
  ///
  /// Call it when the view has rested for a moment, and when the app leaves the foreground. It is no action: the
  /// revision, the digest and the history stay as they are, and no subscriber is notified. A lost place is no error, so
  /// none is thrown; what was kept before remains.
  ///
  /// - Parameters:
  ///   - place: the place; without a cell and a row, none is kept. What the session does not know is left out; of an
  ///     option of a sensitive question its question is kept, since the option may be the answer.
  ///   - isolation: the caller's actor, on which the function returns.
  /// - Returns: whether it was kept: not before the first action has begun the response, in a store that only reads,
  ///   within a transaction, or while others write for too long.
  /// - Complexity: a transaction, O(log n).
  @discardableResult
  public func keep(_ place: FormPlace, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await keep(place, on: device)
  }

  /// Keeps where the person stands on this device; the thread waits for the commit.
  ///
  /// - Parameter place: as for ``keep(_:isolation:)``.
  /// - Returns: whether it was kept.
  /// - Complexity: a transaction, O(log n).
  @discardableResult
  public func keep(_ place: FormPlace) -> Bool {
    let stored = look { $0.stored(place) }
    let (key, device) = (key, device)
    let kept = try? store.write(notifies: false) { db in
      (try PlaceTable(db: db).keep(stored, of: key, on: device), .commit)
    }
    return kept ?? false
  }

  /// The place that was kept last on a device, as ``place``; `nil` for a name that cannot be one as well.
  package func place(on device: String) -> FormPlace? {
    guard PlaceTable.problem(withDevice: device) == nil,
      let stored = try? store.read({ try PlaceTable(db: $0).place(of: key, on: device.canonicalKey) })
    else { return nil }
    return look { $0.shown(stored) }
  }

  /// Keeps where a person stands on a device, as ``keep(_:isolation:)``.
  @discardableResult
  package func keep(
    _ place: FormPlace, on device: String, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard PlaceTable.problem(withDevice: device) == nil else { return false }
    let stored = look { $0.stored(place) }
    let key = key
    let kept = try? await store.write(notifies: false) { db in
      (try PlaceTable(db: db).keep(stored, of: key, on: device.canonicalKey), .commit)
    }
    return kept ?? false
  }
}

extension SessionSnapshot {
  /// A stored place as the screen shows it; `nil` if it shows nothing of it.
  fileprivate mutating func shown(_ stored: StoredPlace) -> FormPlace? {
    let cell = stored.cell.flatMap { place(of: $0.reference) }.flatMap { index.rowPath(of: $0) }
    let first = stored.firstRow.flatMap { place(of: $0.reference) }.flatMap { index.rowPath(atOrBefore: $0) }
    let shown = FormPlace(cell: cell.flatMap(reference(at:)), firstRow: first.flatMap(reference(at:)))
    return shown.target == nil ? nil : shown
  }

  private func reference(at path: RowPath) -> CellReference? {
    guard let place = index.place(at: path), let cell = cell(at: place), !cell.key.isEmpty else { return nil }
    return StateSubject(cell.key, instance: place.instance).reference
  }

  /// A place by keys, without what the screen does not know.
  fileprivate mutating func stored(_ place: FormPlace) -> StoredPlace {
    StoredPlace(cell: place.cell.flatMap { subject(of: $0) }, firstRow: place.firstRow.flatMap { subject(of: $0) })
  }

  private mutating func subject(of reference: CellReference) -> StateSubject? {
    guard let place = self.place(of: reference), let cell = cell(at: place), !cell.key.isEmpty else { return nil }
    // The key of an option says what was chosen, and clearing a sensitive answer removes it from the file.
    if cell.optionValue != nil,
      let question = nesting.element(at: place.section)?.parent(of: place.position).flatMap({
        self.cell(at: CellPlace(section: place.section, position: $0))
      }), question.isSensitive
    {
      return StateSubject(question.key, instance: place.instance)
    }
    return StateSubject(cell.key, instance: place.instance)
  }
}
