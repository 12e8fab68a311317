import StorageContract

/// A store of which one call fails, whatever the call: a transaction, anything in it, its end, a compaction.
///
/// A refused call has done nothing; a refused end of a transaction rolls it back.
struct RefusingStore: Sendable {
  let store: any Store
  private let calls = Remembered<[String]>([])

  /// - Parameter refused: which call, counted from 0; nil: none.
  init(_ base: any Store, refusing refused: Int?) {
    self.init(base) { number in if number == refused { throw RefusedCommit() } }
  }

  /// - Parameter interrupt: called before each call, with its number.
  init(_ base: any Store, before interrupt: @escaping @Sendable (Int) throws -> Void) {
    let calls = calls
    let step: @Sendable (String) throws -> Void = { call in
      let number = calls.withValue { calls in
        calls.append(call)
        return calls.count - 1
      }
      try interrupt(number)
    }
    var hooks = StoreHooks()
    hooks.read = { store, body in
      try step("read")
      try await store.read { try body(TransactionHooks(before: { try step("\($0)") }).over($0)) }
    }
    hooks.write = { store, body in
      try step("write")
      try await store.write { transaction in
        try body(TransactionHooks(before: { try step("\($0)") }).over(transaction))
        try step("commit")
      }
    }
    hooks.compact = { store in
      try step("compact")
      try await store.compact()
    }
    store = InterposedStore(base, hooks)
  }

  /// What it was asked for so far, in order.
  var asked: [String] { calls.now }
}
