import PropertyTesting
import StorageContract

extension KeyLaws {
  static let meanings = StorageLaw(
    .keys,
    Requirement(
      "STO-61", "Names, keys and text mean nothing to a store",
      says: """
        What looks like an escape, a number, a date, a path, a pattern, a variable or a comment is text like any \
        other, as a key and as a value: it comes back byte for byte, and is never taken for what it could stand for. \
        A name that a database, a language or a file system has for something of its own is a name like any other. \
        Two places whose collection and key read the same when they are joined are two places, and a delete of one \
        key deletes no other that begins with it.
        """,
      mustCatch: [
        .decodesPercentEscapesInKeys, .takesKeysForNumbers, .takesKeysForPaths, .dropsDotsAtTheEndOfKeys,
        .takesKeysForPatterns, .deletesWhatBeginsWithAKey, .joinsCollectionAndKey, .readsTextsAsNumbers,
        .readsTextsAsDates, .readsNullAsNothing, .decodesEscapesInTexts, .decodesEntitiesInTexts, .stripsQuotes,
        .trimsTexts, .keepsAFieldOfItsOwn, .losesFieldsOfObjects, .ignoresTheCaseOfFieldNames, .refusesReservedNames,
        .hidesCollectionsOfItsOwn,
      ]
    ).holds(
      forAll: .array(of: .clash, count: 1...80),
      requiring: ["keys": 0.5, "texts": 0.5, "collections": 0.2, "fields": 0.3, "joined": 0.2]
    ) { clashes, subject, trial in
      for clash in clashes {
        trial.label(clash.label)
        trial.label(String(clash.label.prefix { $0 != ":" }))
      }
      var session = try await HistorySession(at: subject.location, trial)
      let numbered = Array(zip(clashes, 0...))
      try await session.write(numbered.flatMap { $0.puts($1) })
      try await session.read(numbered.flatMap { $0.reads($1) })
      try await session.reopen()
      try await session.write(numbered.flatMap { [$0.delete($1)] + $0.reads($1) })
      try await session.reopen()
      try await session.close()
    })
}
