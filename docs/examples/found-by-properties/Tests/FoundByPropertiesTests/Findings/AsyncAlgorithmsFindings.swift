import AsyncAlgorithms
import Foundation
import PropertyTesting
import Synchronization

/// apple/swift-async-algorithms.
enum AsyncAlgorithmsFindings {
  static let all = [reductions, chunks]

  private static let package = "apple/swift-async-algorithms"

  /// Waits for what a task returns: the predicates here are synchronous.
  private static func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
    let (done, result) = (DispatchSemaphore(value: 0), Result<Value>())
    Task.detached {
      await result.set(body())
      done.signal()
    }
    done.wait()
    return result.get()
  }

  private final class Result<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    func set(_ new: Value) { value.withLock { $0 = new } }
    func get() -> Value? { value.withLock { $0 } }
  }

  static let reductions = Finding(
    "async-reductions", in: package, by: .byHand,
    "`AsyncSequence.reductions(_:_:)` leaves out the initial value.",
    demand: "Its documentation says that it returns the initial value followed by the reduced elements. (`waiting` waits for what a "
      + "task returns.)",
    known: "[known](https://github.com/apple/swift-async-algorithms/issues/386), open",
    result: "[1, 3]",
    reproduction: { print in
      print(waiting { await Array([1, 2].async.reductions(0, +)) } ?? [])
    },
    forAll: .array(of: .int(in: 0...9), count: 0...3)
  ) { numbers in
    let sums = waiting { await Array(numbers.async.reductions(0, +)) }
    try expect("the sums", sums, equals: numbers.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) })
  }

  static let chunks = Finding(
    "async-chunks", in: package, by: .byHand,
    "`AsyncSequence.chunks(ofCount:into:)` puts more elements into a text than asked for.",
    demand: "Its documentation says that the chunks are of a given count. It counts the result instead of the elements, and a "
      + "combining mark makes no new character of a `String`.",
    result: "3",
    reproduction: { print in
      let characters: [Character] = ["a", "\u{301}", "b", "c"]
      print(waiting { await Array(characters.async.chunks(ofCount: 2, into: String.self)) }?.first?.unicodeScalars.count)
    },
    forAll: .array(of: .element(of: ["a", "b", "\u{301}"] as [Character]), count: 0...6)
  ) { characters in
    let chunks = waiting { await Array(characters.async.chunks(ofCount: 2, into: String.self)) } ?? []
    try expect("chunks", chunks.count, equals: (characters.count + 1) / 2)
  }
}
