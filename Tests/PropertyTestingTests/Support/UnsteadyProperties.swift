import Foundation
import PropertyTesting
import Synchronization

/// A property that fails, whose verdict is known: flaky, or a plain failure.
struct JudgedProperty: Sendable {
  let name: String
  /// Whether the outcome depends on more than the choices.
  let isUnsteady: Bool
  /// Written down before the repetitions were tuned, and not looked at until the end.
  let isHeldOut: Bool
  /// Runs it from a seed, with all state new.
  let verdict: @Sendable (RunSettings, Isolation?) async -> Verdict

  init<Value>(
    _ name: String, unsteady isUnsteady: Bool, heldOut isHeldOut: Bool = false, _ generator: Generator<Value>,
    _ make: @escaping @Sendable (UInt64) -> @Sendable (Value) throws -> Void
  ) {
    self.name = name
    self.isUnsteady = isUnsteady
    self.isHeldOut = isHeldOut
    verdict = { settings, isolation in
      let predicate = make(settings.seed)
      return await Runner(settings: settings, isolation: isolation).run(
        Requirement<Void>("T-1", name).holds(forAll: generator) { value, _ in try predicate(value) }, on: .none
      ).verdict
    }
  }
}

/// What outlives a case.
private final class Left<State: Sendable>: Sendable {
  private let state: Mutex<State>
  init(_ state: State) { self.state = Mutex(state) }
  func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }
}

/// The same throws for the same seed.
private final class Dice: Sendable {
  private let state: Mutex<UInt64>
  init(_ seed: UInt64) {
    var word = seed
    state = Mutex(mixed(&word))
  }

  func isBelow(_ percent: UInt64) -> Bool { state.withLock { mixed(&$0) % 100 < percent } }
}

private func mixed(_ state: inout UInt64) -> UInt64 {
  state &+= 0x9E37_79B9_7F4A_7C15
  var word = state
  word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
  word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
  return word ^ (word >> 31)
}

private func share(_ number: Int) -> UInt64 {
  var state = UInt64(bitPattern: Int64(number))
  return mixed(&state) % 100
}

extension JudgedProperty {
  static let unsteady: [JudgedProperty] = [
    JudgedProperty("fails from the 21st call on", unsteady: true, .int(in: 0...1_000)) { _ in
      let calls = Left(0)
      return { _ in try expect("few calls", calls.update { $0 += 1; return $0 <= 20 }) }
    },
    JudgedProperty("a value comes once", unsteady: true, .int(in: 0...1_000)) { _ in
      let seen = Left(Set<Int>())
      return { value in try expect("new", seen.update { $0.insert(value).inserted }) }
    },
    JudgedProperty("every third call fails", unsteady: true, .int(in: 0...1_000)) { _ in
      let calls = Left(0)
      return { _ in try expect("not the third", calls.update { $0 += 1; return $0 % 3 != 0 }) }
    },
    JudgedProperty("half of the time", unsteady: true, .int(in: 0...1_000)) { seed in
      let dice = Dice(seed)
      return { _ in try expect("luck", !dice.isBelow(50)) }
    },
    JudgedProperty("95 of 100", unsteady: true, .int(in: 0...1_000)) { seed in
      let dice = Dice(seed)
      return { _ in try expect("luck", !dice.isBelow(95)) }
    },
    JudgedProperty("95 of 100 above 100", unsteady: true, .int(in: 0...1_000)) { seed in
      let dice = Dice(seed)
      return { value in try expect("luck", value <= 100 || !dice.isBelow(95)) }
    },
    JudgedProperty("5 of 100", unsteady: true, .int(in: 0...1_000)) { seed in
      let dice = Dice(seed)
      return { _ in try expect("luck", !dice.isBelow(5)) }
    },
    JudgedProperty("a sum over all cases", unsteady: true, .int(in: 0...1_000)) { _ in
      let sum = Left(0)
      return { value in try expect("little", sum.update { $0 += value; return $0 < 3_000 }) }
    },
    JudgedProperty("a large value spoils small ones", unsteady: true, .int(in: 0...1_000)) { _ in
      let isSpoilt = Left(false)
      return { value in
        if value > 500 { isSpoilt.update { $0 = true } }
        try expect("not spoilt", value >= 100 || !isSpoilt.update { $0 })
      }
    },
    JudgedProperty("a cache with too short a key", unsteady: true, .int(in: 0...1_000)) { _ in
      let cache = Left([Int: Int]())
      return { value in
        let doubled = cache.update { cache in
          let known = cache[value % 10] ?? value * 2
          cache[value % 10] = known
          return known
        }
        try expect("the double", doubled, equals: value * 2)
      }
    },

    JudgedProperty("half of the time with a negative", unsteady: true, heldOut: true, .array(of: .int(in: -100...100))) { seed in
      let dice = Dice(seed)
      return { list in try expect("luck", list.allSatisfy { $0 >= 0 } || !dice.isBelow(50)) }
    },
    JudgedProperty("90 of 100 from three elements on", unsteady: true, heldOut: true, .array(of: .int(in: 0...9))) { seed in
      let dice = Dice(seed)
      return { list in try expect("luck", list.count < 3 || !dice.isBelow(90)) }
    },
    JudgedProperty("too late", unsteady: true, heldOut: true, .int(in: 0...1_000)) { _ in
      let start = ContinuousClock.now
      return { _ in
        Thread.sleep(forTimeInterval: 0.0005)
        try expect("in time", ContinuousClock.now - start < .milliseconds(12))
      }
    },
    JudgedProperty("ten connections that nobody gives back", unsteady: true, heldOut: true, .array(of: .bool)) { _ in
      let free = Left(10)
      return { wishes in
        for wish in wishes where wish { try expect("a free one", free.update { $0 -= 1; return $0 >= 0 }) }
      }
    },
    JudgedProperty("a cache of lengths by the first letter", unsteady: true, heldOut: true, .text(.of("abcdefghij"), count: 0...8)) { _ in
      let cache = Left([Character: Int]())
      return { text in
        guard let first = text.first else { return }
        let count = cache.update { cache in
          let known = cache[first] ?? text.count
          cache[first] = known
          return known
        }
        try expect("the length", count, equals: text.count)
      }
    },
    JudgedProperty("what the case before left", unsteady: true, heldOut: true, .int(in: 0...1_000)) { _ in
      let last = Left(0)
      return { value in
        let before = last.update { last in
          defer { last = value }
          return last
        }
        try expect("after a small one", before < 700)
      }
    },
    JudgedProperty("a file that grows", unsteady: true, heldOut: true, .array(of: .int(in: 0...9))) { _ in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("grows-\(UUID()).txt").path
      return { list in
        let before = FileManager.default.contents(atPath: file) ?? Data()
        try (before + Data(list.map { UInt8($0) })).write(to: URL(fileURLWithPath: file))
        if before.count + list.count > 40 {
          throw Surprise(code: 1)
        }
      }
    },
    JudgedProperty("99 of 100", unsteady: true, heldOut: true, .int(in: 0...1_000)) { seed in
      let dice = Dice(seed)
      return { _ in try expect("luck", !dice.isBelow(99)) }
    },
    JudgedProperty("every other call", unsteady: true, heldOut: true, .zip(.int(in: 0...9), .bool)) { _ in
      let calls = Left(0)
      return { _ in try expect("odd", calls.update { $0 += 1; return $0 % 2 == 1 }) }
    },
    JudgedProperty("95 of 100 without a choice", unsteady: true, heldOut: true, .constant(1)) { seed in
      let dice = Dice(seed)
      return { _ in try expect("luck", !dice.isBelow(95)) }
    },
  ]

  static let honest: [JudgedProperty] = [
    JudgedProperty("from 500 on", unsteady: false, .int(in: 0...1_000)) { _ in { try expect("small", $0 < 500) } },
    JudgedProperty("a share of the values", unsteady: false, .int(in: 0...1_000)) { _ in { try expect("one of few", share($0) >= 95) } },
    JudgedProperty("half of the values", unsteady: false, .int()) { _ in { try expect("one half", share($0) >= 50) } },
    JudgedProperty("one value in twenty", unsteady: false, .int(in: 0...100_000)) { _ in { try expect("one of many", share($0) >= 5) } },
    JudgedProperty("always", unsteady: false, .int()) { _ in { _ in try expect("never", false) } },
    JudgedProperty("always, without a choice", unsteady: false, .constant(0)) { _ in { _ in try expect("never", false) } },
    JudgedProperty("a sum", unsteady: false, .array(of: .int(in: 0...100))) { _ in { try expect("little", $0.reduce(0, +) < 300) } },
    JudgedProperty("an error", unsteady: false, .int()) { _ in { if $0 > 1_000 { throw Surprise(code: 7) } } },
    JudgedProperty("a text", unsteady: false, .text()) { _ in { try expect("short", $0.count < 5) } },
    JudgedProperty("every seventh", unsteady: false, .int(in: 0...10_000)) { _ in { try expect("no multiple", $0 % 7 != 3) } },

    JudgedProperty("a pair", unsteady: false, heldOut: true, .zip(.int(in: 0...1_000), .int(in: 0...1_000))) { _ in
      { try expect("ordered", $0.0 <= $0.1) }
    },
    JudgedProperty("a Boolean", unsteady: false, heldOut: true, .bool) { _ in { try expect("false", !$0) } },
    JudgedProperty("a list with a share", unsteady: false, heldOut: true, .array(of: .int(in: 0...1_000))) { _ in
      { try expect("none", !$0.contains { share($0) < 20 }) }
    },
    JudgedProperty("a double", unsteady: false, heldOut: true, .double(in: 0...1_000)) { _ in { try expect("small", $0 < 321.5) } },
    JudgedProperty("two claims", unsteady: false, heldOut: true, .int(in: 0...1_000)) { _ in
      { value in
        try expect("not very large", value < 900)
        try expect("odd or small", value % 2 == 1 || value < 300)
      }
    },
    JudgedProperty("a count of equal ones", unsteady: false, heldOut: true, .array(of: .int(in: 0...9))) { _ in
      { list in try expect("different", Set(list).count == list.count) }
    },
    JudgedProperty("bits", unsteady: false, heldOut: true, .int()) { _ in { try expect("few", $0.nonzeroBitCount < 20) } },
    JudgedProperty("a dictionary", unsteady: false, heldOut: true, .dictionary(of: .int(in: 0...99), .bool)) { _ in
      { try expect("none is true", !$0.values.contains(true)) }
    },
    JudgedProperty("95 of 100 texts", unsteady: false, heldOut: true, .text(.of("abcdefghij"), count: 0...8)) { _ in
      { text in try expect("one of few", share(text.utf8.reduce(0) { $0 * 31 + Int($1) }) >= 95) }
    },
    JudgedProperty("a nested list", unsteady: false, heldOut: true, .array(of: .array(of: .bool))) { _ in
      { lists in try expect("no deep truth", lists.joined().count { $0 } < 4) }
    },
  ]
}
