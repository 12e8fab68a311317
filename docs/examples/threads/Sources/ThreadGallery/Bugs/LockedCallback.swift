import Foundation
import PropertyTesting

extension ThreadBug {
  static let lockedCallback = ThreadBug(
    "callback under the lock", "A thermometer calls its listeners under its lock, and one of them reads the thermometer.",
    verdict: .deadlocked,
    buggy: { try listen(to: Thermometer(callsUnderLock: true)) },
    fixed: { try listen(to: Thermometer(callsUnderLock: false)) })
}

private final class Thermometer: @unchecked Sendable {
  private let callsUnderLock: Bool
  private let lock = NSLock()
  private var degrees = 20
  private var listener: (() -> Void)?

  init(callsUnderLock: Bool) { self.callsUnderLock = callsUnderLock }

  var reading: Int { lock.withLock { degrees } }

  func listen(_ listener: @escaping () -> Void) { lock.withLock { self.listener = listener } }

  func set(_ degrees: Int) {
    lock.lock()
    self.degrees = degrees
    let listener = listener
    if callsUnderLock { listener?() }
    lock.unlock()
    if !callsUnderLock { listener?() }
  }
}

private func listen(to thermometer: Thermometer) throws {
  inThreads({ thermometer.set(25) }, { thermometer.listen { [unowned thermometer] in _ = thermometer.reading } })
  try expect("degrees", thermometer.reading, equals: 25)
}
