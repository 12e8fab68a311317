import StorageContract

/// The kit's test of itself: it switches on each law's faults over a correct backend, and the law must catch them.
public enum LawSelfTest {
  /// A correct backend to which the law applies: memory, unless the law needs something that memory does not have.
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
