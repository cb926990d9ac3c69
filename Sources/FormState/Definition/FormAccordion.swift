/// Which things of a form are an accordion: a scope in which opening one closes the one that was open.
public enum FormAccordion: String, CaseIterable, Hashable, Sendable, Codable {
  /// The cells at the top level of all sections: expanding one collapses the one that was expanded, in whatever section.
  case cells
  /// The sections: unfolding one folds the one that was not folded.
  case sections
}
