#if !CommandLine
import Foundation

/// Replaces the program if the package is built without its trait `CommandLine`.
@main
enum LeftOutServer {
  static func main() {
    let sentence = "Error: this build serves no page; build the package with its trait CommandLine\n"
    FileHandle.standardError.write(Data(sentence.utf8))
    exit(64)
  }
}
#endif
