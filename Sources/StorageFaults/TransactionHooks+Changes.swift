import StorageContract

/// Hooks that several defects are made of.
extension TransactionHooks {
  /// Other keys, collections and fields than the given ones, for reading and for writing.
  package init(
    key: @escaping (String) -> String = { $0 }, collection: @escaping (String) -> String = { $0 },
    fields: @escaping ([String: FieldValue]) -> [String: FieldValue] = { $0 }
  ) {
    self.init()
    get = { try $0.get(key($1), in: collection($2)) }
    changeRanges { $0.collection = collection($0.collection) }
    put = { try $0.put(fields($1), at: key($2), in: collection($3)) }
    insert = { try $0.insert(fields($1), at: key($2), in: collection($3)) }
    compareAndSet = { try $0.compareAndSet(fields($1), at: key($2), in: collection($3), version: $4) }
    delete = { try $0.delete(key($1), in: collection($2)) }
  }

  /// Another value for each that is stored; where the closure returns nil, none. Values that break `rules` are left for
  /// the store beneath to refuse: that it stores them would be another defect.
  package init(
    rules: RecordRules = RecordRules(), value: @escaping (FieldValue) -> FieldValue?,
    key: @escaping (String) -> String = { $0 }
  ) {
    self.init(key: key, fields: { $0.compactMapValues { rules.reasonAgainst($0) == nil ? value($0) : $0 } })
  }

  /// One hook for put, insert and compare-and-set.
  /// - Parameter hook: receives what is to be written and the call that writes it. A put for which it returns nil
  ///   answers 0.
  package mutating func hookWrites(
    _ hook: @escaping (RecordWrite, (RecordWrite) throws -> Int64?) throws -> Int64?
  ) {
    put = { transaction, fields, key, collection in
      try hook(RecordWrite(fields: fields, key: key, collection: collection)) {
        try transaction.put($0.fields, at: $0.key, in: $0.collection)
      } ?? 0
    }
    insert = { transaction, fields, key, collection in
      try hook(RecordWrite(fields: fields, key: key, collection: collection)) {
        try transaction.insert($0.fields, at: $0.key, in: $0.collection)
      }
    }
    compareAndSet = { transaction, fields, key, collection, version in
      try hook(RecordWrite(fields: fields, key: key, collection: collection)) {
        try transaction.compareAndSet($0.fields, at: $0.key, in: $0.collection, version: version)
      }
    }
  }

  /// Other bounds, limits or collections for scans and counts.
  package mutating func changeRanges(_ change: @escaping (inout ScanRange) -> Void) {
    scan = { transaction, range in
      var range = range
      change(&range)
      return try transaction.scan(range)
    }
    count = { transaction, range in
      var range = range
      change(&range)
      return try transaction.count(range)
    }
  }

  /// Other records than a scan without a limit would return; the limit applies to what comes out.
  package mutating func changeScans(_ change: @escaping ([Record], _ collection: String) -> [Record]) {
    scan = { transaction, range in
      // The store beneath refuses what is to be refused.
      var none = range
      none.limit = min(range.limit ?? 0, 0)
      _ = try transaction.scan(none)
      var all = range
      all.limit = nil
      return Array(change(try transaction.scan(all), range.collection).prefix(range.limit ?? .max))
    }
  }
}

/// What a put, an insert or a compare-and-set is given.
package struct RecordWrite {
  package var fields: [String: FieldValue]
  package var key: String
  package var collection: String
}
