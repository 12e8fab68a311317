import PersonalOSReference
import StorageContract

extension PersonalOSSystem {
  /// What lies on the disk; of a backend that shows no files (a server), all that its store holds, as text. Only while no
  /// store is open.
  func whatIsAtRest() async throws -> [UInt8] {
    do {
      return try await rawBytes()
    } catch StoreError.unsupported {
      let store = try await openStore()
      let text = try await store.dump()
      try await store.close()
      return Array(text.utf8)
    }
  }
}
