import Foundation
import PropertyTesting
import ReplicaContract
import Testing

@testable import ReplicaConformance

/// Replicas that keep the laws.
enum ReferenceReplica: String, CaseIterable, Sendable {
  case fields, expiring, attachments, set, list, log

  var format: ReplicaFormat {
    switch self {
    case .fields: .fields()
    case .expiring: .expiring
    case .attachments: .attachments
    case .set: .set
    case .list: .list
    case .log: .log()
    }
  }

  func open(_ place: ReplicaPlace) async throws -> any Replica {
    self == .attachments ? try await AttachmentReplica(place) : try await MergingReplica(place, format)
  }
}

@Suite("The reference replicas")
struct ReferenceReplicaTests {
  private let asked = ProcessInfo.processInfo.environment["TOUCHSTONE_CASES"].flatMap { Int($0) }

  @Test(arguments: ReferenceReplica.allCases) func keepTheLaws(_ replica: ReferenceReplica) async throws {
    let report = try await ReplicaConformance.check(replica.rawValue, settings: RunSettings(cases: asked ?? 20, seed: 0x5eed)) {
      try await replica.open($0)
    }
    #expect(report.isFull)
  }

  /// Without causality, a wrong clock may undo an edit, and everywhere alike.
  @Test func aClockThatDecidesPartsNoDevices() async throws {
    var rules = FieldRules()
    rules.stamp = { _, context in .clock(context) }
    var format = ReplicaFormat.fields(["title", "note"], rules)
    format.capabilities.isCausal = false
    let declared = format
    let report = try await ReplicaConformance.check("clock", laws: "REP-17", settings: RunSettings(cases: 300, seed: 0x5eed)) {
      try await MergingReplica($0, declared)
    }
    #expect(report.isFull)
  }

  /// Whatever is declared, what the server refuses must not vanish in silence.
  @Test func aRefusedRecordIsNotLost() async {
    var format = ReplicaFormat.fields()
    format.capabilities.setsRefusedAside = false
    let (declared, habits) = (format, BrokenReplica.dropsTheRefused.habits)
    await #expect(throws: ReplicaFailure.self) {
      try await ReplicaConformance.check("drops", laws: "REP-24", settings: RunSettings(cases: 100, seed: 0x5eed)) {
        try await MergingReplica($0, declared, habits)
      }
    }
  }

  @Test func lawsOfOneHistoryAreToldTogether() async {
    do {
      try await ReplicaConformance.check("deaf", laws: "REP-01,REP-06,REP-07", settings: RunSettings(cases: 20, seed: 0x5eed)) { _ in Deaf() }
      Issue.record("a replica that never synchronizes holds")
    } catch let failure as ReplicaFailure {
      #expect(failure.report.summary.contains("one history breaks REP-01, REP-06, REP-07: []"), "\(failure.report.summary)")
    } catch {
      Issue.record(error)
    }
  }
}

/// Has nothing, and reaches nobody.
private actor Deaf: Replica {
  nonisolated let capabilities = ReplicaCapabilities()
  func perform(_ edit: ReplicaEdit) {}
  func contents() -> ReplicaContents { ReplicaContents() }
  func sync(with server: any SyncServer) throws { throw SyncError.timedOut }
  func close() {}
}
