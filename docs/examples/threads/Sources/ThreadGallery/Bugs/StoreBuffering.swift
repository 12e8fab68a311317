import PropertyTesting
import Synchronization

extension ThreadBug {
  static let storeBuffering = ThreadBug(
    "store buffering", "Each raises its flag and looks at the other's, with orders under which both may see the flag of before.",
    needsStaleValues: true,
    buggy: {
      try raiseFlags { mine, other in
        mine.isUp.store(true, ordering: .releasing)
        return !other.isUp.load(ordering: .acquiring)
      }
    },
    fixed: {
      try raiseFlags { mine, other in
        mine.isUp.store(true, ordering: .sequentiallyConsistent)
        return !other.isUp.load(ordering: .sequentiallyConsistent)
      }
    })
}

private final class Flag: Sendable {
  let isUp = Atomic(false)
}

private func raiseFlags(_ raise: @escaping @Sendable (Flag, Flag) -> Bool) throws {
  let (left, right) = (Flag(), Flag())
  let entered = inThreads({ raise(left, right) }, { raise(right, left) })
  try expect("not both enter", entered != [true, true])
}
