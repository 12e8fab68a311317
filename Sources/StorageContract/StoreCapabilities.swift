/// The capabilities that a backend declares. The conformance laws demand each declared capability, and skip the others.
public struct StoreCapabilities: Sendable, Equatable {
  /// What an acknowledged write survives.
  public enum Durability: String, Sendable, Comparable, CaseIterable {
    /// Nothing: the data lives as long as the process (or the location object) does.
    case volatile
    /// The death of the process (`kill -9`), but not of the machine.
    case processCrash
    /// Loss of power, provided that the operating system and the disk keep their promises about fsync.
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

  /// Which changes to its files a store detects that were made while no store was open.
  public enum Integrity: String, Sendable, CaseIterable {
    /// Nothing is promised.
    case none
    /// The store refuses a truncated file, or reads it as an earlier state. It never reads a state that never existed.
    case truncation
    /// The same for every single flipped bit.
    case checksums
  }

  /// What an acknowledged write survives.
  public var durability: Durability
  /// How concurrent transactions see each other.
  public var isolation: Isolation
  /// Whether ``Store/backup(to:)`` and ``Store/restore(from:)`` are supported.
  public var backup: Bool
  /// The longest text or bytes that one field may hold, in bytes.
  public var maximumFieldSizeBytes: Int
  /// Whether several stores may have a location open at once, so that their transactions overlap in time. Otherwise,
  /// a second open throws ``StoreError/inUse(path:)``.
  public var simultaneousStores: Bool
  /// Whether ``Store/compact()`` is supported.
  public var compaction: Bool
  /// If ``StoreLocation/files()`` names the files: which changes to them the store detects.
  public var integrity: Integrity

  /// The longest key, in bytes of UTF-8: 128 to 1,024.
  public var maximumKeySizeBytes: Int
  /// Whether a store works on after an I/O error, as soon as its cause is gone. Otherwise, it has to be opened again.
  public var worksOnAfterIOErrors: Bool
  /// Whether the same files hold the data all the time, so that a new file beside them has been left behind. Otherwise, they come and go,
  /// as the logs of a log-structured tree do.
  public var constantFiles: Bool
  /// Whether versions only rise, as those of a database's sequence, and a put may leave numbers out. Otherwise, they count the puts.
  public var versionsHaveGaps: Bool
  /// If backups are supported: whether a restore refuses one that was altered in any way. Otherwise, only the unaltered ones are restored.
  public var noticesAlteredBackups: Bool
  /// What an adapter adds to the store. The laws that look only at this are about the adapter, so they are skipped.
  public var emulates: Set<EmulatedPart>

  /// A declaration. A capability with a default value is absent unless you declare it, and the
  /// five limits do not limit the store unless you do.
  public init(
    durability: Durability, isolation: Isolation, backup: Bool, maximumFieldSizeBytes: Int,
    simultaneousStores: Bool = false, compaction: Bool = false, integrity: Integrity = .none,
    maximumKeySizeBytes: Int = RecordRules.maximumKeySizeBytes, worksOnAfterIOErrors: Bool = true, constantFiles: Bool = true,
    versionsHaveGaps: Bool = false, noticesAlteredBackups: Bool = true, emulates: Set<EmulatedPart> = []
  ) {
    self.durability = durability
    self.isolation = isolation
    self.backup = backup
    self.maximumFieldSizeBytes = maximumFieldSizeBytes
    self.simultaneousStores = simultaneousStores
    self.compaction = compaction
    self.integrity = integrity
    self.maximumKeySizeBytes = maximumKeySizeBytes
    self.worksOnAfterIOErrors = worksOnAfterIOErrors
    self.constantFiles = constantFiles
    self.versionsHaveGaps = versionsHaveGaps
    self.noticesAlteredBackups = noticesAlteredBackups
    self.emulates = emulates
  }
}
