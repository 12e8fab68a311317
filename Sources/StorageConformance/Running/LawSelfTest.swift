import StorageContract

/// The kit's test of itself: a good backend for each law, over which its faults are switched on and must be caught.
public enum LawSelfTest {
  /// A good backend that is held to the law: memory, unless the law is about what memory has not.
  public static func backend(for law: StorageLaw) -> any Backend {
    if law.reasonToSkip(MemoryBackend(), memory) == nil { return MemoryBackend() }
    var overlapping = memory
    overlapping.simultaneousStores = true
    if law.reasonToSkip(overlapping) == nil { return OverlappingMemoryBackend() }
    let isFlushed = law.needs.contains(where: \.isRecorded)
    return FileBackend(options: FileStoreOptions(durability: isFlushed ? .powerLoss : .processCrash))
  }

  private static let memory = StoreCapabilities(
    durability: .volatile, isolation: .strictSerializable, backup: true,
    maximumFieldSizeBytes: RecordRules.defaultMaximumFieldSizeBytes, compaction: true)
}
