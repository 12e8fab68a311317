import Foundation
import PropertyTesting
import ReplicaContract
import Synchronization

/// What a law receives: how to open a replica at a place.
public struct ReplicaSubject: Sendable {
  /// Opens a replica with what an earlier one left at its place.
  public var open: @Sendable (ReplicaPlace) async throws -> any Replica
  /// What the replicas declare.
  public var capabilities: ReplicaCapabilities
  /// The folder of the case, for replicas that keep files.
  let folder = CaseFolder()

  /// A subject of replicas that declare `capabilities`.
  public init(capabilities: ReplicaCapabilities, open: @escaping @Sendable (ReplicaPlace) async throws -> any Replica) {
    self.open = open
    self.capabilities = capabilities
  }
}

/// A folder with one folder for each device, made when somebody asks for it.
final class CaseFolder: Sendable {
  // Named before the case begins: under a schedule, random numbers repeat, and so would the name in another process or test.
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("replica-\(UUID().uuidString)").path
  private let isMade = Mutex(false)

  func make(_ device: String) throws -> String {
    let folder = root + "/" + device
    isMade.withLock { $0 = true }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  func remove() {
    if isMade.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: root) }
  }
}

/// One demand on replicas, as a property of what opens them.
public struct ReplicaLaw: Sendable {
  /// The property. Its id is the law's number (`REP-07`), and its faults are the broken replicas that it must catch.
  public let property: Property<ReplicaSubject>
  /// The topic.
  public let group: ReplicaLawGroup
  /// Where the demand comes from: a paper and its section, or the documentation of a service.
  public let source: String
  /// What the law can see and what it cannot.
  public let reach: String
  let needs: [ReplicaNeed]
  /// The replicas that it must catch.
  let broken: [BrokenReplica]
  /// The class of the cases that examine what the law is about; nil: every case does.
  let examines: String?
  /// Why no case may come to that with a replica that is right; nil: some do.
  let cannotSee: String?

  /// The law's number.
  public var id: String { property.id }
  /// What the law demands, in a few words.
  public var title: String { property.title }
  /// What the law demands, in one paragraph.
  public var says: String { property.requirement.says }

  /// Why the law does not apply to replicas with these capabilities; nil if it applies.
  public func reasonToSkip(_ capabilities: ReplicaCapabilities) -> String? {
    needs.first { !$0.isMet(capabilities) }.map { "it does not declare \($0.name)" }
  }

  /// A law of histories.
  /// - Parameters:
  ///   - causal: what it demands besides of replicas that declare causality.
  ///   - share: the least share of the cases that come to what the law examines.
  init(
    _ id: String, _ title: String, _ group: ReplicaLawGroup, says: String, source: String, reach: String, needs: [ReplicaNeed] = [],
    of histories: SyncHistories, claims: SyncClaims, ofCausal causal: SyncClaims = [], examines: String? = nil, share: Double = 0.1,
    cannotSee: String? = nil, mustCatch broken: [BrokenReplica]
  ) {
    let property = Requirement(id, title, says: says, mustCatch: broken.map(\.fault)).holds(
      forAll: histories.generator, requiring: cannotSee == nil ? examines.map { [$0: share] } ?? [:] : [:], claims: .completion
    ) { steps, subject, trial in
      let claims = subject.capabilities.isCausal ? claims.union(causal) : claims
      var session = try await SyncSession(
        subject, devices: histories.devices, clocksMove: histories.clocksMove, claims, trial)
      try await session.run { session in
        for step in steps { try await session.make(step) }
      }
    }
    self.init(group, source: source, reach: reach, needs: needs, examines: examines, cannotSee: cannotSee, mustCatch: broken, property)
  }

  /// Any other law.
  init(
    _ group: ReplicaLawGroup, source: String, reach: String, needs: [ReplicaNeed] = [], examines: String? = nil, cannotSee: String? = nil,
    mustCatch broken: [BrokenReplica], _ property: Property<ReplicaSubject>
  ) {
    self.property = property
    self.group = group
    self.source = source
    self.reach = reach
    self.needs = needs
    self.broken = broken
    self.examines = examines
    self.cannotSee = cannotSee
  }
}

/// The topics of the laws, in the order of the report.
public enum ReplicaLawGroup: String, Sendable, CaseIterable {
  case convergence
  case durability
  case intent
  case deletions
  case servers
  case costs
  case lists
  case versions
  case attachments
  case accounts
  case schedules
}

/// A capability that a law needs.
struct ReplicaNeed: Sendable {
  /// As it reads after "it does not declare".
  let name: String
  let isMet: @Sendable (ReplicaCapabilities) -> Bool

  static let records = ReplicaNeed(name: "records") { $0.hasRecords }
  static let list = ReplicaNeed(name: "a list") { $0.hasList }
  static let fields = ReplicaNeed(name: "records with two fields that are merged by field") {
    $0.hasRecords && $0.fields.count > 1 && $0.merge == .byField
  }
  static let wholeRecords = ReplicaNeed(name: "records that are merged as a whole") {
    $0.hasRecords && $0.fields.count > 1 && $0.merge == .byRecord
  }
  static let deletePolicy = ReplicaNeed(name: "what wins when a record is deleted and edited") {
    $0.hasRecords && $0.deletes != .undeclared
  }
  static let durable = ReplicaNeed(name: "durability") { $0.isDurable }
  static let anyOrder = ReplicaNeed(name: "that records may come in any order, several times") { $0.delivery == .anyOrder }
  static let bounded = ReplicaNeed(name: "bounded storage") { $0.hasRecords && !$0.fields.isEmpty && $0.isBounded }
  static let unknownFields = ReplicaNeed(name: "that fields which an older app does not know survive") {
    $0.keepsUnknownFields && fields.isMet($0)
  }
  static let expiring = ReplicaNeed(name: "that the server may forget old deletions") { $0.hasRecords && $0.expiresTombstones }
  static let attachments = ReplicaNeed(name: "a field with attachments") { $0.hasRecords && $0.attachment != nil }
  static let accounts = ReplicaNeed(name: "that it separates accounts") { $0.separatesAccounts }
}
