import Dispatch
import PropertyTesting
import Synchronization

extension ThreadBug {
  static let observerRemoved = ThreadBug(
    "observer called after removal", "A copy of the list of observers is called after one of them was removed from the list.",
    buggy: { try removeWhileNotified(Station(callsInTurn: false)) },
    fixed: { try removeWhileNotified(Station(callsInTurn: true)) })
}

private final class Station: @unchecked Sendable {
  private let callsInTurn: Bool
  private let queue = DispatchQueue(label: "station")
  private var observer: (@Sendable () -> Void)?

  init(callsInTurn: Bool) { self.callsInTurn = callsInTurn }

  func observe(_ observer: @escaping @Sendable () -> Void) { queue.sync { self.observer = observer } }
  func remove() { queue.sync { observer = nil } }

  func announce() {
    if callsInTurn { return queue.sync { observer?() } }
    queue.sync { observer }?()
  }
}

private final class Passenger: Sendable {
  let hasLeft = Atomic(false)
  let isDisturbed = Atomic(false)
}

private func removeWhileNotified(_ station: Station) throws {
  let passenger = Passenger()
  station.observe {
    if passenger.hasLeft.load(ordering: .acquiring) { passenger.isDisturbed.store(true, ordering: .releasing) }
  }
  inThreads(
    { station.announce() },
    {
      station.remove()
      passenger.hasLeft.store(true, ordering: .releasing)
    })
  try expect("nobody is called after leaving", !passenger.isDisturbed.load(ordering: .acquiring))
}
