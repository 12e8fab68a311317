import DeterministicScheduling
import PropertyTesting

extension GalleryBug {
  static let timeoutRace = GalleryBug(
    "timeout race",
    "The timeout wins while the charge is under way: the order is cancelled, and the money is gone.",
    schedules: .mixed.withRacingTimers,
    buggy: { try await order(Checkout(voidsOnTimeout: false)) },
    fixed: { try await order(Checkout(voidsOnTimeout: true)) })
}

private func order(_ checkout: Checkout) async throws {
  let isPaid = await checkout.pay(order: 7)
  try expect(
    "charges of an order that is \(isPaid ? "paid" : "cancelled")", await checkout.gateway.charged,
    equals: isPaid ? [7] : [])
}

private struct Checkout {
  let gateway = PaymentGateway()
  let voidsOnTimeout: Bool

  func pay(order: Int) async -> Bool {
    do {
      try await withTimeout(.seconds(5)) { await gateway.charge(order) }
      return true
    } catch {
      if voidsOnTimeout { await gateway.void(order) }
      return false
    }
  }
}

private actor PaymentGateway {
  private(set) var charged: [Int] = []

  func charge(_ order: Int) {
    charged.append(order)
  }

  func void(_ order: Int) {
    charged.removeAll { $0 == order }
  }
}

private func withTimeout(
  _ duration: Duration, _ operation: @escaping @Sendable () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await Task.sleep(for: duration)
      throw TimedOut()
    }
    defer { group.cancelAll() }
    try await group.next()
  }
}

private struct TimedOut: Error {}
