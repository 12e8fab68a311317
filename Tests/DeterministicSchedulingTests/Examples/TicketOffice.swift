import DeterministicScheduling
import PropertyTesting

/// Sells the seats of one show. It looks, waits for the payment, and sells what it saw.
actor TicketOffice {
  private(set) var sold = 0
  private let seats: Int
  private let bank = Bank()

  init(seats: Int) { self.seats = seats }

  func buy() async -> Bool {
    guard sold < seats else { return false }
    await bank.charge()
    sold += 1
    return true
  }
}

actor Bank {
  private(set) var charges = 0
  func charge() { charges += 1 }
}

/// Never more tickets than seats, whoever comes first.
func checkTicketOffice(_ settings: RunSettings = RunSettings()) throws {
  try check(
    "the office sells no seat twice", forAll: .int(in: 1...5), scheduled: .mixed, settings: settings
  ) { buyers in
    let office = TicketOffice(seats: 1)
    let tasks = (1...buyers).map { number in
      Task(name: "buyer \(number)") { await office.buy() }
    }
    for task in tasks { _ = await task.value }
    try expect("at most one ticket is sold", await office.sold <= 1)
  }
}
