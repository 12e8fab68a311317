import CLibraryStores
import Foundation
import ProcessStorage
import StorageContract

/// `c-library-stores lmdb` and `c-library-stores rocksdb` serve a store by the process protocol, for `touchstone conformance` and tests.
@main enum Server {
  static func main() async {
    let name = CommandLine.arguments.last ?? ""
    // What is judged by way of this program is the library, and not what this package adds to it. LMDB's lock is added, too.
    switch name {
    case "lmdb": await serve(name, LMDBStore.init, LMDB.capabilities, emulates: .orderedKeyValue.union([.exclusiveStores]))
    case "rocksdb": await serve(name, RocksDBStore.init, RocksDB.capabilities, emulates: .orderedKeyValue)
    default:
      print("usage: c-library-stores lmdb|rocksdb")
      exit(64)
    }
  }

  private static func serve(
    _ name: String, _ open: @escaping @Sendable (String) async throws -> any Store, _ capabilities: StoreCapabilities,
    emulates: Set<StoreCapabilities.EmulatedPart>
  ) async {
    var capabilities = capabilities
    capabilities.emulates = emulates
    await StoreServer(name: name, capabilities: capabilities, open: open).serve(input: STDIN_FILENO, output: STDOUT_FILENO)
  }
}
