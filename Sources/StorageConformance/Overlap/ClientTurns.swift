import Dispatch
import Foundation
import Synchronization

/// Gives clients on threads of their own their turns, one step each, in an order that a number stands for. A client whose step does not end
/// soon probably waits for another one's transaction: the others go on, and it has its next turn when its step has ended.
///
/// So one number gives one order of the steps wherever they end soon, and transactions overlap on a machine that is busy as on one that is
/// not. What has happened is judged, not what was meant to.
final class ClientTurns: Sendable {
  struct Abandoned: Error {}

  private struct State {
    var isOver: Set<Int> = []
    /// Clients whose transaction has ended since the last turn.
    var hasEnded = false
    var isAbandoned = false
  }

  private let count: Int
  private let orders: [DispatchSemaphore]
  private let bells: [DispatchSemaphore]
  private let state = Mutex(State())

  init(clients: Int) {
    count = clients
    orders = (0..<clients).map { _ in DispatchSemaphore(value: 0) }
    bells = (0..<clients).map { _ in DispatchSemaphore(value: 0) }
  }

  /// Runs clients to their ends, each on a thread of its own.
  /// - Parameters:
  ///   - order: stands for the order of their steps.
  ///   - longestWait: nothing happens for so long only if nothing will happen any more.
  /// - Returns: the clients whose steps will never end.
  static func run(
    clients: Int, order: UInt64, longestWait: Duration, _ client: @escaping @Sendable (Int, ClientTurns) async -> Void
  ) async -> [Int] {
    let turns = ClientTurns(clients: clients)
    for number in 0..<clients {
      OverlapThread.start {
        await client(number, turns)
        turns.end(of: number)
      }
    }
    return await withCheckedContinuation { continuation in
      // It waits for semaphores: not on a thread of the pool.
      let thread = Thread { continuation.resume(returning: turns.conduct(order, longestWait: longestWait)) }
      thread.start()
    }
  }

  /// A client's step has ended; returns when it may take the next one.
  /// - Throws: ``Abandoned`` once nobody gives turns any more.
  func next(of client: Int) throws {
    bells[client].signal()
    orders[client].wait()
    if state.withLock({ $0.isAbandoned }) { throw Abandoned() }
  }

  /// Whoever waits for the client's transaction can go on.
  func transactionHasEnded() { state.withLock { $0.hasEnded = true } }

  /// The client takes no more steps.
  func end(of client: Int) {
    state.withLock { _ = $0.isOver.insert(client) }
    bells[client].signal()
  }

  /// Gives turns until all clients have ended. Blocks its thread.
  /// - Parameters:
  ///   - order: stands for the order of the turns. 0: each in its turn.
  ///   - longestWait: nothing happens for so long only if nothing will happen any more.
  /// - Returns: the clients whose steps will never end.
  func conduct(_ order: UInt64, longestWait: Duration) -> [Int] {
    var away = Set(0..<count)
    var place = 0
    var random = order
    while true {
      // All of them are there before the first turn: threads begin when they like.
      while place == 0, !away.isEmpty, awaitAny(&away, longestWait) {}
      let free = (0..<count).filter { !away.contains($0) && !isOver($0) }
      guard !free.isEmpty else {
        if away.isEmpty { return [] }
        if awaitAny(&away, longestWait) { continue }
        return abandon(away)
      }
      let client = order == 0 ? free.first { $0 >= place % count } ?? free[0] : free[Int(Self.next(&random) % UInt64(free.count))]
      place += 1
      orders[client].signal()
      if !rings(client, slices: 5) { away.insert(client) }
      let hasEnded = state.withLock { state in
        defer { state.hasEnded = false }
        return state.hasEnded
      }
      for other in away.sorted() where other != client && rings(other, slices: hasEnded ? 5 : 0) { away.remove(other) }
    }
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private func isOver(_ client: Int) -> Bool { state.withLock { $0.isOver.contains(client) } }

  /// Waits some milliseconds, in slices, of which only those count that end in time: on a busy machine it takes longer until there are
  /// enough.
  private func rings(_ client: Int, slices: Int) -> Bool {
    if bells[client].wait(timeout: .now()) == .success { return true }
    var inTime = 0
    for _ in 0..<50 where inTime < slices {
      let start = ContinuousClock.now
      if bells[client].wait(timeout: .now() + .milliseconds(2)) == .success { return true }
      if .now - start < .milliseconds(3) { inTime += 1 }
    }
    return false
  }

  private func awaitAny(_ away: inout Set<Int>, _ longestWait: Duration) -> Bool {
    let end = ContinuousClock.now + longestWait
    repeat {
      for client in away.sorted() where bells[client].wait(timeout: .now() + .milliseconds(1)) == .success {
        away.remove(client)
        return true
      }
    } while ContinuousClock.now < end
    return false
  }

  private func abandon(_ away: Set<Int>) -> [Int] {
    state.withLock { $0.isAbandoned = true }
    for order in orders { order.signal() }
    return away.sorted()
  }
}
