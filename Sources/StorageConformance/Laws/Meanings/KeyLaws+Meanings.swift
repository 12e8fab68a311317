import PropertyTesting
import StorageContract

extension KeyLaws {
  static let meanings = StorageLaw(
    .keys,
    Requirement(
      "STO-61", "A store does not interpret names, keys and text",
      says: """
        Text that looks like an escape, a number, a date, a path, a pattern, a variable or a comment is text like \
        any other, as a key and as a value. The store returns it byte for byte and never interprets it. A name with \
        a meaning in a database, a language or a file system is a name like any other. If the collection and key of \
        two records read the same when joined, they are still two records. A delete of one key deletes no other key \
        that begins with it. All this also holds after a compaction, and in a backup.
        """,
      mustCatch: [
        .decodesPercentEscapesInKeys, .takesKeysForNumbers, .takesKeysForPaths, .dropsDotsAtTheEndOfKeys,
        .takesKeysForPatterns, .deletesWhatBeginsWithAKey, .joinsCollectionAndKey, .readsTextsAsNumbers,
        .readsTextsAsDates, .readsNullAsNothing, .decodesEscapesInTexts, .decodesEntitiesInTexts, .stripsQuotes,
        .trimsTexts, .keepsAFieldOfItsOwn, .losesFieldsOfObjects, .ignoresTheCaseOfFieldNames, .refusesReservedNames,
        .hidesCollectionsOfItsOwn, .backsUpNoCollectionsOfItsOwn,
      ]
    ).holds(
      forAll: .zip(.array(of: .clash, count: 1...80), .onceIn(3)),
      requiring: ["keys": 0.5, "texts": 0.5, "collections": 0.2, "fields": 0.3, "joined": 0.2]
    ) { input, subject, trial in
      let (clashes, isMaintained) = input
      for clash in clashes {
        trial.label(clash.label)
        trial.label(String(clash.label.prefix { $0 != ":" }))
      }
      var session = try await HistorySession(at: subject.location, trial)
      let numbered = Array(zip(clashes, 0...))
      try await session.write(numbered.flatMap { $0.puts($1) })
      try await session.read(numbered.flatMap { $0.reads($1) })
      try await session.reopen()
      if isMaintained, subject.capabilities.compaction {
        trial.note("compact")
        try await session.store.compact()
        try await session.audit("compacted, ")
      }
      if isMaintained, subject.capabilities.backup {
        trial.note("back up, and restore")
        try await LawFolder.with { folder in
          try await session.store.backup(to: folder.file("backup"))
          try await session.store.restore(from: folder.file("backup"))
        }
        try await session.audit("restored, ")
      }
      try await session.write(numbered.flatMap { [$0.delete($1)] + $0.reads($1) })
      try await session.reopen()
      try await session.close()
    })
}
