import StorageContract

extension OverlapSession {
  /// Whether to stop before a step: not when the whole transaction is run again, and not in steps that had been taken
  /// when the store decided to run the closure once more.
  struct Stops {
    var inSteps: Bool
    var alreadyAsked: Int
  }

  /// Called when the store enters the closure.
  func enter(_ inSteps: Bool) -> Stops {
    let isFirst = state.withLock { state in
      state.entries += 1
      return state.entries == 1
    }
    if isFirst {
      // The beginning was a step.
      if inSteps { bell.signal() }
      return Stops(inSteps: inSteps, alreadyAsked: 0)
    }
    let (attempt, asked) = state.withLock { state in
      state.attempt += 1
      return (state.attempt, state.stepsAsked)
    }
    recorder.add(.startsAnew, of: number, attempt: attempt)
    return Stops(inSteps: inSteps, alreadyAsked: asked)
  }

  func perform(_ stops: Stops, _ step: (_ operation: OverlapOperation, _ place: Int) throws -> Void) throws {
    for (place, operation) in plan.operations.enumerated() {
      try stop(before: place, stops)
      try step(operation, place)
      if stops.inSteps, place + 1 >= stops.alreadyAsked { bell.signal() }
    }
    try stop(before: plan.operations.count, stops)
    if plan.ending == .rollback { throw OwnRollback() }
  }

  private func stop(before place: Int, _ stops: Stops) throws {
    guard stops.inSteps else { return }
    if place < stops.alreadyAsked { return }
    // Only steps are asked for before the transaction has ended.
    state.withLock { $0.stepsAsked = place + 1 }
    _ = try nextCommand()
  }

  private func note(_ observation: OverlapObservation) {
    recorder.add(.did(observation), of: number, attempt: attempt)
  }

  func read(_ operation: OverlapOperation, _ transaction: any ReadTransaction) throws {
    switch operation {
    case .get(OverlapScript.schemaVersion), .update(OverlapScript.schemaVersion):
      let version = try transaction.schemaVersion()
      note(.get(OverlapScript.schemaVersion, version == 0 ? nil : version))
    case .get(let key), .update(let key):
      let record = try transaction.get(key, in: layout.collection(of: key))
      note(.get(key, try record.map { try OverlapValue($0).number }))
    case .scan(let range):
      let entries = try layout.scan(transaction, from: range.lower, to: range.upper)
      note(.scan(range, entries))
    case .count(let range):
      let counts = try layout.collections.map { try transaction.count($0, from: range.lower, to: range.upper) }
      note(.count(range, counts.reduce(0, +)))
    case .page(let range, let limit):
      note(.page(range, limit, try layout.scan(transaction, from: range.lower, to: range.upper, limit: limit)))
    case .collections:
      note(.collections(layout, try transaction.collections()))
    case .put, .delete, .insert, .compareAndSet: break
    }
  }

  func write(_ operation: OverlapOperation, at place: Int, _ transaction: any WriteTransaction) throws {
    switch operation {
    case .get, .scan, .count, .page, .collections: try read(operation, transaction)
    case .update(let key):
      try read(operation, transaction)
      try put(key, place, transaction)
    case .put(let key): try put(key, place, transaction)
    case .insert(let key):
      let value = value(of: place)
      let version = try transaction.insert(value.fields, at: key, in: layout.collection(of: key))
      note(.insert(key, version == nil ? nil : value.number))
    case .compareAndSet(let key):
      let value = value(of: place)
      let version = try transaction.compareAndSet(
        value.fields, at: key, in: layout.collection(of: key), version: firstVersions[key] ?? firstVersions.values.min() ?? 1)
      note(.compareAndSet(key, version == nil ? nil : value.number))
    case .delete(let key):
      note(.delete(key, found: try transaction.delete(key, in: layout.collection(of: key))))
    }
  }

  private func put(_ key: String, _ place: Int, _ transaction: any WriteTransaction) throws {
    let value = value(of: place)
    if key == OverlapScript.schemaVersion {
      try transaction.setSchemaVersion(value.number)
    } else {
      try transaction.put(value.fields, at: key, in: layout.collection(of: key))
    }
    note(.put(key, value.number))
  }

  /// No two writes of a run write the same: session 2's third step writes 23, and 123 when it is tried again.
  private func value(of place: Int) -> OverlapValue {
    OverlapValue(number: Int64(attempt * 100 + (number + 1) * 10 + place + 1))
  }
}

extension OverlapLayout {
  /// The records of all collections between the bounds, in the order of their keys.
  func scan(
    _ transaction: any ReadTransaction, from lower: String? = nil, to upper: String? = nil, limit: Int? = nil
  ) throws -> [OverlapEntry] {
    let found = try collections.flatMap { try transaction.scan($0, from: lower, to: upper, limit: limit) }
    let entries = try found.map { OverlapEntry(key: $0.key, value: try OverlapValue($0).number) }
    // Of one collection the store's own order is judged.
    return collections.count == 1 ? entries : Array(entries.sorted { $0.key < $1.key }.prefix(limit ?? .max))
  }
}
