import Foundation
import Synchronization

/// What the benchmark measures. It is compiled twice: with the thread instrumentation in `BenchWork`, without in `PlainBenchWork`.
public enum Work {
  private final class Node {
    var value: Int
    var next: Node?
    init(_ value: Int, _ next: Node?) { (self.value, self.next) = (value, next) }
  }

  /// Sorts an array by insertion, counts in a dictionary, and walks a linked list.
  public static func compute(rounds: Int) -> Int {
    var sum = 0
    for round in 0..<rounds {
      var numbers = (0..<60).map { ($0 &* 7919 &+ round) % 101 }
      for index in numbers.indices.dropFirst() {
        var at = index
        while at > 0, numbers[at - 1] > numbers[at] {
          numbers.swapAt(at - 1, at)
          at -= 1
        }
      }
      var counts: [Int: Int] = [:]
      for number in numbers { counts[number, default: 0] += 1 }
      var list: Node?
      for number in numbers { list = Node(number, list) }
      while let node = list {
        sum &+= node.value &* (counts[node.value] ?? 0)
        list = node.next
      }
    }
    return sum
  }

  private final class Shared: Sendable {
    let number = Atomic(0)
  }

  /// Two threads, each of which adds ten times to an atomic.
  /// - Returns: the sum of both.
  public static func addInTwoThreads() -> Int {
    let shared = Shared()
    let handles = (0..<2).map { _ in
      var handle = pthread_t()
      pthread_create(
        &handle, nil,
        { argument in
          if let argument {
            let shared = Unmanaged<Shared>.fromOpaque(argument).takeRetainedValue()
            for _ in 0..<10 { shared.number.add(1, ordering: .relaxed) }
          }
          return nil
        }, Unmanaged.passRetained(shared).toOpaque())
      return handle
    }
    for handle in handles { pthread_join(handle, nil) }
    return shared.number.load(ordering: .relaxed)
  }
}
