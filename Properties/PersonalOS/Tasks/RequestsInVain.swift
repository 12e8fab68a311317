import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract
import Synchronization

/// Requests that are over before they begin: they reach neither store nor server.
struct RequestsInVain {
  let system: PersonalOSSystem

  func expectNothingAsked() async throws {
    let store = try await MemoryLocation().open()
    let asked = RefusingStore(store, refusing: nil)
    let data = system.dataAccess.openData(asked.store)
    let gate = EffectGate()
    let token = gate.admit(TaskKey("save", in: TaskScope("a view")))
    gate.revoke(token)
    let runner = system.tasks.makeRunner(gate, data)
    let post = StoreOperation.post
    let error = await thrownError { try await runner.run([.save([{ try $0.save(post) }])], as: token) { _ in } }
    try expect("how a request ends that was cancelled before", error is CancellationError)
    try expect("what it asks the store", asked.asked, equals: [])

    let server = AskedServer()
    let sync = try await system.gitHub.openSync(GitHubSetup(data: data, transport: server, newID: { UUID() }))
    let (cancelled, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in cancelled {}
      _ = try await sync.syncProjects(username: "u")
    }
    task.cancel()
    start.finish()
    let ended = await thrownError { try await task.value }
    try expect("how a sync ends that was cancelled before", ended is CancellationError)
    try expect("how often it asks GitHub", server.count, equals: 0)
    try expect("what it asks the store", asked.asked, equals: [])
    try await store.close()
  }
}

/// GitHub, with one project, which counts who asks.
private final class AskedServer: GitHubTransport {
  private let asked = Mutex(0)
  private let one = OneRepository()

  var count: Int { asked.withLock { $0 } }

  func repositories(of username: String, page: Int) async throws -> GitHubPage {
    asked.withLock { $0 += 1 }
    return try await one.repositories(of: username, page: page)
  }
}

extension Fault<PersonalOSSystem> {
  static let requestsOpenTransactionsInVain = Fault(
    "requestsOpenTransactionsInVain", "opens a transaction for a request that is over") { system in
    system.tasks.makeRunner = { gate, data in LateGate(gate: gate, data: data, base: GatedRequests(gate: gate, data: data)) }
  }
  static let syncsThoughCancelled = Fault("syncsThoughCancelled", "asks GitHub for a sync that is cancelled") { system in
    system.changeSyncs { base, _, username in try await Task { try await base.syncProjects(username: username) }.value }
  }
}

private struct LateGate: RequestRunner {
  let gate: EffectGate
  let data: any DataAccess
  let base: GatedRequests

  func run(
    _ steps: [RequestStep], as token: EffectToken, onFailure: @escaping @MainActor @Sendable (any Error) -> Void
  ) async throws {
    if case .save = steps.first { try await data.perform { _ in try gate.check(token) } }
    try await base.run(steps, as: token, onFailure: onFailure)
  }
}
