import DeterministicScheduling
import PropertyTesting

/// Room for one. It counts the guest, tells the desk, and sends away whoever is one too many.
actor PhoneBooth {
  struct Occupied: Error, Equatable {}

  private(set) var guests = 0
  private let desk = FrontDesk()

  func enter() async throws {
    guests += 1
    let isFirst = guests == 1
    await desk.note()
    if !isFirst {
      guests -= 1
      throw Occupied()
    }
  }
}

actor FrontDesk {
  private(set) var lines = 0
  func note() { lines += 1 }
}

enum PhoneBoothMachine {
  static let enter = Command<Int, PhoneBooth>("enter") { guests in
    guard guests == 0 else { throw PhoneBooth.Occupied() }
    guests = 1
  } system: { booth in
    try await booth.enter()
  }
  .labelled("sent away") { $0.error is PhoneBooth.Occupied }

  static let machine = StateMachine(
    initially: 0, commands: [enter],
    invariants: [Invariant("at most one guest", always: { booth in await booth.guests <= 1 })])
}

func checkPhoneBooth(_ settings: RunSettings = RunSettings()) throws {
  try check(
    "the booth has room for one", of: PhoneBoothMachine.machine, lanes: 2...3, scheduled: .mixed, settings: settings
  ) { PhoneBooth() }
}
