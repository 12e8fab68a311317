import Dispatch
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let nestedPermits = ThreadBug(
    "nested permits", "Two exports hold the two permits, and each waits for another one for its images.", verdict: .deadlocked,
    buggy: { try exportTwo(keepsPermit: true) },
    fixed: { try exportTwo(keepsPermit: false) })
}

private final class Exports: Sendable {
  let permits = DispatchSemaphore(value: 2)
  let images = Atomic(0)
}

private func exportTwo(keepsPermit: Bool) throws {
  let exports = Exports()
  let export: @Sendable () -> Void = {
    exports.permits.wait()
    if !keepsPermit { exports.permits.signal() }
    exports.permits.wait()
    exports.images.add(1, ordering: .relaxed)
    exports.permits.signal()
    if keepsPermit { exports.permits.signal() }
  }
  inThreads(export, export)
  try expect("images", exports.images.load(ordering: .relaxed), equals: 2)
}
