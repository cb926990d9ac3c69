import Foundation

/// A page of the documentation, with the code that it shows: README.md or an article of a library.
public struct DocumentedCode: Sendable, CustomStringConvertible {
  /// The path of the page, relative to the repository.
  public let path: String

  /// A page at a path.
  public init(_ path: String) { self.path = path }

  /// The page's name, for messages.
  public var description: String { path }

  /// All pages: README.md and every article.
  public static func all() throws -> [DocumentedCode] {
    let articles = try ["FormState", "FormStateInterchange", "FormStateStore"].flatMap { library in
      let folder = "Sources/\(library)/\(library).docc"
      return try Repository.files(in: folder, withExtension: "md").map { DocumentedCode("\(folder)/\($0)") }
    }
    return [DocumentedCode("README.md")] + articles
  }

  /// The pages that show code in a language.
  public static func pages(with language: String) throws -> [DocumentedCode] {
    try all().filter { try !$0.blocks(in: language).isEmpty }
  }

  /// The page's blocks of code in a language, from top to bottom, each line with its end.
  public func blocks(in language: String) throws -> [String] {
    var blocks: [String] = []
    var isWithin = false
    var isWanted = false
    for line in try Repository.text(of: path).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isWithin.toggle()
        isWanted = isWithin && line == "```\(language)"
        if isWanted { blocks.append("") }
      } else if isWanted, let last = blocks.indices.last {
        blocks[last] += line + "\n"
      }
    }
    return blocks
  }
}
