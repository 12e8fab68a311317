import PropertyTesting

extension Generator where Value == OverlapScript {
  /// Transactions with an order of their steps. The simplest order is one transaction after the other.
  /// - Parameter inRuns: whether in half of the cases a session now and then goes on to its end, so that it is
  ///   committed in the middle of others, and before others begin.
  /// - Parameter inTheMiddle: whether in two thirds of the cases all others run from beginning to end in the middle of the first.
  static func script(
    _ plans: Generator<[OverlapPlan]>, inRuns: Bool = false, inTheMiddle: Bool = false,
    layouts: [OverlapLayout] = [.together, .apart]
  ) -> Generator {
    Generator { source in
      let plans = try source(plans)
      if inTheMiddle, plans[0].operations.count > 1, try source(.element(of: [false, true, true])) {
        let before = try source(.int(in: 1...(plans[0].operations.count - 1)))
        let others = plans.indices.dropFirst().flatMap { Array(repeating: $0, count: plans[$0].stepCount) }
        return OverlapScript(
          plans: plans, turns: Array(repeating: 0, count: 1 + before) + others, layout: try source(.element(of: layouts)))
      }
      let inRuns = try inRuns && source(.bool)
      var left = plans.map(\.stepCount)
      var turns: [Int] = []
      var current = 0
      while true {
        // To go on with the session that took the last step is simplest.
        let others = plans.indices.filter { left[$0] > 0 && $0 != current }
        let open = left[current] > 0 ? [current] + others : others
        guard open.count > 1 else { break }
        current = open[try source(.int(in: 0...(open.count - 1)))]
        let steps = try inRuns && source(.element(of: [false, false, true])) ? left[current] : 1
        left[current] -= steps
        turns += Array(repeating: current, count: steps)
      }
      return OverlapScript(plans: plans, turns: turns, layout: try source(.element(of: layouts)))
    }
  }
}

/// Transactions near the shape of each anomaly, with some noise.
extension Generator where Value == [OverlapPlan] {
  /// One that writes, some records twice, and often is rolled back; one that reads the same meanwhile and commits.
  static let dirtyReads = Generator { source in
    let key = try source(.overlapKey)
    let other = try source(.overlapKey)
    let more = Generator<OverlapOperation>.element(of: [.put(key), .put(other), .delete(other)])
    let writer = OverlapPlan(
      operations: [.put(key)] + (try source.few(of: more, 0...2)),
      ending: try source(.element(of: [.commit, .rollback, .rollback])))
    let look = Generator<OverlapOperation>.element(of: [.get(key), .scan(.all), .get(other)])
    let reader = OverlapPlan(operations: try source.few(of: look, 1...3) + (try source(.rarely(.update("z")))))
    return try source.shuffled([writer, reader] + (try source(.noise)))
  }

  /// One that is refused, as another one changes what it has read, with writes that would be seen if they stayed; and dirty reads.
  static let dirtyReadsOrRefusals: Generator = .frequency(
    (2, dirtyReads),
    (1, Generator { source in
      let keys = try source(.permutation(of: ["x", "y", "z"]))
      let present = keys[1] == "z" ? keys[2] : keys[1]
      let traces: Generator<OverlapOperation> = .element(
        of: [.delete(present), .delete(present), .put(OverlapScript.schemaVersion), .insert("w")])
      let look: OverlapOperation = try source(.element(of: [.get(keys[0]), .update(keys[0])]))
      let refused = OverlapPlan(operations: [look] + (try source.few(of: traces, 1...2)) + [.put("w")])
      return [refused, OverlapPlan(operations: [.update(keys[0])])] + (try source(.noise))
    }))

  /// Two or three that read one record, or the schema version, and write it.
  static let lostUpdates = Generator { source in
    let key = try source(.element(of: ["x", "y", "z", "z", OverlapScript.schemaVersion]))
    let plain: [[OverlapOperation]] = [[.update(key)], [.get(key), .put(key)]]
    let once: [OverlapOperation] = key == "z" ? [.insert(key)] : [.compareAndSet(key)]
    let updates: Generator<[OverlapOperation]> = .element(of: key == OverlapScript.schemaVersion ? plain : plain + [once, once])
    let updater = Generator<OverlapPlan> { source in
      let before = try source(.array(of: .overlapRead, count: 0...1))
      let update = try source(updates)
      return OverlapPlan(operations: before + update + (try source(.array(of: .overlapOperation, count: 0...1))))
    }
    return try source(.array(of: updater, count: 2...3)) + (try source(.noise))
  }

  /// One that reads several times, and others that write two records at once.
  static let readSkew = Generator { source in
    let keys = Generator<String>.element(of: ["x", "y"])
    let look: Generator<OverlapOperation> = .frequency((3, keys.map { .get($0) }), (1, .overlapScan))
    if try source(.element(of: [false, true, true, true])) { return try source(.readSkewOfOneCall) }
    let reader = OverlapPlan(operations: try source.few(of: look, 2...4))
    let writer = Generator<OverlapPlan> { source in
      let first = try source(keys)
      let second = try source(.element(of: [first == "x" ? "y" : "x", "z"]))
      return OverlapPlan(
        operations: [.put(first), try source(.element(of: [.put(second), .update(second), .delete(second)]))])
    }
    return try source.shuffled([reader] + (try source.few(of: writer, 1...2)))
  }

  /// One that reads a record and makes another call, and one that writes that record and changes what the call gives.
  private static let readSkewOfOneCall = Generator { source in
    let key = try source(.element(of: ["x", "y"]))
    let crossing = try source(.lookAndChange(at: key == "x" ? ["y", "w", "z"] : ["x", "w", "z"], writing: false))
    return [OverlapPlan(operations: [.get(key), crossing.look]), OverlapPlan(operations: [.put(key), crossing.change])]
  }

  /// Two of which each looks, by any call, at what the other one changes.
  static let crossedCalls = Generator { source in
    let keys = try source(.permutation(of: OverlapScript.keys))
    let first = try source(.lookAndChange(at: [keys[0], keys[1]], writing: true))
    let second = try source(.lookAndChange(at: [keys[2], keys[3]], writing: true))
    return [OverlapPlan(operations: [first.look, second.change]), OverlapPlan(operations: [second.look, first.change])]
  }

  /// Two or three that look at the same records, or for ones that are not there, and each write another one.
  static let writeSkew = Generator { source in
    let scans = try source(.bool)
    // A scan is to miss records that are not there.
    let keys = try source(.permutation(of: scans ? ["w", "z"] : ["x", "y", "z"])) + ["w", "x"]
    let count = try source(.int(in: 2...3))
    return try (0..<count).map { number in
      let own = keys[number]
      let next = keys[(number + 1) % count]
      let look: OverlapOperation = scans ? try source(.element(of: [.scan(.all), .count(.all)])) : .get(next)
      let more = try source(.array(of: .overlapRead, count: 0...1))
      let write: OverlapOperation =
        try scans ? .put(own) : source(.element(of: [.put(own), .put(own), .delete(own)]))
      return OverlapPlan(operations: [look] + more + [write])
    }
  }

  /// Ones that write a record, and ones that read it.
  static let freshness = Generator { source in
    let key = try source(.overlapKey)
    let writers = try source.few(of: .constant(OverlapPlan(operations: [.put(key)])), 1...2)
    let look = Generator<OverlapOperation>.element(of: [.get(key), .scan(.all)])
    return try source.shuffled(writers + source.few(of: look.map { OverlapPlan(operations: [$0]) }, 1...2))
  }

  /// Transactions of any kind, and of those above.
  static let anything: Generator = .frequency(
    (3, Generator { source in try source.few(of: .overlapPlan, 2...4) }), (1, dirtyReads), (1, lostUpdates),
    (1, readSkew), (1, writeSkew), (4, freshness))

  /// Two or three that each need what the next one has written first.
  static let deadlocks = Generator { source in
    let keys = try source(.permutation(of: ["x", "y", "z"]))
    let count = try source(.int(in: 2...3))
    let plans = try (0..<count).map { number in
      let needed = [keys[number], keys[(number + 1) % count]]
      return OverlapPlan(operations: try needed.map { try source(.element(of: [.put($0), .update($0)])) })
    }
    return plans + (try source(.noise))
  }

  /// One more, in a quarter of the cases.
  private static let noise: Generator = .frequency(
    (3, .constant([])), (1, Generator<OverlapPlan>.overlapPlan.map { [$0] }))
}

extension Generator where Value == [OverlapOperation] {
  fileprivate static func rarely(_ operation: OverlapOperation) -> Generator {
    .element(of: [[], [], [], [operation]])
  }
}

/// A call, and one that changes what it would give.
struct OverlapCrossing: Sendable {
  let look: OverlapOperation
  let change: OverlapOperation
}

extension Generator where Value == OverlapCrossing {
  /// - Parameters:
  ///   - keys: of which it may look at any.
  ///   - writing: whether the call may be one that writes if it finds something else.
  static func lookAndChange(at keys: [String], writing: Bool) -> Generator {
    Generator { source in
      let key = try source(.element(of: keys))
      let place = OverlapScript.keys.firstIndex(of: key) ?? 0
      let next = place + 1 < OverlapScript.keys.count ? OverlapScript.keys[place + 1] : nil
      let narrow = OverlapRange(lower: key, upper: next)
      let isThere = OverlapScript.firstValue(of: key) != nil
      let appears: OverlapOperation = try source(.element(of: [.put(key), .insert(key)]))
      let version = OverlapCrossing(look: .get(OverlapScript.schemaVersion), change: .put(OverlapScript.schemaVersion))
      let looks: [OverlapOperation] =
        [
          .page(OverlapRange(lower: key), 1), .page(OverlapRange(lower: key), 1), .page(.all, 4), .collections, .collections, .collections,
          try source(.element(of: [.scan(narrow), .count(narrow)])), .count(.all),
        ] + Array(repeating: !writing ? .count(.all) : isThere ? .insert(key) : .delete(key), count: writing ? 3 : 1)
      return try source(
        .element(of: looks.map { OverlapCrossing(look: $0, change: isThere ? .delete(key) : appears) } + [version, version]))
    }
  }
}

extension Generator where Value == OverlapPlan {
  static let overlapPlan = Generator { source in
    OverlapPlan(
      operations: try source.few(of: .overlapOperation, 1...4),
      ending: try source(.element(of: [.commit, .commit, .commit, .commit, .rollback])))
  }
}

extension Generator where Value == String {
  static let overlapKey = Generator.element(of: ["x", "y", "z"])
}

extension Generator where Value == OverlapOperation {
  static let overlapScan = Generator { source in
    let bounds = [OverlapRange(upper: "y"), OverlapRange(lower: "x"), OverlapRange(lower: "y")]
    let range = try source(.element(of: [.all] + bounds))
    return try source(.bool) ? .count(range) : .scan(range)
  }

  static let overlapRead: Generator = .frequency((3, Generator<String>.overlapKey.map { .get($0) }), (1, overlapScan))

  static let overlapOperation: Generator = .frequency(
    (8, overlapRead), (6, Generator<String>.element(of: OverlapScript.keys).map { .put($0) }),
    (4, Generator<String>.overlapKey.map { .update($0) }), (2, Generator<String>.overlapKey.map { .delete($0) }),
    (1, Generator<String>.overlapKey.map { .insert($0) }), (1, Generator<String>.overlapKey.map { .compareAndSet($0) }),
    (1, .element(of: [.page(.all, 1), .page(OverlapRange(lower: "x"), 2), .collections])),
    (1, .element(of: [.get(OverlapScript.schemaVersion), .update(OverlapScript.schemaVersion), .put(OverlapScript.schemaVersion)])))
}

extension Source {
  /// As many elements as any other number of `bounds`: the cases are few, and their size is not to grow.
  fileprivate mutating func few<Element>(
    of element: Generator<Element>, _ bounds: ClosedRange<Int>
  ) throws -> [Element] {
    try draw(.array(of: element, count: try draw(.int(in: bounds))))
  }

  /// The elements in an order of their own, the given one being simplest.
  fileprivate mutating func shuffled(_ plans: [OverlapPlan]) throws -> [OverlapPlan] {
    try draw(.permutation(of: plans))
  }
}
