import PropertyTesting
import StorageContract
import StorageFaults

/// Backends whose single operations are wrong.
extension Fault<LawSubject> {
  static let mergesFields = calling("mergesFields", "a put keeps the fields that it does not give") { calls in
    calls.put = { transaction, fields, key, collection in
      let earlier = try transaction.get(key, in: collection)?.fields ?? [:]
      return try transaction.put(earlier.merging(fields) { $1 }, at: key, in: collection)
    }
  }

  /// As a store does that compares before it writes, in a language in which true is 1 and 0.0 is -0.0.
  static let keepsWhatLooksTheSame = calling(
    "keepsWhatLooksTheSame", "a put of fields that print as the same numbers keeps the old ones"
  ) { calls in
    @Sendable func look(_ value: FieldValue) -> String {
      switch value {
      case .bool(let flag): flag ? "1" : "0"
      case .int64(let number): "\(number)"
      case .double(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
      case .decimal(let number): "\(number)"
      default: value.exactText
      }
    }
    calls.put = { transaction, fields, key, collection in
      let old = try transaction.get(key, in: collection)?.fields ?? [:]
      return try transaction.put(old.mapValues(look) == fields.mapValues(look) ? old : fields, at: key, in: collection)
    }
  }

  static let insertsOverPresentRecords = calling(
    "insertsOverPresentRecords", "an insert replaces a present record") { calls in
    calls.insert = { transaction, fields, key, collection in try transaction.put(fields, at: key, in: collection) }
  }

  /// As a store does whose deletes leave a tombstone that an insert takes for a record.
  static let insertsNothingWhereARecordWas = interposed(
    "insertsNothingWhereARecordWas", "an insert at a deleted record's key does nothing") { hooks in
    let deleted = Remembered<Set<RecordPlace>>([])
    hooks.hookCalls { calls in
      calls.delete = { transaction, key, collection in
        let isDeleted = try transaction.delete(key, in: collection)
        if isDeleted { deleted.withValue { _ = $0.insert(RecordPlace(key, in: collection)) } }
        return isDeleted
      }
      calls.insert = { transaction, fields, key, collection in
        let wasDeleted = deleted.withValue { $0.contains(RecordPlace(key, in: collection)) }
        return wasDeleted ? nil : try transaction.insert(fields, at: key, in: collection)
      }
    }
  }

  static let countsARefusedInsert = calling(
    "countsARefusedInsert", "an insert that does nothing uses a version up") { calls in
    calls.insert = { transaction, fields, key, collection in
      if let version = try transaction.insert(fields, at: key, in: collection) { return version }
      try transaction.spendVersion()
      return nil
    }
  }

  static let deletesWithoutLooking = calling(
    "deletesWithoutLooking", "a delete returns true whatever was there") { calls in
    calls.delete = { transaction, key, collection in
      try transaction.delete(key, in: collection)
      return true
    }
  }

  /// As a store does that marks records as deleted, and then updates what is there.
  static let keepsTheFieldsOfDeletedRecords = interposed(
    "keepsTheFieldsOfDeletedRecords", "a put brings a deleted record's fields back") { hooks in
    let deleted = Remembered<[RecordPlace: [String: FieldValue]]>([:])
    hooks.hookCalls { calls in
      calls.delete = { transaction, key, collection in
        if let fields = try transaction.get(key, in: collection)?.fields {
          deleted.withValue { $0[RecordPlace(key, in: collection)] = fields }
        }
        return try transaction.delete(key, in: collection)
      }
      calls.put = { transaction, fields, key, collection in
        let earlier = deleted.withValue { $0.removeValue(forKey: RecordPlace(key, in: collection)) } ?? [:]
        return try transaction.put(earlier.merging(fields) { $1 }, at: key, in: collection)
      }
    }
  }

  /// Sees the records that it has written as they were before it.
  static let readsItsWritesLate = calling(
    "readsItsWritesLate", "a transaction does not read its own writes") { calls in
    var before: [RecordPlace: Record?] = [:]
    calls.put = { transaction, fields, key, collection in
      let place = RecordPlace(key, in: collection)
      if before[place] == nil { before[place] = .some(try transaction.get(key, in: collection)) }
      return try transaction.put(fields, at: key, in: collection)
    }
    calls.get = { transaction, key, collection in
      if let record = before[RecordPlace(key, in: collection)] { return record }
      return try transaction.get(key, in: collection)
    }
  }

  static let losesTheRecordOnARefusedPut = refusing(
    "losesTheRecordOnARefusedPut", "a refused put deletes the old record") { transaction, key, collection in
    // Of a key or name that is none there is nothing to delete.
    _ = try? transaction.delete(key, in: collection)
  }

  static let ignoresWritesAfterARefusal = calling(
    "ignoresWritesAfterARefusal", "writes after a refused call are lost") { calls in
    var isDeaf = false
    calls.put = { transaction, fields, key, collection in
      if isDeaf { return 1 }
      do {
        return try transaction.put(fields, at: key, in: collection)
      } catch {
        isDeaf = true
        throw error
      }
    }
  }

  static let countsARefusedPut = refusing(
    "countsARefusedPut", "a put that is refused uses a version up") { transaction, _, _ in
    try transaction.spendVersion()
  }

  /// - Parameter leave: what a put that is refused does all the same.
  private static func refusing(
    _ id: String, _ fact: String,
    _ leave: @escaping @Sendable (any WriteTransaction, _ key: String, _ collection: String) throws -> Void
  ) -> Fault {
    calling(id, fact) { calls in
      calls.put = { transaction, fields, key, collection in
        do {
          return try transaction.put(fields, at: key, in: collection)
        } catch {
          try leave(transaction, key, collection)
          throw error
        }
      }
    }
  }
}

extension WriteTransaction {
  /// Uses a version up: what a store does that counts before it looks.
  func spendVersion() throws {
    try put([:], at: "spent", in: "spent")
    try delete("spent", in: "spent")
  }
}
