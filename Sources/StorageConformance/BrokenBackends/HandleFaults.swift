import PropertyTesting
import StorageContract
import StorageFaults

/// Stores whose handles go on after their closure.
extension Fault<LawSubject> {
  /// Finds everything empty when it is over.
  static let keepsReadHandlesAlive = overEachStore(
    "keepsReadHandlesAlive", "answers on a handle whose read is over") { hooks in
    hooks.readCalls = {
      var calls = TransactionHooks()
      calls.get = { transaction, key, collection in
        try orWhenOver(nil) { try transaction.get(key, in: collection) }
      }
      calls.scan = { transaction, range in try orWhenOver([]) { try transaction.scan(range) } }
      calls.count = { transaction, range in try orWhenOver(0) { try transaction.count(range) } }
      calls.collections = { transaction in try orWhenOver([]) { try transaction.collections() } }
      calls.schemaVersion = { transaction in try orWhenOver(0) { try transaction.schemaVersion() } }
      return calls
    }
  }

  static let keepsWriteHandlesAlive = overEachStore(
    "keepsWriteHandlesAlive", "answers on a handle whose transaction was rolled back") { hooks in
    hooks.write = { store, body in
      try await store.write { transaction in
        var isRolledBack = false
        var calls = TransactionHooks()
        calls.put = { transaction, fields, key, collection in
          try orWhenOver(1, if: isRolledBack) { try transaction.put(fields, at: key, in: collection) }
        }
        calls.get = { transaction, key, collection in
          try orWhenOver(nil, if: isRolledBack) { try transaction.get(key, in: collection) }
        }
        do {
          try body(calls.over(transaction))
        } catch {
          isRolledBack = true
          throw error
        }
      }
    }
  }

  static let writesThroughDeadHandles = overEachStore(
    "writesThroughDeadHandles", "takes a put on a handle whose transaction is over") { hooks in
    hooks.hookCalls { calls in
      calls.put = { transaction, fields, key, collection in
        try orWhenOver(1) { try transaction.put(fields, at: key, in: collection) }
      }
    }
  }
}

private func orWhenOver<Value>(_ value: Value, if isHidden: Bool = true, _ call: () throws -> Value) throws -> Value {
  do { return try call() } catch StoreError.transactionEnded where isHidden { return value }
}
