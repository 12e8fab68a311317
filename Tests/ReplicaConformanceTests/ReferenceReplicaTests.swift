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
}
