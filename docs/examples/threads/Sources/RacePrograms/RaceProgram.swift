import Foundation
import Synchronization

/// A small program with a data race, and a twin whose accesses are ordered: for a comparison with ThreadSanitizer, docs/benchmarks.md.
public struct RaceProgram: Sendable, CustomStringConvertible {
  public let name: String
  /// Runs the program once.
  public let racy: @Sendable () -> Void
  /// The same, without the race.
  public let ordered: @Sendable () -> Void

  public var description: String { name }

  /// Those whose race any run can show, and then those whose race needs an order that few runs have.
  public static let all = common + rare

  init(_ name: String, racy: @escaping @Sendable () -> Void, ordered: @escaping @Sendable () -> Void) {
    (self.name, self.racy, self.ordered) = (name, racy, ordered)
  }
}

/// What the threads of a program share.
final class Box: @unchecked Sendable {
  var value = 0
  var isReady = false
  var list: [Int] = []
  var made: NSObject?
  let lock = NSLock()
  let other = NSLock()
  let flag = Atomic(false)
  let phase = Atomic(0)
}

/// Runs both, each in a thread of its own, to their ends.
func inTwoThreads(_ first: @escaping @Sendable (Box) -> Void, _ second: @escaping @Sendable (Box) -> Void) {
  let (box, done) = (Box(), DispatchSemaphore(value: 0))
  for part in [first, second] {
    Thread.detachNewThread {
      part(box)
      done.signal()
    }
  }
  done.wait()
  done.wait()
}
