import Foundation
import PropertyTesting

extension ThreadBug {
  static let wrongOneWoken = ThreadBug(
    "wrong one woken", "Bakers and buyers wait at one bell that wakes one of them: a buyer's ring wakes another buyer.",
    verdict: .deadlocked,
    buggy: { try bakeAndBuy(Shelf(wakesAll: false)) },
    fixed: { try bakeAndBuy(Shelf(wakesAll: true)) })
}

/// Room for one loaf.
private final class Shelf: @unchecked Sendable {
  private let wakesAll: Bool
  private let bell = NSCondition()
  private var hasLoaf = false

  init(wakesAll: Bool) { self.wakesAll = wakesAll }

  func bake() { change(to: true) }
  func buy() { change(to: false) }
  var isEmpty: Bool { !hasLoaf }

  private func change(to full: Bool) {
    bell.lock()
    while hasLoaf == full { bell.wait() }
    hasLoaf = full
    if wakesAll { bell.broadcast() } else { bell.signal() }
    bell.unlock()
  }
}

private func bakeAndBuy(_ shelf: Shelf) throws {
  let bakeTwice: @Sendable () -> Void = {
    shelf.bake()
    shelf.bake()
  }
  inThreads(bakeTwice, { shelf.buy() }, { shelf.buy() })
  try expect("all loaves are sold", shelf.isEmpty)
}
