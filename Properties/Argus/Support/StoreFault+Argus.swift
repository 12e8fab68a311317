import ArgusReference
import PropertyTesting
import StorageContract
import StorageFaults

extension Fault<ArgusSystem> {
  /// The reference over a backend with a defect. What the defect remembers, it remembers from one opening of the case's
  /// store to the next.
  static func over(_ defect: BackendDefect) -> Fault {
    Fault(defect.name, "runs over a backend that \(defect.fact) (\(defect.id))") { system in
      let place = AnyStoreLocation(open: system.openStore, rawBytes: system.rawBytes).with(defect)
      system.openStore = { try await place.open() }
      system.rawBytes = { try await place.rawBytes() }
    }
  }
}

extension BackendDefect {
  /// "servesStaleReads" as words.
  fileprivate var fact: String { name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined() }
}
