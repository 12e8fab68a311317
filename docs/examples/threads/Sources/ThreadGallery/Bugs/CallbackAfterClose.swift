import PropertyTesting
import Synchronization

extension ThreadBug {
  static let callbackAfterClose = ThreadBug(
    "callback after close", "A callback looks whether the file is open and writes a moment later; it was closed between.",
    buggy: {
      try closeDuringCallback { file in
        if file.isOpen.withLock({ $0 }) { file.write() }
      }
    },
    fixed: {
      try closeDuringCallback { file in
        file.isOpen.withLock { isOpen in
          if isOpen { file.write() }
        }
      }
    })
}

private final class LogFile: Sendable {
  let isOpen = Mutex(true)
  let isDescriptorValid = Atomic(true)
  let writesToNowhere = Atomic(0)

  func write() {
    if !isDescriptorValid.load(ordering: .acquiring) { writesToNowhere.add(1, ordering: .relaxed) }
  }

  func close() {
    isOpen.withLock { isOpen in
      isOpen = false
      isDescriptorValid.store(false, ordering: .releasing)
    }
  }
}

private func closeDuringCallback(_ callback: @escaping @Sendable (LogFile) -> Void) throws {
  let file = LogFile()
  inThreads({ callback(file) }, { file.close() })
  try expect("writes to a closed descriptor", file.writesToNowhere.load(ordering: .relaxed), equals: 0)
}
