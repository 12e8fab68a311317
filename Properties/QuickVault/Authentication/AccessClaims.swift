import PropertyTesting
import QuickVaultReference

// What must be after each call.
extension Invariant<AccessModel, AccessDriver> {
  static let state = Invariant("state", model: \.state, system: { await $0.app.authentication.authenticationState })

  static let entrance = Invariant("what the screen says that lets the user in") { vault, driver in
    let screen = await driver.app.authScreen
    try expect("its state", await screen.authState, equals: vault.state)
    try expect("it asks for a first password", await screen.showingSetup, equals: vault.state == .setupRequired)
    return true
  }

  /// Setup and unlocking lead to unlocked, locking away from it, from where the last change led; a relaunch is a beginning,
  /// and no change.
  static let transitions = Invariant("every change of the state is one of the three, and is told once") { vault, driver in
    let changes = driver.transitions.now
    return changes.allSatisfy { $0.to == .unlocked ? $0.from != .unlocked : $0.from == .unlocked && $0.to == .locked }
      && zip(changes, changes.dropFirst()).allSatisfy { $0.to == $1.from } && (changes.last?.to ?? vault.state) == vault.state
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

  /// What the settings show, and what they leave alone.
  static let settings = Invariant(
    "the timeout in the settings", model: \.timeout, system: { await $0.app.autoLock.timeout })
  static let besides = Invariant(
    "what the app has besides, and files for other apps", model: { _ in [] }, system: { $0.files })

  static let screen = Invariant("what the screens show", model: \.screen, system: { await $0.screen })

  static let picture = Invariant("what the system sees is the cover, with the app's name and nothing else") {
    vault, driver in
    let isCover = await driver.app.switcherPicture == ScreenContent(texts: ["随取 QuickVault"])
    return isCover || vault.visible != nil
  }

  static let clipboard = Invariant("the clipboard", model: \.clipboard, system: { $0.clipboard })
}
