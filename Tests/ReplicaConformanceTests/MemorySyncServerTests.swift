import ReplicaContract
import Testing

@Suite("The kit's server")
struct MemorySyncServerTests {
  private let server = MemorySyncServer()

  private func push(_ names: String..., body: String = "x", basedOn: Int64? = nil) async throws -> [PushOutcome] {
    try await server.push(names.map { SyncChange(name: $0, body: body, basedOn: basedOn) })
  }

  private func names(after token: String? = nil, limit: Int = 10) async throws -> [String] {
    try await server.pull(after: token, limit: limit).records.map(\.name)
  }

  @Test func aFeedHasTheLatestVersionOfEachRecord() async throws {
    #expect(try await push("a", "b") == [.saved(tag: 1), .saved(tag: 2)])
    _ = try await push("a", body: "y")
    let page = try await server.pull(after: nil, limit: 1)
    #expect(page == SyncPage(records: [SyncRecord(name: "b", body: "x", tag: 2)], token: "t2", isLast: false))
    let next = try await server.pull(after: page.token, limit: 1)
    #expect(next == SyncPage(records: [SyncRecord(name: "a", body: "y", tag: 3)], token: "t3", isLast: true))
  }

  @Test func aChangeIsSavedOnlyOverTheVersionThatItIsBasedOn() async throws {
    _ = try await push("a")
    #expect(try await push("a", basedOn: 0) == [.conflict(SyncRecord(name: "a", body: "x", tag: 1))])
    #expect(try await push("a", basedOn: 1) == [.saved(tag: 2)])
    #expect(try await push("b", basedOn: 1) == [.refused(reason: "there is no version 1 of the record")])
  }

  @Test func aForgottenDeletionMakesOlderTokensStale() async throws {
    _ = try await push("a", "b")
    let (old, all) = (try await server.pull(after: nil, limit: 1).token, try await server.pull(after: nil, limit: 9).token)
    _ = try await server.push([SyncChange(name: "a", body: "", basedOn: 1, isTombstone: true)])
    let new = try await server.pull(after: all, limit: 9).token
    #expect(server.expireTombstones() == 1 && server.expireTombstones() == 0)
    #expect(try await names() == ["b"])
    for token in [old, all] { await #expect(throws: SyncError.staleToken) { try await names(after: token) } }
    #expect(server.traffic.wasAwayForLong)
    #expect(try await names(after: new).isEmpty)
    // A fetch that began after that goes on from any of its pages.
    _ = try await push("c")
    let page = try await server.pull(after: nil, limit: 1)
    #expect(try await names(after: page.token) == ["c"])
  }

  /// No change can be based on it any more, and an insertion is new.
  @Test func aForgottenDeletionIsNoVersion() async throws {
    _ = try await server.push([SyncChange(name: "a", body: "", basedOn: 0, isTombstone: true)])
    _ = server.expireTombstones()
    #expect(try await push("a", basedOn: 1) == [.refused(reason: "there is no version 1 of the record")])
    #expect(try await push("a", basedOn: 0) == [.saved(tag: 2)])
  }

  @Test func whatIsLostIsLostForTheRestOfTheSync() async throws {
    server.prepare(.losesAnswer(call: 0))
    await #expect(throws: SyncError.timedOut) { try await push("a") }
    await #expect(throws: SyncError.offline) { try await names() }
    #expect(server.traffic.met)
    server.prepare()
    #expect(try await names() == ["a"])
    server.prepare(.losesRequest(call: 0))
    await #expect(throws: SyncError.offline) { try await push("b") }
    #expect(server.records.map(\.name) == ["a"])
  }

  @Test func aDeviceCanBeEndedBeforeAndAfterACall() async throws {
    server.prepare(.endsAfter(call: 0))
    await #expect(throws: DeviceEnded.self) { try await push("a") }
    server.prepare(.endsBefore(call: 0))
    await #expect(throws: DeviceEnded.self) { try await push("b") }
    #expect(server.records.map(\.name) == ["a"])
  }

  @Test func halfABatchIsSaved() async throws {
    server.prepare(.halfBatch(1))
    await #expect(throws: SyncError.timedOut) { try await push("a", "b") }
    #expect(server.records.map(\.name) == ["a"])
    #expect(try await push("b") == [.saved(tag: 2)])
  }

  @Test func aRefusalIsOfOneName() async throws {
    server.prepare(.refuses(change: 1))
    let outcomes = try await push("a", "b", "c")
    #expect(outcomes.map { if case .saved = $0 { true } else { false } } == [true, false, true])
    #expect(try await push("b") != [.saved(tag: 3)])
    server.prepare()
    #expect(try await push("b") == [.saved(tag: 3)])
  }

  @Test func pagesAreChangedAsTold() async throws {
    _ = try await push("a", "b", "c")
    _ = try await push("a", body: "y")
    server.prepare(.reorders)
    #expect(try await server.pull(after: nil, limit: 9).records.map(\.tag) == [4, 3, 2, 1])
    server.prepare(.repeats)
    #expect(try await names() == ["b", "c", "a", "b", "c", "a"])
    server.prepare(.shortPages(2))
    #expect(try await names() == ["b", "c"])
    server.prepare(.emptyPage)
    let empty = try await server.pull(after: "t2", limit: 9)
    #expect(empty == SyncPage(records: [], token: "t2", isLast: false))
    #expect(try await names(after: empty.token) == ["c", "a"])
    server.prepare(.forgetsToken)
    await #expect(throws: SyncError.staleToken) { try await names(after: "t2") }
    #expect(try await names(after: "t2") == ["c", "a"])
    server.prepare(.limitsRate(calls: 1))
    _ = try await names()
    await #expect(throws: SyncError.rateLimited) { try await names() }
  }
}
