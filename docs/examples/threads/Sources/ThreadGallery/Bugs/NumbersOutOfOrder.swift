import PropertyTesting
import Synchronization

extension ThreadBug {
  static let numbersOutOfOrder = ThreadBug(
    "numbers out of order", "A line of the log draws its number before it waits for the log, and another overtakes it.",
    buggy: {
      try writeTwoLines { log in
        let number = log.next.add(1, ordering: .relaxed).newValue
        log.lines.withLock { $0.append(number) }
      }
    },
    fixed: {
      try writeTwoLines { log in
        log.lines.withLock { $0.append(log.next.add(1, ordering: .relaxed).newValue) }
      }
    })
}

private final class Log: Sendable {
  let next = Atomic(0)
  let lines = Mutex<[Int]>([])
}

private func writeTwoLines(_ write: @escaping @Sendable (Log) -> Void) throws {
  let log = Log()
  inThreads({ write(log) }, { write(log) })
  try expect("numbers of the lines", log.lines.withLock { $0 }, equals: [1, 2])
}
