import PropertyTesting
import StorageContract

extension KeyLaws {
  static let namesAndKeys = StorageLaw(
    .keys,
    Requirement(
      "STO-14", "Names and keys outside the rules are refused, those inside accepted",
      says: """
        Collection and field names are identifiers: an ASCII letter or underscore, then ASCII letters, \
        digits or underscores, at most 64 characters in all. The store refuses any other name with \
        invalidName, which carries the name. Keys have 1 to 1,024 bytes of UTF-8, of any kind. The \
        store refuses any other key with invalidKey. Every call checks in this order: collection, key, \
        fields by name in byte order, limit. A refused call changes nothing, and the transaction goes \
        on. RecordRules makes these checks.
        """,
      mustCatch: [
        .over(.swallowsWriteErrors), .cutsLongKeys, .takesTheEmptyKey, .refusesKeysOver255Bytes,
        .refusesCollectionNamesOver63Bytes, .takesEveryLetterInNames, .trimsCollectionNames,
        .checksTheFieldsFirst, .checksTheLimitFirst,
      ]
    ).holds(
      forAll: Generator<[RuleProbe]>.array(of: .ruleProbe, count: 1...8),
      requiring: [
        "refuses a collection": 0.15, "refuses a field name": 0.01, "refuses a key": 0.12, "refuses a value": 0.01,
        "accepts": 0.4, "several are wrong": 0.04,
      ]
    ) { drawn, subject, trial in
      let probes = drawn.map { $0.limited(to: subject.capabilities.maximumKeySizeBytes) }
      label(probes, trial)
      let store = try await subject.location.open()
      try await store.write { transaction in
        for probe in probes {
          trial.note(describe(probe))
          try expectRuled(probe) { try probe.perform(in: transaction) }
        }
      }
      try await store.read { transaction in
        for probe in probes where probe.call.onlyReads {
          try expectRuled(probe) { try probe.perform(in: transaction as any ReadTransaction) }
        }
      }
      let model = try await MemoryLocation().open()
      try await model.write { transaction in
        for probe in probes where probe.refusal == nil { try probe.perform(in: transaction) }
      }
      let expected = try await model.dumped()
      try expect("everything in the store", try await store.dumped(), equals: expected)
      try await store.close()
    })

  private static func expectRuled(_ probe: RuleProbe, _ body: () throws -> Void) throws {
    let what = describe(probe)
    guard let refusal = probe.refusal else {
      do {
        return try body()
      } catch let error as StoreError {
        return try expect("\(what) is accepted, but: \(error)", false)
      }
    }
    let error = try expectThrows("the refusal of \(what)", StoreError.self, body)
    let isRight =
      switch (refusal, error) {
      case (.name(let name), .invalidName(let told)): KeyBytes.equal(name, told)
      case (.key, .invalidKey(let reason)): !reason.isEmpty
      case (.value(let field), .invalidValue(let told, let reason)): KeyBytes.equal(field, told) && !reason.isEmpty
      case (.limit(let limit), .invalidLimit(let told)): limit == told
      default: false
      }
    try expect("\(what) is refused for \(describe(refusal)), and not because: \(error)", isRight)
  }

  private static func label(_ probes: [RuleProbe], _ trial: Trial) {
    for probe in probes {
      switch probe.refusal {
      case .name(let name): trial.label(name == probe.collection ? "refuses a collection" : "refuses a field name")
      case .key: trial.label("refuses a key")
      case .value: trial.label("refuses a value")
      case .limit: trial.label("refuses a limit")
      case nil: trial.label("accepts")
      }
      // Made right in its collection, it is refused for something else.
      let other = RuleProbe(
        call: probe.call, collection: "c", key: probe.key, fields: probe.fields, limit: probe.limit)
      trial.label("several are wrong", if: probe.refusal == .name(probe.collection) && other.refusal != nil)
    }
  }

  static let collections = StorageLaw(
    .keys,
    Requirement(
      "STO-15", "Collections share nothing, and are listed while they hold records",
      says: """
        The same key is a separate record in each collection. A write or delete in one collection does \
        not show in another, even if their names differ only in case, after an underscore, or in the \
        last of 64 letters. collections lists, in ascending order, exactly the collections that hold a \
        record. A collection appears with its first record and goes with its last, also inside the \
        transaction that causes this.
        """,
      mustCatch: [
        .over(.sharesNamespaces), .ignoresTheCaseOfCollections, .foldsLongCollectionNames, .cutsCollectionNames,
        .listsEmptiedCollections, .listsCollectionsWithoutRegardToCase,
      ]
    ).holds(
      forAll: Generator<[[CollectionWrite]]>.array(
        of: .array(of: .collectionWrite, count: 1...4), count: 1...8),
      requiring: ["one key in several": 0.2, "names alike": 0.2, "emptied": 0.1]
    ) { transactions, subject, trial in
      var models: [String: KeyModel] = [:]
      let store = try await subject.location.open()
      for writes in transactions {
        let before = models
        models = try await store.write { transaction in
          var after = before
          for write in writes { try perform(write, transaction, &after, trial) }
          try expectSame(after, "inside the transaction", transaction)
          return after
        }
        let after = models
        try await store.read { try expectSame(after, "after the commit", $0) }
        let held = after.filter { !$0.value.numbers.isEmpty }
        trial.label("emptied", if: held.count < after.count)
        let keyCount = held.values.reduce(0) { $0 + $1.numbers.count }
        trial.label("one key in several", if: keyCount > Set(held.values.flatMap(\.numbers.keys)).count)
        trial.label("names alike", if: Set(held.keys.map { $0.lowercased().prefix(1) }).count < held.count)
      }
      try await store.close()
      guard subject.persists else { return }
      trial.note("close and open again")
      let expected = models
      try await subject.withStore { store in
        try await store.read { try expectSame(expected, "after closing and opening", $0) }
      }
    })

  private static func perform(
    _ write: CollectionWrite, _ transaction: any WriteTransaction, _ models: inout [String: KeyModel], _ trial: Trial
  ) throws {
    var model = models[write.collection] ?? KeyModel()
    if let number = write.number {
      trial.note("put \(number) at \(describe(write.key)) in \(write.collection)")
      try transaction.put(number, at: write.key, in: write.collection, &model)
    } else {
      trial.note("delete \(describe(write.key)) in \(write.collection)")
      try transaction.delete(write.key, in: write.collection, &model)
    }
    models[write.collection] = model
  }

  private static func expectSame(
    _ models: [String: KeyModel], _ place: String, _ transaction: any ReadTransaction
  ) throws {
    // First those that nobody has written to, where what belongs to another one would show.
    for name in CollectionWrite.collections where models[name] == nil {
      try KeyModel().expectSame(place, transaction, name)
    }
    for (name, model) in models.sorted(by: { $0.key < $1.key }) { try model.expectSame(place, transaction, name) }
    let names = models.filter { !$0.value.numbers.isEmpty }.map { Array($0.key.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    try expect("collections, \(place)", try transaction.collections(), equals: names)
  }
}

/// A put of a number, or a delete.
struct CollectionWrite: Sendable {
  let collection: String
  let key: String
  /// Nil: the record is deleted.
  let number: Int64?

  static let collections =
    ["c", "d", "C", "c_1", "c_2", "cc", "_c"] + ["a", "b", "A"].map { String(repeating: "n", count: 63) + $0 }
}

extension Generator where Value == CollectionWrite {
  static let collectionWrite: Generator = Generator { source in
    CollectionWrite(
      collection: try source(.element(of: CollectionWrite.collections)),
      key: try source(.element(of: ["k", "K", "l"])),
      number: try source(.frequency((3, Generator<Int64>.integer(in: 0...99).optional), (1, .constant(nil)))))
  }
}
