import FormStateScreen
import Foundation

/// The order of `formstate`: the only argument of this program, as JSON.
///
/// `formstate serve` reads and checks the arguments of the user; a second grammar here would
/// repeat them.
struct ScreenOrder: Decodable, Equatable {
  let database: String
  var form: String?
  var response: String?
  var language: String?
  /// The author of actions on the page.
  var author: String?
  var busyTimeout: Double?
  var isReadOnly: Bool?
  /// Whether the page begins with the list of responses.
  var lists: Bool?
  /// The file with the previewed form.
  var file: String?
  var sectionTitles: [String]?
  var titleKey: String?
  var layout: String?
  /// The folder with the form's lists, pictures and sounds.
  var attach: String?
  /// The address of the page behind a proxy.
  var publicAddress: PublicAddress?
  /// The path of a Unix socket to listen at, instead of a port.
  var socket: String?
  /// The folder of attached files.
  var attachments: String?
  /// 0 for any free port.
  let port: UInt16
  let opensBrowser: Bool

  /// Reads the arguments of this program.
  ///
  /// - Parameter arguments: the arguments without the program's own name.
  /// - Throws: ``ServeError/noOrder`` for anything that `formstate` would not pass.
  static func read(_ arguments: some Collection<String>) throws(ServeError) -> ScreenOrder {
    guard arguments.count == 1, let text = arguments.first,
      let order = try? JSONDecoder().decode(ScreenOrder.self, from: Data(text.utf8))
    else { throw .noOrder }
    return order
  }
}
