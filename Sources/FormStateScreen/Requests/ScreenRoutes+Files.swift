import FormState
import FormStateInterchange
import Foundation

/// Attached files, and those that belong to a form.
extension ScreenRoutes {
  /// Stores a file, and answers with the new value of its cell.
  func attach(_ request: ScreenRequest, _ query: ScreenQuery, _ view: ScreenView) async throws -> ScreenResponse {
    guard let folder = folders.attachments else {
      throw ScreenRefusal(404, "no files are stored here; start formstate serve, which names the folder")
    }
    let (cell, name) = (try query.requiredText("cell"), try query.requiredText("name"))
    try await models.model(of: view).requireFile(in: cell)
    let kept = try await folder.take(request.longBody ?? LongBody(request.body), called: name)
    return ScreenResponse(.object([("value", .string(kept.text))]))
  }

  /// A file, or its requested part.
  func file(_ request: ScreenRequest, of route: ScreenRoute) throws(ScreenRefusal) -> ScreenResponse {
    let name = String(request.path.dropFirst(route.rawValue.utf8.count + 1))
    let found = route == .media ? folders.medium(named: name) : folders.attachments?.file(named: name)
    guard let found else { throw ScreenRefusal(404, "there is no file “\(name.shortened)” here") }
    guard let header = request.headers["range"], let range = ByteRange(header) else {
      return ScreenResponse(found, nil)
    }
    guard let part = range.part(of: found.size) else {
      throw ScreenRefusal(416, "“\(name.shortened)” has \(found.size) bytes; request a range within them")
    }
    return ScreenResponse(found, part)
  }
}
