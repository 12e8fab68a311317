import PersonalOSReference
import PropertyTesting
import StorageContract

extension Fault<PersonalOSSystem> {
  static let postsTakeAFastPath = Fault(
    "postsTakeAFastPath", "saves small records directly, in the caller's context"
  ) { system in
    system.dataAccess.openPosts = { DirectPosts($0, .savesDirectly) }
  }

  static let postsAreCountedOutside = Fault(
    "postsAreCountedOutside", "counts outside of a closure of the data actor"
  ) { system in
    system.dataAccess.openPosts = { DirectPosts($0, .countsDirectly) }
  }

  static let storeWorksOnTheMainActor = Fault(
    "storeWorksOnTheMainActor", "tries each transaction on the main actor's executor first"
  ) { system in
    let open = system.openStore
    var hooks = StoreHooks()
    hooks.write = { @MainActor store, body in
      let ended = Remembered(Escaped<any WriteTransaction>())
      try await store.write { ended.set(Escaped(value: $0)) }
      // In vain, since a transaction that has ended refuses every call.
      if let transaction = ended.now.value { try? body(transaction) }
      try await store.write(body)
    }
    system.openStore = { [hooks] in InterposedStore(try await open(), hooks) }
  }
}

/// What was carried out of the closure that it was valid in. The compiler forbids that, because it is not `Sendable`; an
/// app may find another way.
struct Escaped<Value>: @unchecked Sendable {
  /// Nil: no closure has run.
  var value: Value?
}
