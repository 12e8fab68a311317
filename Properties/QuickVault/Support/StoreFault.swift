import PropertyTesting
import QuickVaultReference
import StorageContract
import StorageFaults

extension Fault<QuickVaultSystem> {
  /// The reference over a backend with a defect. What the defect remembers, it remembers from one opening of the case's
  /// store to the next.
  static func over(_ defect: BackendDefect) -> Fault {
    Fault(defect.name, "runs over a backend that \(defect.fact) (\(defect.id))") { $0.put(over: defect) }
  }
}

extension QuickVaultSystem {
  mutating func put(over defect: BackendDefect) {
    let place = AnyStoreLocation(open: openStore, rawBytes: rawBytes).with(defect)
    openStore = { try await place.open() }
    rawBytes = { try await place.rawBytes() }
  }
}

extension BackendDefect {
  /// "servesStaleReads" as words.
  var fact: String { name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined() }
}
