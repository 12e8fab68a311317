import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

extension Fault<ArgusSystem> {
  /// The reference over a backend with a defect. What the defect remembers, it remembers from one opening of the case's
  /// store to the next.
  static func over(_ defect: BackendDefect) -> Fault {
    Fault(defect.name, "runs over a backend that \(defect.fact) (\(defect.id))") {
      defect.put(under: &$0.openStore, &$0.rawBytes)
    }
  }

  /// The app over a store that carries its writing calls out otherwise.
  static func writing(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout TransactionHooks) -> Void) -> Fault {
    Fault(id, fact) { system in
      let launch = system.launch
      system.launch = { platform, parts in
        var (platform, hooks) = (platform, StoreHooks())
        hooks.writeCalls = {
          var calls = TransactionHooks()
          change(&calls)
          return calls
        }
        platform.store = InterposedStore(platform.store, hooks)
        return try await launch(platform, parts)
      }
    }
  }
}
