import FormState

/// An instance of a repeat, for a list.
public struct FormInstance: Hashable, Sendable, Identifiable {
  /// Its number, which is never reused in the response.
  package let number: Int
  /// The key of the repeat.
  let repeatKey: String
  /// The number of the instance around the repeat itself; 0 for none.
  let parent: Int
  /// Its position among those of the repeat, from 0.
  public let position: Int
  /// Whether it counts: it is not surplus by the repeat's `count` rule.
  public let isCounted: Bool
  /// The displayed title of its first cell.
  public let title: String

  /// The number.
  public var id: Int { number }

  /// The reference to it in actions: `.remove(instance.reference)`.
  public var reference: CellReference { .instance(repeatKey, number: number) }

  /// The reference to a cell in it: `.set(instance.cell("name"), "Ada")`.
  public func cell(_ key: String) -> CellReference { .instance(key, number: number) }
}

extension FormSession {
  /// The instances of a repeat, in order; empty for an unknown repeat.
  ///
  /// - Parameter reference: the repeat; one in another repeat by its address, `passenger[2]/bag` or `bag:7`.
  /// - Complexity: O(n + k log k) for n cells of the form and k instances.
  public func instances(of reference: CellReference) -> [FormInstance] {
    look { $0.instances(of: reference) }
  }

  /// The innermost instance around the row at a row path; `nil` for a row outside of repeats.
  ///
  /// A table view may offer to delete such a row: `.remove(.rowPath(path))` removes the instance.
  ///
  /// - Complexity: O(log n) to find the row, plus ``instances(of:)``.
  public func instance(at path: RowPath) -> FormInstance? {
    look { $0.instance(at: path) }
  }

  /// The action that moves the instance of a row to another row, given the two rows of a table view's `moveRowAt:to:`.
  ///
  /// The instance of the first row takes the position of the instance of the second: before it when moving up, and
  /// after it when moving down.
  ///
  /// - Returns: `nil` if the two are not in instances of the same repeat, and nothing can be moved.
  /// - Complexity: as ``instance(at:)``.
  public func moveAction(from: RowPath, to: RowPath) -> FormAction? {
    look { $0.moveAction(from: from, to: to) }
  }
}

extension SessionSnapshot {
  /// The instances of a repeat, in order.
  mutating func instances(of reference: CellReference) -> [FormInstance] {
    guard let reader, let place = place(of: reference) else { return [] }
    return instances(of: place, reader)
  }

  /// The response in memory, in which actions find cells and instances; `nil` for a form without repeats.
  private var reader: FormReader? {
    definition.index.repeats.isEmpty ? nil : FormReader(definition.index, loaded)
  }

  private func instances(of place: CellPlace, _ reader: FormReader) -> [FormInstance] {
    guard let owner = form.cell(at: place) else { return [] }
    let first = shownForm.cell(at: CellPlace(section: place.section, position: place.position + 1))
    return reader.instances(of: place).enumerated().map { position, instance in
      FormInstance(
        number: instance.number, repeatKey: owner.key, parent: place.instance, position: position,
        isCounted: state.isRelevant(owner, in: instance.number, form.fresh),
        title: first.map { shownState.title(of: $0, in: shownForm, instance: instance.number) } ?? "")
    }
  }

  /// The innermost instance around a row.
  func instance(at path: RowPath) -> FormInstance? {
    guard let reader, let place = index.place(at: path), let instance = reader.instance(place.instance) else {
      return nil
    }
    return instances(of: instance.cell, reader).first { $0.number == instance.number }
  }

  /// The action that moves the instance of a row to another row.
  func moveAction(from: RowPath, to: RowPath) -> FormAction? {
    guard let reader, let (source, target) = siblings(from, to, reader) else { return nil }
    let all = reader.instances(of: source.cell)
    guard let start = all.firstIndex(of: source), let end = all.firstIndex(of: target),
      let key = form.cell(at: source.cell)?.key
    else { return nil }
    // An instance that moves down goes after the other one: before the next.
    let next = start < end ? all.element(at: end + 1) : target
    return .move(
      .instance(key, number: source.number), before: next.map { .instance(key, number: $0.number) })
  }

  /// The outermost different instances of one repeat around two rows.
  private func siblings(
    _ from: RowPath, _ to: RowPath, _ reader: FormReader
  ) -> (InstanceRoster.Instance, InstanceRoster.Instance)? {
    guard let source = index.place(at: from), let target = index.place(at: to) else { return nil }
    let targets = reader.instancesAround(target)
    for instance in reader.instancesAround(source) {
      if let other = targets.first(where: { $0.cell == instance.cell }) { return (instance, other) }
    }
    return nil
  }
}
