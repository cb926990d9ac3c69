import FormState
import FormStateStore
import Foundation

/// The body of `POST /place`: where a person stands, as in `{"cell":"weight","first":"name:7"}`.
struct ReportedPlace: Decodable {
  /// The address of the cell with the focus; `nil` for none.
  private let cell: String?
  /// The address of the cell in the first visible row; `nil` if it is unknown.
  private let first: String?

  /// Reads the body of a request. O(n) for n bytes.
  ///
  /// - Throws: ``ScreenRefusal`` for anything else.
  init(_ body: Data) throws(ScreenRefusal) {
    guard let place = try? JSONDecoder().decode(Self.self, from: body) else {
      throw ScreenRefusal(400, "the body is not a place; send the addresses of two cells as “cell” and “first”")
    }
    self = place
  }

  /// The place.
  var place: FormPlace { FormPlace(cell: cell.map(CellReference.key), firstRow: first.map(CellReference.key)) }
}
