import StorageContract

/// The calls in which the faults happen.
extension StoreFaults {
  var hooks: StoreHooks {
    var hooks = StoreHooks { [self] kind, carryOut in try await strike(StoreFault.Point(kind), carryOut) }
    hooks.open = { [self] location in try await open(location) }
    hooks.hookCalls { [self] in $0 = calls }
    hooks.write = { [self] store, body in try await strike(.write) { try await write(body, to: store) } }
    hooks.restore = { [self] store, path in
      try await strike(.restore) { try await store.restore(from: path) }
      // There is nothing to undo a transaction of before on.
      _ = takeRecent()
    }
    hooks.close = { [self] store in
      do {
        try await strike(.close) { try await store.close() }
      } catch let error as StoreError where error == Self.dead {
        // A store that has died is closed all the same, without a word.
        try await store.close()
      }
    }
    return hooks
  }

  /// Opens `location`. A store there that has died meanwhile is closed first, as the system would.
  nonisolated(nonsending) private func open(_ location: any StoreLocation) async throws -> any Store {
    let effect = try next(.open)
    switch effect {
    case .fails?: throw Self.failure(.open)
    case .isUnknown?, .dies?: throw Self.unknown
    case .isLate(let yields)?: for _ in 0..<yields { await Task.yield() }
    case .isDropped?, .losesLatest?, nil: break
    }
    let store = try await location.open()
    let recent = takeRecent()
    if case .losesLatest(let count)? = effect {
      try await store.revert(recent.suffix(count).joined().reversed())
    }
    return store
  }

  /// Puts what happens at `point` around the call.
  nonisolated(nonsending) private func strike(
    _ point: StoreFault.Point, _ carryOut: nonisolated(nonsending) @Sendable () async throws -> Void
  ) async throws {
    switch try next(point) {
    case .fails?: throw Self.failure(point)
    case .isUnknown(let done)?, .dies(let done)?:
      // Reported as unknown whatever it comes to, an error of its own included.
      if done { try? await carryOut() }
      throw Self.unknown
    case .isLate(let yields)?: for _ in 0..<yields { await Task.yield() }
    case .isDropped?, .losesLatest?, nil: break
    }
    try await carryOut()
  }

  nonisolated(nonsending) private func write(_ body: StoreHooks.WriteBody, to store: any Store) async throws {
    let attempt = Remembered<(effect: StoreFault.Effect?, changes: [RecordChange])>((nil, []))
    do {
      try await store.write(body) { changes, _ in
        let effect = try next(.commit)
        attempt.set((effect, changes))
        switch effect {
        case .fails?: throw Self.failure(.commit)
        case .isUnknown(done: false)?, .dies(done: false)?, .isDropped?: throw Self.unknown
        case .isUnknown?, .dies?, .isLate?, .losesLatest?, nil: break
        }
      }
    } catch {
      if attempt.now.effect == .isDropped { return }
      throw error
    }
    let (effect, changes) = attempt.now
    note(changes)
    switch effect {
    case .isUnknown?, .dies?: throw Self.unknown
    case .isLate(let yields)?: for _ in 0..<yields { await Task.yield() }
    default: break
    }
  }

  private var calls: TransactionHooks {
    var calls = TransactionHooks { [self] call in
      switch call {
      case .get: _ = try isMade(.get)
      case .scan, .count: _ = try isMade(.scan)
      default: break
      }
    }
    calls.put = { [self] transaction, fields, key, collection in
      if try isMade(.put) { return try transaction.put(fields, at: key, in: collection) }
      // A dropped one answers with a version that it could have had.
      return (try transaction.get(key, in: collection)?.version ?? 0) + 1
    }
    calls.insert = { [self] transaction, fields, key, collection in
      try isMade(.put) ? try transaction.insert(fields, at: key, in: collection) : 1
    }
    calls.compareAndSet = { [self] transaction, fields, key, collection, version in
      guard try isMade(.put) else { return version + 1 }
      return try transaction.compareAndSet(fields, at: key, in: collection, version: version)
    }
    calls.delete = { [self] transaction, key, collection in
      try isMade(.delete) ? try transaction.delete(key, in: collection) : true
    }
    return calls
  }

  /// Whether the call inside a closure is to be made. A synchronous one cannot be late.
  private func isMade(_ point: StoreFault.Point) throws -> Bool {
    switch try next(point) {
    case .fails?: throw Self.failure(point)
    case .isUnknown?, .dies?: throw Self.unknown
    case .isDropped?: false
    case .isLate?, .losesLatest?, nil: true
    }
  }
}

extension StoreFault.Point {
  fileprivate init(_ kind: StoreHooks.Kind) {
    self =
      switch kind {
      case .read: .read
      case .write: .write
      case .backup: .backup
      case .restore: .restore
      case .compact: .compact
      case .close: .close
      }
  }
}
