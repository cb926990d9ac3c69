import FormState
import Foundation

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// Adds an instance after the last one of a repeat, named as for ``instances(of:)``.
  public func addInstance(to reference: CellReference) { perform(.add(reference)) }

  /// Removes instances of a repeat, as `onDelete` of a list asks for it: one undo step.
  ///
  /// - Parameters:
  ///   - offsets: their places among ``instances(of:)``; others are passed over.
  ///   - reference: the repeat.
  public func removeInstances(atOffsets offsets: IndexSet, of reference: CellReference) {
    let all = instances(of: reference)
    let gone = offsets.filter(all.indices.contains).map { all[$0].reference }
    guard !gone.isEmpty else { return }
    group("Remove") { group in for instance in gone { try group.apply(.remove(instance)) } }
  }

  /// Moves instances of a repeat, as `onMove` of a list asks for it: one undo step.
  ///
  /// - Parameters:
  ///   - offsets: their places among ``instances(of:)``; others are passed over.
  ///   - destination: the place before which they are to stand, counted before anything moves.
  ///   - reference: the repeat.
  public func moveInstances(fromOffsets offsets: IndexSet, toOffset destination: Int, of reference: CellReference) {
    let all = instances(of: reference)
    let moved = offsets.filter(all.indices.contains)
    let isMoved = Set(moved)
    // Those that move too are no place to stand before.
    let next = all.indices.first { $0 >= destination && !isMoved.contains($0) }.map { all[$0].reference }
    guard !moved.isEmpty else { return }
    group("Move") { group in
      for offset in moved { try group.apply(.move(all[offset].reference, before: next)) }
    }
  }
}
