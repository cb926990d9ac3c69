import Foundation

#if Collect
do {
  try CollectorBenchmarks.run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
  exit(1)
}
#else
FileHandle.standardError.write(
  Data("Error: run Scripts/benchmark-collect, which builds this with the trait Collect.\n".utf8))
exit(64)
#endif
