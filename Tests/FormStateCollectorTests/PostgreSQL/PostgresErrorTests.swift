import Testing

@testable import FormStateCollector

@Suite("PostgreSQL: errors") struct PostgresErrorTests {
  private let report = ServerReport(
    message: "duplicate key", detail: "Key (n)=(1) already exists.", hint: nil, sqlState: "23505")

  @Test("an error is one sentence without a full stop") func sentence() {
    let errors: [PostgresError] = [
      .unreachable("refused"), .refused(report), .disconnected("reset"), .commitUnknown("reset"), .rolledBack,
      .conflictRemains(attempts: 3, report), .misused("nested"), .nulCharacter, .valuesTooLong(byteCount: 5),
      .unexpectedAnswer("no row"),
    ]
    for error in errors {
      #expect(!error.description.hasSuffix(".") && !error.description.contains("\n"))
      #expect(error.description.first?.isUppercase == error.description.hasPrefix("PostgreSQL"))
    }
    #expect(
      PostgresError.refused(report).description
        == "PostgreSQL refused a statement: duplicate key (SQLSTATE 23505; Key (n)=(1) already exists.)")
  }

  @Test("only a conflict or a deadlock is worth another attempt") func conflicts() {
    var report = report
    for (state, isConflict) in [("40001", true), ("40P01", true), ("23505", false), ("40002", false), ("", false)] {
      report.sqlState = state
      #expect(PostgresError.refused(report).isConflict == isConflict)
      #expect(!PostgresError.conflictRemains(attempts: 1, report).isConflict)
    }
    #expect(!PostgresError.commitUnknown("reset").isConflict)
  }
}
