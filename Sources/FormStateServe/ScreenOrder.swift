import FormStateScreen
import Foundation

/// What `formstate` asks for: the one argument of this program, as JSON.
///
/// `formstate serve` and `formstate preview` read and check what a person typed; a grammar of its own here would have
/// to say the same things again.
struct ScreenOrder: Decodable, Equatable {
  let database: String
  var form: String?
  var response: String?
  var language: String?
  /// Who acts on the page, as the journal is to say.
  var author: String?
  var busyTimeout: Double?
  var isReadOnly: Bool?
  /// Whether the page begins with the list of responses.
  var lists: Bool?
  /// The file with the form, of a preview.
  var file: String?
  var sectionTitles: [String]?
  var titleKey: String?
  var layout: String?
  /// The folder with what belongs to the form: lists, pictures and sounds.
  var attach: String?
  /// Where a proxy shows the page to others.
  var publicAddress: PublicAddress?
  /// The path of a Unix socket to listen at, instead of a port.
  var socket: String?
  /// The folder that keeps the files that people attach.
  var attachments: String?
  /// 0 for any that is free.
  let port: UInt16
  let opensBrowser: Bool

  /// Reads the arguments of this program.
  ///
  /// - Parameter arguments: the arguments without the program's own name.
  /// - Throws: ``ServeError/noOrder`` for anything that `formstate` would not say.
  static func read(_ arguments: some Collection<String>) throws(ServeError) -> ScreenOrder {
    guard arguments.count == 1, let text = arguments.first,
      let order = try? JSONDecoder().decode(ScreenOrder.self, from: Data(text.utf8))
    else { throw .noOrder }
    return order
  }
}
