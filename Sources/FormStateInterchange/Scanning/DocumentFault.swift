/// Why a document was refused, and where in it.
///
/// The description reads as a message to a person:
/// `line 12, column 3: the key “title” stands twice in one dictionary`.
struct DocumentFault: Error, Equatable, Sendable {
  /// What is wrong.
  let problem: DocumentProblem

  /// Where it is wrong.
  let place: DocumentPlace
}

extension DocumentFault: CustomStringConvertible {
  /// The place and the problem in words.
  var description: String {
    place == .wholeDocument ? "\(problem)" : "\(place): \(problem)"
  }
}
