/// The instances of a state by their positions, as in `passenger[2]/bag[1]`: what digests call them.
///
/// Numbers of instances are random in part, so the same actions elsewhere give other numbers, but the same positions.
struct InstancePaths {
  /// An instance by its positions.
  private struct Path {
    let text: String
    /// The place of the text among all of them, by their bytes.
    var order = 0
  }

  private var paths: [Int: Path] = [0: Path(text: "0")]

  /// Finds the positions of the instances of a state. O(k log k) for k instances.
  init(_ state: ResponseState) {
    guard !state.instances.isEmpty else { return }
    var siblings: [StateSubject: [(rank: Int64, number: Int)]] = [:]
    for (subject, place) in state.instances {
      siblings[StateSubject(subject.key, instance: place.parent, setAsideFrom: subject.setAsideFrom), default: []]
        .append((place.rank, subject.instance))
    }
    var steps: [Int: (parent: Int, text: String)] = [:]
    for (owner, list) in siblings {
      for (position, instance) in list.sorted(by: { ($0.rank, $0.number) < ($1.rank, $1.number) }).enumerated() {
        steps[instance.number] = (owner.instance, "\(owner.key)[\(position + 1)]")
      }
    }
    // The instance around another one has a smaller number.
    for (number, step) in steps.sorted(by: { $0.key < $1.key }) {
      let around = step.parent > 0 && step.parent < number ? paths[step.parent]?.text : nil
      paths[number] = Path(text: around.map { "\($0)/\(step.text)" } ?? step.text)
    }
    let ordered = paths.sorted { $0.value.text.utf8.lexicographicallyPrecedes($1.value.text.utf8) }
    for (order, path) in ordered.enumerated() { paths[path.key]?.order = order }
  }

  /// An instance by its positions; `0` outside of repeats. O(1).
  func text(of number: Int) -> String { paths[number]?.text ?? ":\(number)" }

  /// Whether an instance comes before another one by the bytes of their texts; `nil` if both have one place. O(1).
  func isBefore(_ left: Int, _ right: Int) -> Bool? {
    guard left != right else { return nil }
    guard let first = paths[left], let second = paths[right] else { return left < right }
    return first.text == second.text ? nil : first.order < second.order
  }
}
