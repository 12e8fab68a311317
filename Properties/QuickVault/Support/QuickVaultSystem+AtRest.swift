import QuickVaultReference
import StorageContract

extension QuickVaultSystem {
  /// What lies on the disk; of a backend that shows no files (a server), all that its store holds. Only while no store is
  /// open.
  func whatIsAtRest() async throws -> [UInt8] {
    do {
      return try await rawBytes()
    } catch StoreError.unsupported {
      let store = try await openStore()
      let contents = try await StoredContents(store)
      try await store.close()
      return contents.bytes
    }
  }
}
