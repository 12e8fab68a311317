import CIsolation
import PropertyTesting
import StorageContract

/// One demand on stores, as a property of places for stores. It has a number, the capabilities that a backend must declare
/// for it, and the defects that it must catch.
public struct StorageLaw: Sendable {
  /// The property. Its id is the law's number ("STO-07"), and its faults are the broken backends that it must catch.
  public let property: Property<LawSubject>
  /// The part of the contract that the law belongs to.
  public let group: LawGroup
  /// What a backend must declare for the law to apply.
  public let needs: [LawNeed]
  /// How many cases of a cheap law cost as much as one case of this law. The law runs this many times fewer cases.
  public let weight: Int
  /// The class of the cases that examine what the law is about; nil: every case does.
  let examines: String?
  /// The class of the cases that could not see what the law is about, and the reason for it; nil: there are none.
  let cannotSee: (label: String, reason: String)?

  /// What it costs beside others: the least comes first. A case of a law of sizes is as long as a hundred others.
  var cost: Int { group == .scale ? 100 : weight }

  /// The law's number: `STO-07`.
  public var id: String { property.id }
  /// What the law demands, in a few words.
  public var title: String { property.title }
  /// What the law demands, in one paragraph for the author of a backend.
  public var says: String { property.requirement.says }

  /// - Parameters:
  ///   - weight: 1 where a case is a few transactions; 10 where it starts a process, say.
  ///   - examines: a label of the cases that came to what the law is about.
  ///   - cannotSee: a label of the cases that could not see it, and the reason as a report gives it.
  init(
    _ group: LawGroup, needs: [LawNeed] = [], weight: Int = 1, examines: String? = nil,
    cannotSee: (label: String, reason: String)? = nil, _ property: Property<LawSubject>
  ) {
    self.examines = examines
    self.cannotSee = cannotSee
    self.property = property
    self.group = group
    self.needs = needs
    self.weight = max(1, weight)
  }

  /// Why the law does not apply to a backend with these capabilities; nil if it applies.
  public func reasonToSkip(_ capabilities: StoreCapabilities) -> String? {
    if needs.contains(where: \.isInAnotherProcess), !cisolation_is_supported() {
      return "this platform lets no program make processes and kill them"
    }
    if let need = needs.first(where: { !$0.isMet(capabilities) }) { return "it does not declare \(need.name)" }
    return emulatedPart.flatMap { capabilities.emulates.contains($0) ? "the adapter emulates \($0.phrase)" : nil }
  }
}

/// The groups of laws, in the order of the report.
public enum LawGroup: String, Sendable, CaseIterable {
  case values
  case keys = "keys and order"
  case operations
  case transactions
  case durability
  case lifeCycle = "life cycle"
  case scale
}

/// A capability that a backend may declare.
public struct LawNeed: Sendable {
  /// The name, as it reads after "it does not declare".
  public let name: String
  /// Whether the law's cases need the store in a process of its own, to kill it.
  let isInAnotherProcess: Bool
  /// Whether the law's cases need to see the store's file calls.
  let isOverFiles: Bool
  /// Whether the law's cases need a log of the calls that the store's process makes.
  let isRecorded: Bool
  let isMet: @Sendable (StoreCapabilities) -> Bool

  init(
    _ name: String, isInAnotherProcess: Bool = false, isOverFiles: Bool = false, isRecorded: Bool = false,
    isMet: @escaping @Sendable (StoreCapabilities) -> Bool
  ) {
    self.name = name
    self.isInAnotherProcess = isInAnotherProcess
    self.isOverFiles = isOverFiles
    self.isRecorded = isRecorded
    self.isMet = isMet
  }

  static let backup = LawNeed("backup") { $0.backup }
  /// A restore refuses a backup that was altered.
  static let checkedBackups = LawNeed("that altered backups are noticed") { $0.noticesAlteredBackups }
  static let compaction = LawNeed("compaction") { $0.compaction }
  /// A second open is refused.
  static let maintenance = LawNeed("backup or compaction") { $0.backup || $0.compaction }
  static let exclusiveStores = LawNeed("exclusive stores") { !$0.simultaneousStores }
  static let simultaneousStores = LawNeed("simultaneous stores") { $0.simultaneousStores }
  static let serializable = LawNeed("serializable isolation") { $0.isolation != .snapshot }
  static let strictSerializable = LawNeed("strictly serializable isolation") { $0.isolation == .strictSerializable }
  /// What is acknowledged outlives the store's closing.
  static let persistence = LawNeed("a durability beyond that of the process") { $0.durability > .volatile }
  /// The store's process is killed: ``LawSubject/process`` is there.
  static let kills = LawNeed("durability over the death of the process", isInAnotherProcess: true) {
    $0.durability >= .processCrash
  }
  /// The files that the store's process writes can be kept small by another one.
  static let limitedFiles = LawNeed("files whose size another process can limit, as Linux lets it") { _ in
    #if os(Linux)
      true
    #else
      false
    #endif
  }
  /// The store's file calls are seen and failed: ``LawSubject/files`` is there.
  static let fileLayer = LawNeed("a file layer", isOverFiles: true) { $0.durability > .volatile }
  /// What is acknowledged is on the disk.
  static let flushes = LawNeed("durability over loss of power", isRecorded: true) { $0.durability >= .powerLoss }
  static let noticesTruncation = LawNeed("that truncated files are noticed") { $0.integrity != .none }
  static let checksums = LawNeed("checksums") { $0.integrity == .checksums }
}
