import PersonalOSReference

/// Told apart here, since what tells records apart would judge itself in the core.
extension RawRecord: Equatable {
  public static func == (left: RawRecord, right: RawRecord) -> Bool {
    left.collection.utf8.elementsEqual(right.collection.utf8) && left.key.utf8.elementsEqual(right.key.utf8)
      && left.fields == right.fields
  }
}
