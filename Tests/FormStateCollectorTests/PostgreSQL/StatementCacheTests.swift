import Testing

@testable import FormStateCollector

@Suite("PostgreSQL: prepared statements") struct StatementCacheTests {
  @Test("a statement is prepared when it runs for the second time") func secondRun() throws {
    var cache = StatementCache(capacity: 2)
    #expect(cache.step(for: "a") == .runDirectly)
    let name = try #require(prepared(cache.step(for: "a")))
    cache.note("a", preparedAs: name)
    #expect(cache.step(for: "a") == .runPrepared(name))
    #expect(!cache.isEmpty)
    cache.removeAll()
    #expect(cache.isEmpty)
    #expect(cache.step(for: "a") == .runDirectly)
  }

  @Test("a statement that could not be prepared is tried again") func failure() throws {
    var cache = StatementCache(capacity: 2)
    _ = cache.step(for: "a")
    _ = cache.step(for: "a")
    #expect(prepared(cache.step(for: "a")) != nil)
    #expect(cache.isEmpty)
  }

  @Test("the statement that ran longest ago makes room") func eviction() throws {
    var cache = StatementCache(capacity: 2)
    for sql in ["a", "b"] {
      _ = cache.step(for: sql)
      cache.note(sql, preparedAs: try #require(prepared(cache.step(for: sql))))
    }
    guard case .runPrepared(let nameOfB) = cache.step(for: "b"), case .runPrepared = cache.step(for: "a") else {
      Issue.record("a statement is not prepared")
      return
    }
    guard case .prepare(_, removing: nameOfB) = cache.step(for: "c") else {
      Issue.record("“b” did not make room")
      return
    }
    #expect(cache.step(for: "b") != .runPrepared(nameOfB))
  }

  private func prepared(_ step: StatementCache.Step) -> String? {
    guard case .prepare(let name, removing: nil) = step else { return nil }
    return name
  }
}
