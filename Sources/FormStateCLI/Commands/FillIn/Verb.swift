#if CommandLine
import ArgumentParser
import FormState

/// A word for one action on a response: the help of its command, and how the command's arguments make the action.
///
/// ``VerbCommand`` is the command; its options, which all verbs share, are listed there once.
protocol Verb {
  associatedtype Arguments: VerbArguments

  /// The name of the command and its help.
  static var configuration: CommandConfiguration { get }

  /// The action.
  ///
  /// - Throws: a usage error if the arguments do not determine it.
  static func action(_ arguments: Arguments) throws -> FormAction

  /// The action on a section; `nil` for a verb about cells alone.
  static func action(onSection key: String) -> FormAction?
}

extension Verb {
  static func action(onSection key: String) -> FormAction? { nil }
}

/// What a verb takes beside the options of all verbs.
protocol VerbArguments: ParsableArguments {
  /// The key that is a section's if no cell has it; `nil` for none.
  var key: String? { get }

  /// The revision at which the person saw the action's row; `nil` if the arguments name no row.
  var seenAt: Int? { get }

  /// The key that is said to be a section's; `nil` for none.
  ///
  /// - Throws: a usage error if there is no key.
  func statedSection() throws -> String?
}

extension VerbArguments {
  var key: String? { nil }
  var seenAt: Int? { nil }
  func statedSection() throws -> String? { nil }
}

/// A command that applies one action to a response.
struct VerbCommand<V: Verb>: ChangingCommand {
  static var configuration: CommandConfiguration { V.configuration }

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var arguments: V.Arguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: ReportArguments

  func validate() throws {
    // An error thrown here, unlike one thrown later, includes the usage of this command.
    _ = try action()
  }

  func run() throws {
    try apply(try action(), onSection: arguments.key.flatMap(V.action(onSection:)), seenAt: arguments.seenAt)
  }

  private func action() throws -> FormAction {
    try arguments.statedSection().flatMap(V.action(onSection:)) ?? V.action(arguments)
  }
}

/// The arguments of a verb that needs none.
struct NoArguments: VerbArguments {}

extension CellArguments: VerbArguments {}

/// A cell, or a section.
struct RowArguments: SectionArguments {
  @OptionGroup var cell: CellArguments
  @OptionGroup var section: SectionFlag
}

/// Arguments that name a cell or a section.
protocol SectionArguments: VerbArguments {
  var cell: CellArguments { get }
  var section: SectionFlag { get }
}

extension SectionArguments {
  var key: String? { cell.key }
  var seenAt: Int? { cell.seenAt }
  func statedSection() throws -> String? { section.isMeant ? try cell.sectionKey() : nil }
}
#endif
