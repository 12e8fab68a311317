import PersonalOSReference

/// Defined here and not in the core, because properties compare records with it to judge the core.
extension RawRecord: Equatable {
  public static func == (left: RawRecord, right: RawRecord) -> Bool {
    left.collection.utf8.elementsEqual(right.collection.utf8) && left.key.utf8.elementsEqual(right.key.utf8)
      && left.fields == right.fields
  }
}
