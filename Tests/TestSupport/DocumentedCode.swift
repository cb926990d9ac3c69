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

  /// A block of code.
  public struct Block: Sendable {
    /// The language, as the fence says.
    public let language: String
    /// The lines, each with its end.
    public var text = ""
    /// What a reader does with the block by hand, as a command that reads it: a comment before the block,
    /// `<!-- $ cat > visit.json -->`.
    public let command: String?
  }

  /// The page's blocks of code, from top to bottom.
  public func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var isWithin = false
    var command: String?
    for line in try Repository.text(of: path).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isWithin.toggle()
        if isWithin { blocks.append(Block(language: String(line.dropFirst(3)), command: command)) }
        command = nil
      } else if isWithin, let last = blocks.indices.last {
        blocks[last].text += line + "\n"
      } else if line.hasPrefix("<!-- $ "), line.hasSuffix(" -->") {
        command = String(line.dropFirst("<!-- $ ".count).dropLast(" -->".count))
      }
    }
    return blocks
  }

  /// The page's blocks of code in a language, from top to bottom, each line with its end.
  public func blocks(in language: String) throws -> [String] {
    try blocks().filter { $0.language == language }.map(\.text)
  }
}
