#if !Collect
import Foundation

/// Replaces the program if the package is built without its trait `Collect`.
@main
enum LeftOutCollector {
  static func main() {
    let sentence = """
      Error: this build gathers nothing; build the package with its trait Collect: \
      swift build --product formstate-collect --disable-default-traits --traits Collect --scratch-path .build/collect

      """
    FileHandle.standardError.write(Data(sentence.utf8))
    exit(64)
  }
}
#endif
