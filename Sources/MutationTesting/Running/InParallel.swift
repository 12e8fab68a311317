import Dispatch
import Synchronization

/// A value that several threads change one after the other.
final class Locked<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock { value in try body(&value) }
  }
}

private struct ParallelState<Result: Sendable>: Sendable {
  var next = 0
  var results: [Int: Result] = [:]
  var failure: (any Error)?
}

/// `transform` of each item, on `jobs` threads of their own; the first error ends it, after the items that are begun.
func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], jobs: Int, _ transform: @escaping @Sendable (Int, Item) throws -> Result
) throws -> [Result] {
  let state = Locked(ParallelState<Result>())
  DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, items.count))) { _ in
    while let index = state.withLock({ state -> Int? in
      guard state.failure == nil, state.next < items.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }) {
      do {
        let result = try transform(index, items[index])
        state.withLock { $0.results[index] = result }
      } catch {
        state.withLock { if $0.failure == nil { $0.failure = error } }
      }
    }
  }
  return try state.withLock { state in
    if let failure = state.failure { throw failure }
    return items.indices.compactMap { state.results[$0] }
  }
}
