import Foundation
import PropertyTesting

extension ThreadBug {
  static let conditionWithoutLoop = ThreadBug(
    "condition without a loop", "A clerk who wakes takes an order without a second look; a colleague was faster.",
    buggy: { try serveTwoOrders(Counter(looksAgain: false)) },
    fixed: { try serveTwoOrders(Counter(looksAgain: true)) })
}

private final class Counter: @unchecked Sendable {
  private let looksAgain: Bool
  private let condition = NSCondition()
  private var orders: [Int] = []

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

  func place(_ order: Int) {
    condition.lock()
    orders.append(order)
    condition.signal()
    condition.unlock()
  }

  func takeOrder() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    if looksAgain {
      while orders.isEmpty { condition.wait() }
    } else if orders.isEmpty {
      condition.wait()
    }
    return orders.popLast()
  }
}

private func serveTwoOrders(_ counter: Counter) throws {
  let taken = inThreads(
    {
      counter.place(1)
      counter.place(2)
      return 0
    }, { counter.takeOrder() ?? -1 }, { counter.takeOrder() ?? -1 })
  try expect("each clerk has an order, of \(taken)", !taken.contains(-1))
}
