import PropertyTesting
import StorageContract

/// What a broken store does differently from the good one under it: for each of these the good store's way is `pass`,
/// which a distortion may call with something else, several times or not at all.
///
/// A defect that only a law of values or keys has a use for is written in these terms; those of the catalogue are
/// ``BackendDefect``s.
struct Distortion: Sendable {
  /// A put, insert or compare-and-set.
  struct Write {
    var fields: [String: FieldValue]
    var key: String
    var collection: String
  }

  /// The bounds and the limit of a scan; no limit for a count.
  struct Range {
    var collection: String
    var lower: String?
    var upper: String?
    var limit: Int?
  }

  typealias Pass<Request, Result> = (Request) throws -> Result

  var write: @Sendable (Write, Pass<Write, Int64?>) throws -> Int64? = { try $1($0) }
  /// The key that is used in place of the given one, for reading and for writing.
  var key: @Sendable (String) -> String = { $0 }
  /// Likewise the collection.
  var collection: @Sendable (String) -> String = { $0 }
  var get: @Sendable (String, Pass<String, Record?>) throws -> Record? = { try $1($0) }
  var scan: @Sendable (Range, Pass<Range, [Record]>) throws -> [Record] = { try $1($0) }
  var count: @Sendable (Range, Pass<Range, Int>) throws -> Int = { try $1($0) }
  /// The names of the collections that hold records.
  var collections: @Sendable ([String]) -> [String] = { $0 }
}

extension Fault<LawSubject> {
  /// Stores with a distortion. What `make` gives lasts from one opening of the place to the next.
  static func distorted(_ id: String, _ fact: String, _ make: @escaping @Sendable () -> Distortion) -> Fault {
    distorted(id, fact) { _ in make() }
  }

  /// Likewise, where the distortion depends on what the backend declares.
  static func distorted(
    _ id: String, _ fact: String, _ make: @escaping @Sendable (StoreCapabilities) -> Distortion
  ) -> Fault {
    Fault(id, fact) { subject in
      let capabilities = subject.capabilities
      subject.wrapPlaces { $0.distorted(make(capabilities)) }
    }
  }

  /// Stores that keep something else than the value they are given; where the closure gives nil, nothing. Values that
  /// no store keeps are left to the good one to refuse.
  static func storing(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (FieldValue) -> FieldValue?
  ) -> Fault {
    distorted(id, fact) {
      var distortion = Distortion()
      distortion.write = { write, pass in
        var write = write
        let rules = RecordRules(maximumFieldSizeBytes: .max)
        write.fields = write.fields.compactMapValues { rules.reasonAgainst($0) == nil ? change($0) : $0 }
        return try pass(write)
      }
      return distortion
    }
  }

  /// Stores that use another key than the one they are given; an empty one is left as it was.
  static func keying(_ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String) -> Fault {
    distorted(id, fact) {
      var distortion = Distortion()
      distortion.key = { key in
        let changed = change(key)
        return changed.isEmpty ? key : changed
      }
      return distortion
    }
  }

  /// Stores that return the records of a whole collection otherwise; bounds and limit apply to what comes out.
  static func scanning(_ id: String, _ fact: String, _ change: @escaping @Sendable ([Record]) -> [Record]) -> Fault {
    distorted(id, fact) {
      var distortion = Distortion()
      distortion.scan = { range, pass in
        // The good store refuses what is to be refused.
        _ = try pass(.init(collection: range.collection, limit: min(range.limit ?? 0, 0)))
        var unlimited = range
        unlimited.limit = nil
        return Array(change(try pass(unlimited)).prefix(range.limit ?? .max))
      }
      return distortion
    }
  }
}

extension StoreLocation {
  fileprivate func distorted(_ distortion: Distortion) -> any StoreLocation {
    wrapped { DistortedStore($0, distortion) }
  }
}
