import PersonalOSReference
import PropertyTesting
import StorageFaults

extension Fault<PersonalOSSystem> {
  /// The reference over a backend with a defect. What the defect remembers, it remembers from one opening of the case's
  /// store to the next.
  static func over(_ defect: BackendDefect) -> Fault {
    Fault(defect.name, "runs over a backend that \(defect.fact) (\(defect.id))") {
      defect.put(under: &$0.openStore, &$0.rawBytes)
    }
  }
}
