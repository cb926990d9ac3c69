extension StateChange {
  /// The parts of the state, by their names in the journal.
  public enum Field: String, CaseIterable, Hashable, Sendable, Codable {
    /// Whether a cell is expanded.
    case disclosure
    /// Whether a section is folded.
    case fold
    /// What a cell holds.
    case value
    /// The displayed title of an expandable cell.
    case title
    /// What a cell's control holds that is no value yet.
    case draft
    /// What a cell held when the response was last marked as saved.
    case saved
    /// Whether the person has entered something in a cell at some time.
    case touched
    /// Whether the response is completed.
    case completion
  }
}

extension StateChange.Field {
  /// Whose part of the state a field is.
  package enum Scope: Hashable, Sendable { case cell, section, response }

  /// What a field is for, from which follows what undo takes along and what a row shows.
  package enum Role: Hashable, Sendable {
    /// It says which rows show.
    case opening
    /// It is what the person entered, or follows from that; a completed response refuses to change it.
    case answer
    /// It is a note about the answers, which undo leaves alone.
    case note
  }

  /// What a field can hold.
  package enum ContentType: Hashable, Sendable {
    case flag, text
    /// What a cell of its kind can hold, or that it was cleared.
    case cellValue
  }

  /// All that tells fields apart; whoever adds a field says it here.
  package var traits: (scope: Scope, role: Role, contentType: ContentType) {
    switch self {
    case .disclosure: (.cell, .opening, .flag)
    case .fold: (.section, .opening, .flag)
    case .value: (.cell, .answer, .cellValue)
    case .title: (.cell, .answer, .text)
    case .draft: (.cell, .answer, .text)
    case .saved: (.cell, .note, .cellValue)
    case .touched: (.cell, .note, .flag)
    case .completion: (.response, .note, .flag)
    }
  }

  package var scope: Scope { traits.scope }
  package var role: Role { traits.role }
  package var contentType: ContentType { traits.contentType }
}
