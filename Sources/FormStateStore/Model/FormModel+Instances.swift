import FormState
import Foundation

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// Adds an instance after the last one of a repeat, named as for ``instances(of:)``.
  public func addInstance(to reference: CellReference) { perform(.add(reference)) }

  /// Removes instances of a repeat, for a list's `onDelete`: one undo step.
  ///
  /// - Parameters:
  ///   - offsets: their positions among ``instances(of:)``; others are ignored.
  ///   - reference: the repeat.
  public func removeInstances(atOffsets offsets: IndexSet, of reference: CellReference) {
    let all = instances(of: reference)
    let gone = offsets.filter(all.indices.contains).map { all[$0].reference }
    guard !gone.isEmpty else { return }
    group("Remove") { group in for instance in gone { try group.apply(.remove(instance)) } }
  }

  /// Moves instances of a repeat, for a list's `onMove`: one undo step.
  ///
  /// - Parameters:
  ///   - offsets: their positions among ``instances(of:)``; others are ignored.
  ///   - destination: the position to move them before, counted before the move.
  ///   - reference: the repeat.
  public func moveInstances(fromOffsets offsets: IndexSet, toOffset destination: Int, of reference: CellReference) {
    let all = instances(of: reference)
    let moved = offsets.filter(all.indices.contains)
    let isMoved = Set(moved)
    // Moving instances cannot be the destination.
    let next = all.indices.first { $0 >= destination && !isMoved.contains($0) }.map { all[$0].reference }
    guard !moved.isEmpty else { return }
    group("Move") { group in
      for offset in moved { try group.apply(.move(all[offset].reference, before: next)) }
    }
  }
}
