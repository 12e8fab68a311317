import PropertyTesting
import StorageContract

extension Generator where Value == StoreHistoryPlace {
  /// One of few, so that transactions meet.
  static func storePlace(keys: [String] = ["a", "b", "d"], collections: [String] = ["c"]) -> Generator {
    Generator { source in
      let key = try source(.element(of: keys))
      return StoreHistoryPlace(collection: try source(.element(of: collections)), key: key)
    }
  }
}

extension Generator where Value == StoreHistoryStep {
  /// Any step. A compare-and-set takes the version that its client saw last: see
  /// ``StoreHistoryTransaction/resolved(_:)``.
  static func storeStep(_ place: Generator<StoreHistoryPlace>, collections: [String] = ["c"]) -> Generator {
    let value = Generator<Int64>.integer(in: 1...9)
    return .frequency(
      (4, place.map { .get($0) }),
      (1, Generator<String>.element(of: collections).map { .count(ScanRange($0)) }),
      (2, Generator<String>.element(of: collections).map { .scan(ScanRange($0)) }),
      (2, place.map { .delete($0) }),
      (4, .zip(place, value) { .put($0, $1) }),
      (3, .zip(place, value) { .insert($0, $1) }),
      (3, .zip(place, value) { .add($0, $1) }),
      (4, .zip(place, value) { .compareAndSet($0, $1, version: StoreHistoryTransaction.lastSeenVersion) }))
  }

  /// A scan or a count with bounds, many of them between keys.
  static func boundedStoreStep(collections: [String]) -> Generator {
    Generator { source in
      let bound = Generator<String?>.element(of: [nil, "a", "b", "c", "d", "e"])
      let range = ScanRange(
        try source(.element(of: collections)), from: try source(bound), to: try source(bound),
        limit: try source(.element(of: [nil, nil, 1, 2])))
      return try source(.element(of: [.scan(range), .scan(range), .count(range)]))
    }
  }

  /// The same, and what concerns all of a store.
  static func anyStoreStep(_ place: Generator<StoreHistoryPlace>, collections: [String]) -> Generator {
    .frequency(
      (12, .storeStep(place, collections: collections)), (2, .boundedStoreStep(collections: collections)),
      (1, .constant(.collections)), (1, .constant(.schemaVersion)),
      (1, Generator<Int64>.integer(in: 1...9).map { .setSchemaVersion($0) }))
  }

  private static func zip(
    _ place: Generator<StoreHistoryPlace>, _ value: Generator<Int64>,
    _ make: @escaping @Sendable (StoreHistoryPlace, Int64) -> StoreHistoryStep
  ) -> Generator {
    Generator { source in
      let place = try source(place)
      return make(place, try source(value))
    }
  }
}

extension Generator where Value == StoreHistoryTransaction {
  /// - Parameter abandoned: of how many one throws in the end; 0: none does.
  static func storeTransaction(
    of step: Generator<StoreHistoryStep>, count: ClosedRange<Int>, abandoned: Int = 0
  ) -> Generator {
    Generator { source in
      let steps = try source(.array(of: step, count: count))
      let isAbandoned = abandoned > 0 ? try source(.int(in: 0...(abandoned - 1))) == 1 : false
      return StoreHistoryTransaction(steps: steps, isAbandoned: isAbandoned)
    }
  }
}

extension StoreHistoryTransaction {
  /// In a plan: the version that its client saw last.
  static let lastSeenVersion: Int64 = 0

  /// The transaction with the versions that its client saw last; 1, which the first record has, where it saw none.
  func resolved(_ seen: [StoreHistoryPlace: Int64]) -> StoreHistoryTransaction {
    var copy = self
    copy.steps = steps.map { $0.resolved(seen) }
    return copy
  }

  /// The transaction with the versions that it has seen last itself when it comes to the step, over this state.
  func resolvedInside(_ state: StoreHistoryState) -> StoreHistoryTransaction {
    var (state, seen) = (state, [StoreHistoryPlace: Int64]())
    var copy = self
    copy.steps = steps.map { step in
      let step = step.resolved(seen)
      step.note(state.apply(step), in: &seen)
      return step
    }
    return copy
  }

  /// Keeps the versions that the steps gave.
  func note(_ outputs: [StoreHistoryOutput], in seen: inout [StoreHistoryPlace: Int64]) {
    for (step, output) in zip(steps, outputs) { step.note(output, in: &seen) }
  }
}

extension StoreHistoryStep {
  fileprivate func resolved(_ seen: [StoreHistoryPlace: Int64]) -> StoreHistoryStep {
    guard case .compareAndSet(let place, let value, StoreHistoryTransaction.lastSeenVersion) = self else { return self }
    return .compareAndSet(place, value, version: seen[place] ?? 1)
  }

  fileprivate func note(_ output: StoreHistoryOutput, in seen: inout [StoreHistoryPlace: Int64]) {
    guard let place else { return }
    switch output {
    case .record(let record?): seen[place] = record.version
    case .version(let version?): seen[place] = version
    default: break
    }
  }
}
