import Foundation
import PropertyTesting

extension ThreadBug {
  static let doubleCheckedInitialisation = ThreadBug(
    "double-checked initialisation", "The first look at the rates is without the lock under which they are loaded.",
    verdict: .race,
    buggy: { try convertTwice(with: Rates(looksBeforeLocking: true)) },
    fixed: { try convertTwice(with: Rates(looksBeforeLocking: false)) })
}

private final class Rates: @unchecked Sendable {
  private let looksBeforeLocking: Bool
  private let lock = NSLock()
  private var loaded = 0

  init(looksBeforeLocking: Bool) { self.looksBeforeLocking = looksBeforeLocking }

  func cents(forEuro euro: Int) -> Int {
    if looksBeforeLocking, loaded != 0 { return euro * loaded }
    lock.lock()
    defer { lock.unlock() }
    if loaded == 0 { loaded = 100 }
    return euro * loaded
  }
}

private func convertTwice(with rates: Rates) throws {
  let cents = inThreads({ rates.cents(forEuro: 1) }, { rates.cents(forEuro: 2) })
  try expect("cents", cents, equals: [100, 200])
}
