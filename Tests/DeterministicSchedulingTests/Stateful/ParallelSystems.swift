import PropertyTesting
import Synchronization

/// Counts, and asks somebody else in between.
actor Tally {
  enum Bug { case none, readsBeforeItWaits }

  private let bug: Bug
  private let witness = Witness()
  private(set) var value = 0

  init(_ bug: Bug = .none) {
    self.bug = bug
  }

  func increment() async {
    let before = value
    await witness.see()
    value = bug == .none ? value + 1 : before + 1
  }
}

actor Witness {
  private(set) var count = 0
  func see() { count += 1 }
}

enum TallyMachine {
  static let increment = Command<Int, Tally>("increment") { count in
    count += 1
  } system: { tally in
    await tally.increment()
  }

  static let value = Command<Int, Tally>("value") { count in
    count
  } system: { tally in
    await tally.value
  }

  static let machine = StateMachine(initially: 0, commands: [increment, value])
}

/// Gives numbered tickets; may be set back to the first one.
actor Dispenser {
  enum Bug { case none, readsBeforeItWaits }

  private let bug: Bug
  private let witness = Witness()
  private var next = 0

  init(_ bug: Bug = .none) {
    self.bug = bug
  }

  func take() async -> Int {
    if bug == .none {
      defer { next += 1 }
      return next
    }
    let ticket = next
    await witness.see()
    next = ticket + 1
    return ticket
  }

  func reset() { next = 0 }
}

enum DispenserMachine {
  static let take = Command<Int, Dispenser>("take") { next in
    defer { next += 1 }
    return next
  } system: { dispenser in
    await dispenser.take()
  }

  static let reset = Command<Int, Dispenser>("reset") { next in
    next = 0
  } system: { dispenser in
    await dispenser.reset()
  }

  static let machine = StateMachine(initially: 0, commands: [take, reset])
}

/// The same as a struct of functions, for faults.
struct DispenserSystem: Sendable {
  var dispenser = Dispenser()

  static let machine = StateMachine(
    initially: 0,
    commands: [
      Command<Int, DispenserSystem>("take") { next in
        defer { next += 1 }
        return next
      } system: { system in
        await system.dispenser.take()
      },
      Command<Int, DispenserSystem>("reset") { next in
        next = 0
      } system: { system in
        await system.dispenser.reset()
      },
    ])
}

extension Fault<DispenserSystem> {
  static let readsBeforeItWaits = Fault("readsBeforeItWaits", "reads before it waits") { system in
    system.dispenser = Dispenser(.readsBeforeItWaits)
  }
}

final class Misuses: Sendable {
  private let state = Mutex(0)
  var count: Int { state.withLock { $0 } }
  func increment() { state.withLock { $0 += 1 } }
}

/// Locks that are made, tried, given back and destroyed. To destroy one twice, or to use one that is gone, is not
/// allowed.
actor Locks {
  enum Bug { case none, looksBeforeItWaits }

  private let bug: Bug
  private let misuses: Misuses
  private let witness = Witness()
  private var isHeld: [Int: Bool] = [:]
  private var made = 0

  init(_ bug: Bug = .none, _ misuses: Misuses = Misuses()) {
    self.bug = bug
    self.misuses = misuses
  }

  func make() -> Int {
    made += 1
    isHeld[made] = false
    return made
  }

  func acquire(_ lock: Int) async -> Bool {
    guard let held = isHeld[lock] else {
      misuses.increment()
      return false
    }
    if held { return false }
    if bug == .looksBeforeItWaits { await witness.see() }
    isHeld[lock] = true
    return true
  }

  func release(_ lock: Int) {
    if isHeld[lock] == nil { misuses.increment() }
    isHeld[lock] = false
  }

  func destroy(_ lock: Int) {
    if isHeld.removeValue(forKey: lock) == nil { misuses.increment() }
  }
}

struct LocksModel: Hashable, Sendable {
  typealias Lock = Reference<Int>
  var isHeld: [Lock: Bool] = [:]
}

enum LockMachine {
  typealias LockCommand = Command<LocksModel, Locks>

  static func machine(
    _ misuses: Misuses = Misuses(), isCareful: Bool = true
  ) -> StateMachine<LocksModel, Locks> {
    let exists: @Sendable (LocksModel, LocksModel.Lock) -> Bool = { !isCareful || $0.isHeld[$1] != nil }
    let locks: @Sendable (LocksModel) -> Generator<LocksModel.Lock> = { .reference(to: $0.isHeld.keys) }
    @Sendable func lock(_ reference: LocksModel.Lock, _ results: EarlierResults) throws -> Int {
      do {
        return try results[reference]
      } catch {
        misuses.increment()
        throw error
      }
    }
    return StateMachine(
      initially: LocksModel(),
      commands: [
        LockCommand("make", yielding: Int.self) { model, lock in
          model.isHeld[lock] = false
        } system: { locks in
          await locks.make()
        },
        LockCommand("acquire", with: locks, requiring: exists) { model, lock in
          guard model.isHeld[lock] == false else { return false }
          model.isHeld[lock] = true
          return true
        } system: { locks, reference, results in
          await locks.acquire(try lock(reference, results))
        },
        LockCommand("release", with: locks, requiring: exists) { model, lock in
          model.isHeld[lock] = false
        } system: { locks, reference, results in
          await locks.release(try lock(reference, results))
        },
        LockCommand("destroy", with: locks, requiring: exists) { model, lock in
          model.isHeld[lock] = nil
        } system: { locks, reference, results in
          await locks.destroy(try lock(reference, results))
        },
      ])
  }
}
