/// The path of an instance, from the outermost repeat inwards, by which instances are in the order of the form.
///
/// A class, since all rules that run in the instance share one.
final class InstancePath: Comparable, Hashable, Sendable {
  /// One of the repeats around it, with its instance.
  struct Step: Hashable, Comparable, Sendable {
    /// The position of the repeat in its section.
    let position: Int
    /// The sort key of the instance among those of the repeat.
    let rank: Int64
    /// The number of the instance.
    let number: Int

    static func < (left: Step, right: Step) -> Bool {
      (left.position, left.rank, left.number) < (right.position, right.rank, right.number)
    }
  }

  /// The position of the section in the form.
  let section: Int
  /// The repeats around it, the outermost first; never empty.
  let steps: [Step]
  /// The number of the instance.
  let number: Int

  /// Appends an instance to those around it.
  init(_ instance: InstanceRoster.Instance, in around: InstancePath?) {
    section = instance.cell.section
    number = instance.number
    steps =
      (around?.steps ?? []) + [
        Step(position: instance.cell.position, rank: instance.rank, number: instance.number)
      ]
  }

  /// A path directly before an instance, with which others are only compared.
  convenience init(before instance: InstanceRoster.Instance, in around: InstancePath?) {
    self.init(
      InstanceRoster.Instance(number: instance.number - 1, cell: instance.cell, rank: instance.rank), in: around)
  }

  private init(_ path: InstancePath, count: Int) {
    section = path.section
    steps = Array(path.steps.prefix(count))
    number = steps.last?.number ?? 0
  }

  /// The path of the instance on an outer level, itself if it is no deeper. O(d) for d levels.
  func prefix(_ count: Int) -> InstancePath { count >= steps.count ? self : InstancePath(self, count: count) }

  /// Orders instances as in the form, outer ones before those inside them.
  static func < (left: InstancePath, right: InstancePath) -> Bool {
    if left.section != right.section { return left.section < right.section }
    return left.steps.lexicographicallyPrecedes(right.steps)
  }

  static func == (left: InstancePath, right: InstancePath) -> Bool { left === right || left.number == right.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
