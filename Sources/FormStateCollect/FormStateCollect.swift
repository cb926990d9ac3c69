#if Collect
import ArgumentParser
import FormStateCollector

/// The program `formstate-collect`: gathers the journals of many devices in PostgreSQL.
@main
struct FormStateCollect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formstate-collect",
    abstract: "Gathers the journals of many devices in PostgreSQL."
  )
}
#endif
