extension InstanceNames {
  /// The names of all instances that entries of a journal change, and of those of a state. O(k) for k changes and
  /// instances.
  package init(_ entries: [JournalEntry], and state: ResponseState = ResponseState()) {
    var numbers = Set(state.instances.keys.lazy.map(\.instance))
    for entry in entries { numbers.formUnion(entry.changes.lazy.map(\.subject.instance)) }
    self.init(numbers)
  }
}

extension FormAction {
  /// The action with instances as people call them, where their counters alone say which ones are meant.
  ///
  /// Elsewhere the same actions give other tags: a script names instances by their counters, so it can be replayed.
  package func naming(_ names: InstanceNames) -> FormAction {
    let named = mapReferences { reference in
      if case .instance(let key, let number) = reference {
        .instance(key, number: names.brief(number))
      } else {
        reference
      }
    }
    guard case .add(let cell, let before, let number?) = named else { return named }
    return .add(cell, before: before, number: names.brief(number))
  }
}

extension StateChange {
  /// The change with instances as people call them.
  fileprivate func naming(_ names: InstanceNames) -> StateChange {
    func place(_ content: FieldContent?) -> FieldContent? {
      guard field == .instance, let place = content?.place else { return content }
      return InstancePlace(parent: names.brief(place.parent), rank: place.rank).content
    }
    var change = self
    change.subject.instance = names.brief(subject.instance)
    (change.before, change.after) = (place(before), place(after))
    return change
  }
}

extension JournalEntry {
  /// The entry with instances as people call them, to print it.
  package func naming(_ names: InstanceNames) -> JournalEntry {
    var entry = self
    entry.action = action.naming(names)
    entry.changes = changes.map { $0.naming(names) }
    return entry
  }
}
