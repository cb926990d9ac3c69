#if CommandLine || Collect
import Dispatch
import Foundation

/// The signals that end a program: an interrupt from the terminal, and the default signal of `kill`.
package struct EndingSignals {
  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Listens from now on; neither signal ends the process by itself any more.
  package init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
    arrivals = stream
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  /// Waits for one, unless it has already arrived.
  package func wait() async {
    for await _ in arrivals { return }
  }
}
#endif
