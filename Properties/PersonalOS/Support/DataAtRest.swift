import PersonalOSReference
import StorageContract

extension PersonalOSSystem {
  /// What lies on the disk; of a backend that shows no files (a server), all that its store holds. Only while no store is
  /// open.
  func whatIsAtRest() async throws -> [UInt8] {
    try await AnyStoreLocation(open: openStore, rawBytes: rawBytes).bytesAtRest()
  }
}
