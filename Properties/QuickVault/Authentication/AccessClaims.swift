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

  /// Setup and unlocking lead to unlocked, locking away from it; a relaunch is a beginning, and no change.
  static let transitions = Invariant("every change of the state is one of the three") { _, driver in
    driver.transitions.now.allSatisfy {
      $0.to == .unlocked ? $0.from != .unlocked : $0.from == .unlocked && $0.to == .locked
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
