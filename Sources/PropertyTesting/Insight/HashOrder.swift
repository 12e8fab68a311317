import Foundation
import Synchronization

/// How a flaky case ended with hash tables in many orders, and in one.
///
/// Swift orders a `Set` or `Dictionary` by where its storage lies in memory, so the same values can come in another order in each run of the
/// same choices. The engine runs them with tables at other places each time, and then, also at other places, with one order for all tables. If
/// the case ends alike in one order, and not in many, the order decides, and nothing else that depends on the place.
public struct HashOrder: Sendable, Equatable {
  /// How often the engine ran the same choices with tables in other orders, and before it looked at orders.
  public internal(set) var runs = 0
  /// How often they failed then.
  public internal(set) var failed = 0
  /// How often it ran them with tables in one order.
  public internal(set) var runsInOneOrder = 0
  /// How often they failed then.
  public internal(set) var failedInOneOrder = 0

  /// The most chance that a case which does not depend on the order ends alike in all of ``runsInOneOrder``.
  static let chance = 0.001
  static let mostRuns = 200
  static let mostTime = Duration.seconds(10)

  /// Whether the order is the cause: in one order, all runs ended alike, which is unlikely for a case that fails as often as in many.
  var isCause: Bool {
    guard runs > 0, failed > 0, runsInOneOrder > 0 else { return false }
    // No frequency is known to be nought or one from a few dozen runs.
    let frequency = min(max(Double(failed) / Double(runs), 0.025), 0.975)
    if failedInOneOrder == 0 { return pow(1 - frequency, Double(runsInOneOrder)) < Self.chance }
    return failedInOneOrder == runsInOneOrder && failed < runs && pow(frequency, Double(runsInOneOrder)) < Self.chance
  }

  /// Whether more runs in one order could show something.
  fileprivate var isOpen: Bool {
    !isCause && (failedInOneOrder == 0 ? failed > 0 : failedInOneOrder == runsInOneOrder && failed < runs)
  }

  /// Runs `body` while other memory is in use than for other numbers, so that new hash tables lie at other places.
  package static func otherPlaces<Result>(_ number: Int, _ body: () -> Result) -> Result {
    var blocks: [UnsafeMutableRawPointer] = []
    for (place, size) in stride(from: 32, to: 2_048, by: 16).enumerated() {
      for _ in 0..<((number &* 7 &+ place &* 3) % 11) { blocks.append(.allocate(byteCount: size, alignment: 8)) }
    }
    defer { for block in blocks { block.deallocate() } }
    return body()
  }

  /// Runs `body` while each new hash table is ordered by its capacity alone; nil if nothing can be learned from it: each table is already, or
  /// the process has no symbol of the standard library for it.
  ///
  /// Tables that exist keep their order, so what other threads do stays right. Their new tables lose the protection against values that
  /// were chosen to collide.
  package static func keptWhile<Result>(_ body: () -> Result) -> Result? {
    guard let flag = isDeterministic?.pointer, switches.withLock({ $0.begin(flag) }) else { return nil }
    defer { switches.withLock { $0.end(flag) } }
    return body()
  }

  /// Keeps one order until the process ends: for schedules, whose runs must be alike.
  package static func keepForGood() { _ = forGood }

  private static let forGood: Void = switches.withLock { state in
    state.isForGood = true
    isDeterministic?.pointer.pointee = 1
  }

  private struct Switch {
    var count = 0
    var isForGood = false

    /// - Returns: false if there is one order anyway.
    mutating func begin(_ flag: UnsafeMutablePointer<UInt8>) -> Bool {
      guard !isForGood, count > 0 || flag.pointee == 0 else { return false }
      count += 1
      flag.pointee = 1
      return true
    }

    mutating func end(_ flag: UnsafeMutablePointer<UInt8>) {
      count -= 1
      if count == 0, !isForGood { flag.pointee = 0 }
    }
  }

  private static let switches = Mutex(Switch())

  private struct Flag: @unchecked Sendable { let pointer: UnsafeMutablePointer<UInt8> }

  /// The third field of `_SwiftHashingParameters`: two seeds of eight bytes, and whether tables have no seeds of their own, as with
  /// SWIFT_DETERMINISTIC_HASHING.
  private static let isDeterministic: Flag? = {
    #if os(Windows) || os(WASI)
      return nil
    #else
      guard let all = dlopen(nil, RTLD_NOW), let symbol = dlsym(all, "_swift_stdlib_Hashing_parameters") else { return nil }
      return Flag(pointer: symbol.assumingMemoryBound(to: UInt8.self) + 16)
    #endif
  }()
}

extension CaseJudge {
  /// Runs the choices of a flaky case in many orders of hash tables, and in one; nil if that cannot be tried.
  func hashOrder(_ seen: Examination, besides flakiness: Flakiness) -> HashOrder? {
    // Workers are processes of their own.
    guard !hasNewProcesses, HashOrder.keptWhile({ true }) != nil else { return nil }
    var order = HashOrder(runs: flakiness.runs, failed: flakiness.failed)
    let limit = TimeLimit(min(timeLeft, HashOrder.mostTime))
    func fails(_ number: Int) -> Bool? {
      guard !limit.isOver else { return nil }
      let again = Examination(index: seen.index, replaying: .tokens(seen.tape.tokens))
      HashOrder.otherPlaces(number) { examine(again) }
      if case .failed(let failure) = again.result { return failure.isInterruption ? nil : true }
      return false
    }
    for number in 0..<Flakiness.repetitions {
      guard let isFailed = fails(number) else { break }
      order.runs += 1
      if isFailed { order.failed += 1 }
    }
    _ = HashOrder.keptWhile {
      while order.isOpen, order.runsInOneOrder < HashOrder.mostRuns, let isFailed = fails(order.runsInOneOrder) {
        order.runsInOneOrder += 1
        if isFailed { order.failedInOneOrder += 1 }
      }
    }
    return order
  }
}

extension FailureReport {
  func line(_ order: HashOrder) -> String {
    field(
      "hashing",
      "failed in \(order.failedInOneOrder) of \(order.runsInOneOrder) runs with one order for each Set and Dictionary, "
        + "in \(order.failed) of \(order.runs) with other orders")
  }

  var hintForHashOrder: String {
    field(
      "hint",
      "the result depends on the order of a Set or Dictionary: sort before the order matters (keys.sorted()), or compare what has no order. "
        + "With SWIFT_DETERMINISTIC_HASHING=1 in the environment, each run has the same order")
  }
}
