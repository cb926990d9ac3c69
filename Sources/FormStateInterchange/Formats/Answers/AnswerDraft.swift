import FormState

/// What a document states about one response: the answers to its questions, and the instances of its repeats.
///
/// A line of a table, an object of JSON and a submission each become one; an ``AnswerPlan`` makes a response match it.
struct AnswerDraft {
  /// Which instance of the response an instance of the document is.
  enum Identity {
    /// The one with its number; a new one gets the number if it is free. The document may omit instances.
    case number
    /// The one in its position. The document states all instances; its reader counts them.
    case position
  }

  /// An instance of a repeat.
  struct Instance {
    /// Its number in the document, unique among those of its repeat.
    let number: Int
    /// Where a missing instance is reported; `nil` if each of its entries is.
    var place: Int?
  }

  /// The instances of a repeat in one instance of the repeat around it, or outside of others.
  struct Group {
    /// The key of the repeat.
    let key: String
    /// The number of the instance around them in the document, 0 for none; `nil` if the document does not say.
    let within: Int?
    /// The instances in their order.
    var instances: [Instance] = []
  }

  /// The statement about a cell.
  struct Entry {
    /// Its place, by which a reader finds it again and misfits are ordered; `nil` if it is never reported.
    let place: Int?
    /// The cell.
    let cell: FormCell
    /// The key of the repeat around the cell; `nil` for none.
    let owner: String?
    /// The number of its instance in the document; 0 outside of repeats.
    let instance: Int
    /// The value for `set`; `nil` if the answer is blank.
    let value: CellValue?
    /// Whether it is an answer, which stays whatever the default of a later version is.
    let isAnswer: Bool
    /// Whether the definition hides the cell.
    let isHidden: Bool
    /// The text of a submission, which is compared in its own notation; `nil` in other documents.
    var submitted: String?

    /// The instance, as a subject; `nil` outside of repeats.
    var surroundings: StateSubject? {
      instance > 0 ? owner.map { StateSubject($0, instance: instance) } : nil
    }

    /// Whether the cell already contains what is stated, as far as that is known without its options.
    func isHeld(_ content: FieldContent?) -> Bool {
      guard let submitted, !AnswerSheetValue.isMask(value, of: cell) else {
        return AnswerSheetValue.isHeld(value, content?.value, in: cell)
      }
      return value == nil && content?.value == nil || SubmissionValue.isSpelled(content, as: submitted, in: cell)
    }
  }

  /// How instances correspond to those of the response.
  let identity: Identity
  /// The entries, in the order in which the questions are answered.
  var entries: [Entry] = []
  /// The instances; groups of outer repeats precede those in them.
  private(set) var groups: [Group] = []
  /// The positions of the groups by the subject of their repeat; outside of a known instance by its key alone.
  private var positions: [StateSubject: Int] = [:]
  /// The positions of the groups of instances.
  private var positionsByInstance: [StateSubject: Int] = [:]

  init(identity: Identity) { self.identity = identity }

  /// The group of an instance.
  func group(of instance: StateSubject) -> Group? { positionsByInstance[instance].map { groups[$0] } }

  /// Adds a group, if it is new, and returns its position.
  @discardableResult
  mutating func addGroup(_ key: String, within: Int?) -> Int {
    let subject = StateSubject(key, instance: within ?? -1)
    if let known = positions[subject] { return known }
    positions[subject] = groups.count
    groups.append(Group(key: key, within: within))
    return groups.count - 1
  }

  /// Adds an instance to its group, unless its repeat has one with its number.
  mutating func add(_ instance: Instance, of key: String, within: Int?) {
    let subject = StateSubject(key, instance: instance.number)
    guard positionsByInstance[subject] == nil else { return }
    let position = addGroup(key, within: within)
    positionsByInstance[subject] = position
    groups[position].instances.append(instance)
  }
}
