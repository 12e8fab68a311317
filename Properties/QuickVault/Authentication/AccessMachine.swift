import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

// What must be after each command.
extension Invariant<AccessModel, AccessDriver> {
  static let state = Invariant("state", model: \.state, system: { await $0.app.authentication.authenticationState })

  static let entrance = Invariant("what the screen says that lets the user in") { vault, driver in
    let screen = await driver.app.authScreen
    try expect("its state", await screen.authState, equals: vault.state)
    try expect("it asks for a first password", await screen.showingSetup, equals: vault.state == .setupRequired)
    return true
  }

  /// Setup and unlocking lead to unlocked, locking away from it; a relaunch is a beginning, and no change.
  static let transitions = Invariant("every change of the state is one of the three") { _, driver in
    driver.transitions.now.allSatisfy {
      switch ($0.from, $0.to) {
      case (.setupRequired, .unlocked), (.locked, .unlocked), (.unlocked, .locked): true
      default: false
      }
    }
  }

  static let refusedStayOut = Invariant("nobody who is refused unlocks, not for an instant") { _, driver in
    driver.unlocksOfTheRefused == 0
  }

  static let nothingLookedAt = Invariant("no password is looked at while none may be") { _, driver in
    driver.looksWhileLimited == 0
  }

  /// While the vault is unlocked, and locks by itself at all: when the timeout is over.
  static let nextLook = Invariant(
    "when the vault looks at the time again", model: { vault in vault.untilAutoLock.map { vault.now + $0 } },
    system: { await $0.app.autoLock.nextLook })

  static let screen = Invariant("what the screens show", model: \.screen, system: { await $0.screen })

  static let picture = Invariant("what the system sees is the cover, with the app's name and nothing else") {
    vault, driver in
    let isCover = await driver.app.switcherPicture == ScreenContent(texts: ["随取 QuickVault"])
    return isCover || vault.visible != nil
  }

  static let clipboard = Invariant("the clipboard", model: \.clipboard, system: { $0.clipboard })
}

/// What a user, the system and the time do to a vault. QV-23 to QV-25, QV-28 to QV-32 and QV-38 ask different invariants
/// of it.
enum AccessMachine {
  typealias AccessCommand = Command<AccessModel, AccessDriver>

  static let everything = machine([
    setUp, enter, enterNearMiss, beRecognised.weighing(16), lock, enterBackground.weighing(16), enterForeground,
    becomeActive, resignActive, wait, changePassword, setUpAgain, relaunch, add, openDetail, attach, load, read,
    noteActivity, tick, setTimeout, interruptUnlock, interruptSetup, interruptLoad, interruptAdd,
  ], initially: .vault(files: 0...1))

  /// Of faces and passwords.
  static let biometrics = machine([
    setUp, beRecognised.weighing(40), enter, enterNearMiss.weighing(12), lock.weighing(16), wait.weighing(6), relaunch,
    enterBackground.weighing(2), becomeActive, changePassword.weighing(3),
  ])

  /// Of passwords of all lengths.
  static let lengths = machine(
    [setUp, changePassword, enter, lock.weighing(4), relaunch.weighing(3)], initially: .constant(AccessModel()))

  /// Of passwords that change.
  static let changes = machine([
    setUp, changePassword.weighing(30), enter, lock, add.weighing(5), read.weighing(5), wait.weighing(10),
    relaunch.weighing(3), interruptChange, killDuringChange, enterNearMiss.weighing(2),
  ])

  /// Of somebody who guesses.
  static let guesses = machine([
    setUp, enterNearMiss, enter, wait, relaunch, lock, changePassword, setClock, guessAtOnce, killAfterLook, beRecognised,
  ])

  /// Of a user who is away.
  static let idleness = machine([
    setUp, add.weighing(4), wait.weighing(30), tick.weighing(10), noteActivity.weighing(16), setTimeout.weighing(8),
    load.weighing(12), read, copy, lock.weighing(3), enter.weighing(40), enterBackground.weighing(2), becomeActive,
    relaunch.weighing(3), damageTimeout.weighing(3),
  ])

  /// Of a screen that is in sight or not.
  static let switcher = machine([
    setUp, add, openDetail, attach, load.weighing(12), becomeActive.weighing(20), resignActive.weighing(14),
    enterBackground, enterForeground, lock.weighing(4), enter.weighing(40), wait.weighing(5), tick, read,
    relaunch.weighing(3),
  ])

  /// Of copies, and of what locks.
  static let copies = machine([
    setUp, add, copy, copyAndLock, copyElsewhere, lock, enter, wait, tick, setTimeout, enterBackground, becomeActive,
    relaunch,
  ])

  /// At the end of each case, everything that was stored is read, around the instant at which the vault locks by itself.
  private static func machine(
    _ commands: [AccessCommand], initially vault: Generator<AccessModel> = .vault(files: 0...0)
  ) -> StateMachine<AccessModel, AccessDriver> {
    StateMachine(
      initially: vault, commands: commands,
      closing: [relaunch, becomeActive, waitOut, enterRight, read, copy, waitNearTimeout, copy, read]
    )
    // Enough for a setup, some cards and a few locks.
    .taking { _ in 0...30 }
    .withLongCases.withoutSwarm
    .showing { $0.counterexampleDescription }
  }
}

extension Command {
  /// This command, chosen so often.
  func weighing(_ weight: Int) -> Command {
    var copy = self
    copy.weight = weight
    return copy
  }
}
