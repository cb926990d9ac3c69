import Foundation
import Testing

extension Workspace {
  /// What the tool prints on a terminal with a number of columns, line by line, without the terminal's carriage
  /// returns.
  func onTerminal(
    _ arguments: String..., columns: Int, environment: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let tool = try BuiltTool.url().path
    let outcome = try await run(
      ["python3", "-c", Self.terminal, String(columns), "env"] + environment + [tool] + arguments,
      of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)", sourceLocation: sourceLocation)
    return outcome.output.replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n").map(String.init)
  }

  /// Runs a command on a new terminal and prints its output.
  private static let terminal = """
    import fcntl, os, pty, struct, sys, termios
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 50, int(sys.argv[1]), 0, 0))
        os.execvp(sys.argv[2], sys.argv[2:])
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        sys.stdout.buffer.write(data)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
}
