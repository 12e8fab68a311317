import PropertyTesting
import StorageContract
import StorageFaults

/// Backends whose versions are wrong.
extension Fault<LawSubject> {
  static let comparesVersionsByOrder = calling(
    "comparesVersionsByOrder", "compare-and-set takes an older version too") { calls in
    calls.compareAndSet = { transaction, fields, key, collection, version in
      guard let record = try transaction.get(key, in: collection), version > 0, version <= record.version else {
        return try transaction.compareAndSet(fields, at: key, in: collection, version: version)
      }
      return try transaction.put(fields, at: key, in: collection)
    }
  }

  static let comparesTheLastByteOfVersions = calling(
    "comparesTheLastByteOfVersions", "compare-and-set compares the last eight bits of versions") { calls in
    calls.compareAndSet = { transaction, fields, key, collection, version in
      guard let record = try transaction.get(key, in: collection), (record.version ^ version) & 0xFF == 0 else { return nil }
      return try transaction.put(fields, at: key, in: collection)
    }
  }

  static let createsAtVersionZero = calling(
    "createsAtVersionZero", "compare-and-set at version 0 makes a record that is absent") { calls in
    calls.compareAndSet = { transaction, fields, key, collection, version in
      version == 0
        ? try transaction.insert(fields, at: key, in: collection)
        : try transaction.compareAndSet(fields, at: key, in: collection, version: version)
    }
  }

  static let countsARefusedCompareAndSet = calling(
    "countsARefusedCompareAndSet", "a compare-and-set that sets nothing uses a version up") { calls in
    calls.compareAndSet = { transaction, fields, key, collection, version in
      if let new = try transaction.compareAndSet(fields, at: key, in: collection, version: version) { return new }
      try transaction.spendVersion()
      return nil
    }
  }

  /// As a store does that looks versions up in a table of its own.
  static let comparesWithVersionsOfDeletedRecords = interposed(
    "comparesWithVersionsOfDeletedRecords", "compare-and-set brings a deleted record back at its last version"
  ) { hooks in
    let last = Remembered<[RecordPlace: Int64]>([:])
    hooks.hookCalls { calls in
      calls.put = { transaction, fields, key, collection in
        let version = try transaction.put(fields, at: key, in: collection)
        last.withValue { $0[RecordPlace(key, in: collection)] = version }
        return version
      }
      calls.compareAndSet = { transaction, fields, key, collection, version in
        if let new = try transaction.compareAndSet(fields, at: key, in: collection, version: version) { return new }
        guard last.withValue({ $0[RecordPlace(key, in: collection)] }) == version else { return nil }
        return try transaction.insert(fields, at: key, in: collection)
      }
    }
  }

  static let reusesVersionsOnceReopened = renumbering(
    "reusesVersionsOnceReopened", "after a reopening versions go on from the newest that is left"
  ) { $0.rewindsOnOpening = true }

  static let reusesVersionsOfDeletedRecords = renumbering(
    "reusesVersionsOfDeletedRecords", "a put's version is one above the newest that is there"
  ) { $0.rewindsOnDelete = true }

  static let countsVersionsByRecord = renumbering(
    "countsVersionsByRecord", "each record counts its own versions") { $0.countsByRecord = true }

  private static func renumbering(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout BrokenNumbers) -> Void
  ) -> Fault {
    interposed(id, fact) { hooks in
      var start = BrokenNumbers()
      change(&start)
      let committed = Remembered(start)
      let working = Remembered(start)
      hooks.open = { location in
        committed.withValue { if $0.rewindsOnOpening { $0.last = $0.newest } }
        return try await location.open()
      }
      hooks.readCalls = { committed.now.reads }
      hooks.writeCalls = {
        working.set(committed.now)
        return working.writes
      }
      hooks.write = { store, body in
        try await store.write(body)
        committed.set(working.now)
      }
    }
  }
}

/// Numbers that a store gives its records in place of the right ones.
private struct BrokenNumbers: Sendable {
  var rewindsOnOpening = false
  var rewindsOnDelete = false
  var countsByRecord = false
  var last: Int64 = 0
  var numbers: [RecordPlace: Int64] = [:]

  var newest: Int64 { numbers.values.max() ?? 0 }

  mutating func next(for place: RecordPlace) -> Int64 {
    last = rewindsOnDelete ? newest + 1 : last + 1
    let number = countsByRecord ? numbers[place, default: 0] + 1 : last
    numbers[place] = number
    return number
  }

  func renumber(_ record: Record, in collection: String) -> Record {
    let number = numbers[RecordPlace(record.key, in: collection)]
    return Record(key: record.key, version: number ?? record.version, fields: record.fields)
  }

  var reads: TransactionHooks {
    var calls = TransactionHooks()
    calls.get = { transaction, key, collection in
      try transaction.get(key, in: collection).map { renumber($0, in: collection) }
    }
    calls.scan = { transaction, range in try transaction.scan(range).map { renumber($0, in: range.collection) } }
    return calls
  }
}

extension Remembered<BrokenNumbers> {
  fileprivate var writes: TransactionHooks {
    let put = { [self] (transaction: any WriteTransaction, fields: [String: FieldValue], key: String, name: String) in
      try transaction.put(fields, at: key, in: name)
      return withValue { $0.next(for: RecordPlace(key, in: name)) }
    }
    var calls = TransactionHooks()
    calls.put = put
    calls.insert = { [self] transaction, fields, key, collection in
      guard try transaction.insert(fields, at: key, in: collection) != nil else { return nil }
      return withValue { $0.next(for: RecordPlace(key, in: collection)) }
    }
    calls.compareAndSet = { [self] transaction, fields, key, collection, version in
      let record = try transaction.get(key, in: collection)
      guard let record, now.renumber(record, in: collection).version == version else {
        // Never a record's version: refuses what is not to be stored, and sets nothing.
        return try transaction.compareAndSet(fields, at: key, in: collection, version: .min)
      }
      return try put(transaction, fields, key, collection)
    }
    calls.delete = { [self] transaction, key, collection in
      let isDeleted = try transaction.delete(key, in: collection)
      if isDeleted { withValue { $0.numbers[RecordPlace(key, in: collection)] = nil } }
      return isDeleted
    }
    calls.get = { [self] transaction, key, collection in
      try transaction.get(key, in: collection).map { now.renumber($0, in: collection) }
    }
    calls.scan = { [self] transaction, range in
      try transaction.scan(range).map { now.renumber($0, in: range.collection) }
    }
    return calls
  }
}
