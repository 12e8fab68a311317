/// Where a record is. Equal and ordered by bytes, as keys are.
package struct RecordPlace: Sendable, Hashable {
  package let collection: String
  package let key: KeyBytes

  package init(_ key: String, in collection: String) {
    self.collection = collection
    self.key = KeyBytes(key)
  }
}

extension RecordPlace: Comparable {
  package static func < (left: RecordPlace, right: RecordPlace) -> Bool {
    (left.collection, left.key) < (right.collection, right.key)
  }
}
