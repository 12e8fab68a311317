/// What a backend declares that it can do. What it declares, the conformance laws demand; what it does not, they skip.
public struct StoreCapabilities: Sendable, Equatable {
  /// What an acknowledged write survives.
  public enum Durability: String, Sendable, Comparable, CaseIterable {
    /// Nothing: the data lives as long as the process (or the location object) does.
    case volatile
    /// The death of the process (`kill -9`), not that of the machine.
    case processCrash
    /// Loss of power, as far as the operating system and the disk keep their word about fsync.
    case powerLoss

    public static func < (left: Durability, right: Durability) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .volatile: 0
      case .processCrash: 1
      case .powerLoss: 2
      }
    }
  }

  /// How concurrent transactions see each other.
  public enum Isolation: String, Sendable, CaseIterable {
    /// As if they had run one after the other, in an order that agrees with real time.
    case strictSerializable
    case serializable
    case snapshot
  }

  /// What is noticed of files that were changed while no store was open.
  public enum Integrity: String, Sendable, CaseIterable {
    /// Nothing is promised.
    case none
    /// A file that was cut short is refused, or reads as an earlier state; never as a state that never was.
    case truncation
    /// The same of every single bit that was flipped.
    case checksums
  }

  /// What an acknowledged write survives.
  public var durability: Durability
  /// How concurrent transactions see each other.
  public var isolation: Isolation
  /// Whether ``Store/backup(to:)`` and ``Store/restore(from:)`` are there.
  public var backup: Bool
  /// The longest text or bytes that one field may hold, in bytes.
  public var maximumFieldSizeBytes: Int
  /// Whether a location may be open in several stores at once, whose transactions then overlap in time. Where not,
  /// a second open throws ``StoreError/inUse(path:)``.
  public var simultaneousStores: Bool
  /// Whether ``Store/compact()`` is there.
  public var compaction: Bool
  /// Where ``StoreLocation/files()`` says which files there are: what is noticed when they change.
  public var integrity: Integrity

  /// A declaration. What has a default is not there unless it is declared.
  public init(
    durability: Durability, isolation: Isolation, backup: Bool, maximumFieldSizeBytes: Int,
    simultaneousStores: Bool = false, compaction: Bool = false, integrity: Integrity = .none
  ) {
    self.durability = durability
    self.isolation = isolation
    self.backup = backup
    self.maximumFieldSizeBytes = maximumFieldSizeBytes
    self.simultaneousStores = simultaneousStores
    self.compaction = compaction
    self.integrity = integrity
  }
}
