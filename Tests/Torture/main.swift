import FormStateStore
import Foundation
import SimulatedDisk

do {
  try TortureCommand(Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
  exit(1)
}
