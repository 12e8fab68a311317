/// What a backend declares that it can do.
public struct StoreCapabilities: Sendable, Equatable {
  /// What an acknowledged write survives.
  public enum Durability: String, Sendable, Comparable {
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
  public enum Isolation: String, Sendable {
    /// As if they had run one after the other, in an order that agrees with real time.
    case strictSerializable
    case serializable
    case snapshot
  }

  public var durability: Durability
  public var isolation: Isolation
  /// Whether ``Store/backup(to:)`` and ``Store/restore(from:)`` are there.
  public var backup: Bool
  /// The longest text or bytes that one field may hold, in bytes.
  public var maximumFieldSizeBytes: Int

  public init(
    durability: Durability, isolation: Isolation, backup: Bool, maximumFieldSizeBytes: Int
  ) {
    self.durability = durability
    self.isolation = isolation
    self.backup = backup
    self.maximumFieldSizeBytes = maximumFieldSizeBytes
  }
}
