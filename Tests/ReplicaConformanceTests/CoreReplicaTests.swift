import ArgusReference
import CountMeReference
import Foundation
import PropertyTesting
import ReplicaConformance
import ReplicaContract
import Testing

/// The cores that synchronize, as their users have them, and the same with a mistake.
@Suite("The reference cores as replicas")
struct CoreReplicaTests {
  private let settings = RunSettings(
    cases: ProcessInfo.processInfo.environment["TOUCHSTONE_CASES"].flatMap { Int($0) } ?? 15, seed: 0x5eed, shrinks: false)

  @Test func argusKeepsTheLaws() async throws {
    try await ReplicaConformance.check("Argus", settings: settings) { try await ArgusReplica($0) }
  }

  @Test func countMeKeepsTheLaws() async throws {
    try await ReplicaConformance.check("CountMe", settings: settings) { try await CountMeReplica($0) }
  }

  @Test func aMistakeOfArgusIsSeen() async throws {
    var parts = ArgusParts.reference
    parts.mergeRecords = { $1 }
    let broken = parts
    let failure = await failure("REP-02") { try await ArgusReplica($0, broken) }
    #expect(failure?.report.score.notHeld == 1)
  }

  @Test func aMistakeOfCountMeIsSeen() async throws {
    let failure = await failure("REP-18") { try await CountMeReplica($0, engine: Discreet.engine) }
    #expect(failure?.report.score.notHeld == 1)
  }

  /// An upload whose answer was lost is sent again over what another device has answered, so CountMe does not declare causality.
  @Test func countMeIsNotCausal() async throws {
    let failure = await failure("REP-05", cases: 400) { CausalReplica(try await CountMeReplica($0)) }
    #expect(failure?.report.score.notHeld == 1)
  }

  private func failure(
    _ law: String, cases: Int = 100, _ open: @escaping @Sendable (ReplicaPlace) async throws -> any Replica
  ) async -> ReplicaFailure? {
    let settings = RunSettings(cases: cases, seed: 0x5eed, shrinks: false)
    do {
      try await ReplicaConformance.check("broken", laws: law, settings: settings, open: open)
      return nil
    } catch {
      return error as? ReplicaFailure
    }
  }
}

/// Keeps deletions to itself.
private struct Discreet: SyncTransport {
  let base: any SyncTransport

  static let engine: @Sendable (CountMeReference.SyncSetup) async throws -> any SyncEngine = { setup in
    try await FirebaseSyncEngine.open(store: setup.store, transport: Discreet(base: setup.transport), clock: setup.clock)
  }

  func upload(entityId: UUID, entityType: SyncEntityType) async throws {
    try await base.upload(entityId: entityId, entityType: entityType)
  }

  func delete(entityId: UUID, entityType: SyncEntityType) async throws {}
}

/// Declares causality for another replica.
private actor CausalReplica: Replica {
  nonisolated let capabilities: ReplicaCapabilities
  private let base: any Replica

  init(_ base: any Replica) {
    var capabilities = base.capabilities
    capabilities.isCausal = true
    (self.base, self.capabilities) = (base, capabilities)
  }

  func perform(_ edit: ReplicaEdit) async throws { try await base.perform(edit) }
  func contents() async throws -> ReplicaContents { try await base.contents() }
  func sync(with server: any SyncServer) async throws { try await base.sync(with: server) }
  func close() async throws { try await base.close() }
}
