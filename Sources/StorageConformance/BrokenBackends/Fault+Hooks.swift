import PropertyTesting
import StorageContract
import StorageFaults

/// How the broken backends are made: a good store, with hooks where it is to be wrong.
extension Fault<LawSubject> {
  /// Places with hooks around their stores. `hook` is called once for each place: what it remembers lasts from one
  /// opening to the next.
  static func interposed(
    _ id: String, _ fact: String, _ hook: @escaping @Sendable (inout StoreHooks) -> Void
  ) -> Fault {
    overLocation(id, fact) { location in
      var hooks = StoreHooks()
      hook(&hooks)
      return location.interposed(hooks)
    }
  }

  /// Stores with hooks that are made anew at each opening. Where the store's process is killed, the hooks are on this
  /// side of it, and what they remember is gone with each opening, as a cache is.
  static func overEachStore(
    _ id: String, _ fact: String, _ hook: @escaping @Sendable (inout StoreHooks) -> Void
  ) -> Fault {
    overLocation(id, fact) { location in
      location.interposed(eachOpening: {
        var hooks = StoreHooks()
        hook(&hooks)
        return hooks
      })
    }
  }

  /// Stores with hooks at the calls inside transactions. `hook` is called for each transaction.
  static func calling(
    _ id: String, _ fact: String, _ hook: @escaping @Sendable (inout TransactionHooks) -> Void
  ) -> Fault {
    interposed(id, fact) { $0.hookCalls(hook) }
  }

  /// Stores that keep something else than the value they are given; where the closure gives nil, nothing. Values that
  /// no store keeps are left to the good one to refuse.
  static func storing(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (FieldValue) -> FieldValue?
  ) -> Fault {
    calling(id, fact) { $0 = TransactionHooks(rules: RecordRules(maximumFieldSizeBytes: .max), value: change) }
  }

  /// Stores that use another key than the one they are given; an empty one is left as it was.
  static func keying(_ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String) -> Fault {
    calling(id, fact) { calls in
      calls = TransactionHooks(key: { key in
        let changed = change(key)
        return changed.isEmpty ? key : changed
      })
    }
  }

  /// Stores that return the records of a whole collection otherwise; bounds and limit apply to what comes out.
  static func scanning(_ id: String, _ fact: String, _ change: @escaping @Sendable ([Record]) -> [Record]) -> Fault {
    calling(id, fact) { $0.changeScans { records, _ in change(records) } }
  }

  /// Places with something else around each: what that remembers stays from one opening to the next.
  static func overLocation(
    _ id: String, _ fact: String, _ wrap: @escaping @Sendable (any StoreLocation) -> any StoreLocation
  ) -> Fault {
    Fault(id, fact) { $0.wrapPlaces(wrap) }
  }
}
