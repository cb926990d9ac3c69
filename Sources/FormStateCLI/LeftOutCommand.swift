#if !CommandLine
import Foundation

/// Replaces the tool if the package is built without its trait `CommandLine`.
@main
enum LeftOutCommand {
  static func main() {
    let sentence = "Error: this build has no command line; build the package with its trait CommandLine\n"
    FileHandle.standardError.write(Data(sentence.utf8))
    exit(64)
  }
}
#endif
