import FormState

extension DefinitionFault {
  /// The problem without the fix, and the fix: the two clauses that a semicolon parts.
  var clauses: (problem: String, action: String) {
    let parts = problem.split(separator: "; ", maxSplits: 1).map(String.init)
    return (parts.first ?? problem, parts.dropFirst().first ?? "correct it in the document")
  }
}
