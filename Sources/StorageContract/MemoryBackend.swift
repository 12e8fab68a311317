import Synchronization

/// Stores in memory: see ``MemoryStore``.
public struct MemoryBackend: Backend {
  public let name = "memory"
  private let rules: RecordRules
  private let files: any FileLayer

  /// - Parameter files: the file calls that write backups. Inject faults here.
  public init(rules: RecordRules = RecordRules(), files: any FileLayer = SystemFileLayer()) {
    self.rules = rules
    self.files = files
  }

  public func makeLocation() async throws -> any StoreLocation {
    MemoryLocation(rules: rules, files: files)
  }

  public func recycle(_ location: any StoreLocation) async {
    await (location as? MemoryLocation)?.closeOpenStore()
  }

  public func tearDown() async {}
}

/// A memory store's durable part. It keeps the committed data from one open to the next, as long as the
/// location itself lives.
public final class MemoryLocation: StoreLocation {
  private let rules: RecordRules
  private let files: any FileLayer
  private let state = Mutex(State())

  private struct State {
    /// Nil while a store is open and holds them.
    var tables: Tables? = Tables()
    weak var lastOpened: MemoryStore?
  }

  /// An empty place. Only backups use `files`: the records are in memory.
  public init(rules: RecordRules = RecordRules(), files: any FileLayer = SystemFileLayer()) {
    self.rules = rules
    self.files = files
  }

  /// - Throws: ``StoreError/inUse(path:)`` if an earlier store is still open.
  public func open() async throws -> any Store {
    let store = state.withLock { state -> MemoryStore? in
      guard let tables = state.tables else { return nil }
      state.tables = nil
      let store = MemoryStore(location: self, tables: tables, rules: rules, files: files)
      state.lastOpened = store
      return store
    }
    guard let store else { throw StoreError.inUse(path: "memory") }
    return store
  }

  public func rawBytes() async throws -> [UInt8] {
    guard let tables = state.withLock({ $0.tables }) else { throw StoreError.inUse(path: "memory") }
    return SnapshotFile.text(of: tables)
  }

  func giveBack(_ tables: Tables) {
    state.withLock { $0.tables = tables }
  }

  func closeOpenStore() async {
    // Closing a memory store cannot fail.
    try? await state.withLock { $0.lastOpened }?.close()
  }
}
