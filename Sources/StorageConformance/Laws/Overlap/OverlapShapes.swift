import PropertyTesting

extension Generator where Value == OverlapScript {
  /// Transactions with an order of their steps. The simplest order is one transaction after the other.
  static func script(_ plans: Generator<[OverlapPlan]>) -> Generator {
    Generator { source in
      let plans = try source(plans)
      var left = plans.map(\.stepCount)
      var turns: [Int] = []
      var current = 0
      while true {
        // To go on with the session that took the last step is simplest.
        let others = plans.indices.filter { left[$0] > 0 && $0 != current }
        let open = left[current] > 0 ? [current] + others : others
        guard open.count > 1 else { break }
        current = open[try source(.int(in: 0...(open.count - 1)))]
        left[current] -= 1
        turns.append(current)
      }
      return OverlapScript(plans: plans, turns: turns)
    }
  }
}

/// Transactions near the shape of each anomaly, with some noise.
extension Generator where Value == [OverlapPlan] {
  /// One that writes, some records twice, and often is rolled back; one that reads the same meanwhile and commits.
  static let dirtyReads = Generator { source in
    let key = try source(.overlapKey)
    let other = try source(.overlapKey)
    let writer = OverlapPlan(
      operations: [.put(key)] + (try source(.array(of: .oneOf(.constant(.put(key)), .constant(.put(other)), .constant(.delete(other))), count: 0...2))),
      ending: try source(.element(of: [.commit, .rollback, .rollback])))
    let reader = OverlapPlan(
      operations: try source(
        .array(of: .oneOf(.constant(.get(key)), .constant(.get(other)), .overlapScan, .constant(.update("z"))), count: 1...3)))
    return try source.shuffled([writer, reader] + (try source(.noise)))
  }

  /// Two or three that read one record and write it.
  static let lostUpdates = Generator { source in
    let key = try source(.overlapKey)
    let updater = Generator<OverlapPlan> { source in
      let update = try source(.oneOf(.constant([.update(key)]), .constant([.get(key), .put(key)])) as Generator<[OverlapOperation]>)
      let before = try source(.array(of: .overlapRead, count: 0...1))
      let after = try source(.array(of: .overlapOperation, count: 0...1))
      return OverlapPlan(operations: before + update + after)
    }
    return try source(.array(of: updater, count: 2...3)) + (try source(.noise))
  }

  /// One that reads several times, and others that write two records at once.
  static let readSkew = Generator { source in
    let reader = OverlapPlan(operations: try source(.array(of: .overlapRead, count: 2...4)))
    let writer = Generator<OverlapPlan> { source in
      let first = try source(.overlapKey)
      let second = try source(.overlapKey)
      return OverlapPlan(operations: [.put(first), try source(.element(of: [.put(second), .update(second), .delete(second)]))])
    }
    return try source.shuffled([reader] + (try source(.array(of: writer, count: 1...2))))
  }

  /// Two or three that look at the same records, or for ones that are not there, and each write another one.
  static let writeSkew = Generator { source in
    let keys = try source(.permutation(of: OverlapScript.keys))
    let scans = try source(.bool)
    let count = try source(.int(in: 2...3))
    return try (0..<count).map { number in
      let own = keys[number]
      let next = keys[(number + 1) % count]
      let look: OverlapOperation = scans ? try source(.overlapScanOfAll) : .get(next)
      let more = try source(.array(of: .overlapRead, count: 0...1))
      let write: OverlapOperation = try source(.element(of: [.put(own), .put(own), .delete(own)]))
      return OverlapPlan(operations: [look] + more + [write])
    }
  }

  /// Transactions of any kind.
  static let anything = Generator { source in
    try source(.array(of: .overlapPlan, count: 2...4))
  }

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

  /// Sometimes one more.
  private static let noise = Generator { source in
    try source(.array(of: .overlapPlan, count: 0...1))
  }
}

extension Generator where Value == OverlapPlan {
  static let overlapPlan = Generator { source in
    OverlapPlan(
      operations: try source(.array(of: .overlapOperation, count: 1...4)),
      ending: try source(.element(of: [.commit, .commit, .commit, .commit, .rollback])))
  }
}

extension Generator where Value == String {
  static let overlapKey = Generator.element(of: ["x", "y", "z"])
}

extension Generator where Value == OverlapOperation {
  static let overlapScanOfAll = Generator.element(of: [.scan(.all), .count(.all)])

  static let overlapScan = Generator { source in
    let range = try source(.element(of: [.all, OverlapRange(lower: nil, upper: "y"), OverlapRange(lower: "x", upper: nil), OverlapRange(lower: "y", upper: nil)]))
    return try source(.bool) ? .count(range) : .scan(range)
  }

  static let overlapRead: Generator = .frequency((3, Generator<String>.overlapKey.map { .get($0) }), (1, overlapScan))

  static let overlapOperation: Generator = .frequency(
    (4, overlapRead), (3, Generator<String>.element(of: OverlapScript.keys).map { .put($0) }),
    (2, Generator<String>.overlapKey.map { .update($0) }), (1, Generator<String>.overlapKey.map { .delete($0) }))
}

extension Source {
  /// The elements in an order of their own, the given one being simplest.
  fileprivate mutating func shuffled(_ plans: [OverlapPlan]) throws -> [OverlapPlan] {
    try draw(.permutation(of: plans))
  }
}
