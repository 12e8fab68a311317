import PropertyTesting
import QuickVaultReference

/// What is to be seen of a vault that nobody uses, or that is not in front.
public enum AutoLockProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [inactivityLock, appSwitcherContentHiding]

  // Feature: quick-vault-ios, Property 31: Inactivity Lock
  static let inactivityLock = Requirement<QuickVaultSystem>(
    "QV-31", "Inactivity Lock",
    says: """
      An unlocked vault locks exactly when the last activity is as long ago as the timeout, not a millisecond before: by the \
      timer, or by the first access after the process was suspended. Only activity restarts the time. A new timeout applies \
      at once, is shown, and survives a relaunch. If none was chosen or it cannot be read, it is the app's own, 5 minutes. \
      Without one, the vault never locks by itself.
      """,
    covers: "12.1", of: "AutoLockController", needs: [.storage, .virtualTime]
  ).holds(
    of: AccessMachine.idleness, keeping: .state, .screen, .nextLook, .settings, .besides,
    requiring: [
      "the timer locks": 0.02, "waits until it locks": 0.05, "a wait is given up": 0.05, "an access locks": 0.04,
      "activity keeps it open": 0.12, "activity comes too late": 0.05,
      "is read just before the timeout": 0.015, "the timeout that was kept does not read": 0.04,
      "a shorter timeout locks at once": 0.03, "is refused after it was idle for too long": 0.03,
      "no timeout, and none was chosen": 0.03,
    ])

  // Feature: quick-vault-ios, Property 32: App Switcher Content Hiding
  static let appSwitcherContentHiding = Requirement<QuickVaultSystem>(
    "QV-32", "App Switcher Content Hiding",
    says: """
      As soon as the app is inactive or the vault is not unlocked, the system sees and keeps only a cover without any \
      title, tag, value, file name or thumbnail. While the app is active and unlocked, the system sees the screen.
      """,
    covers: "12.4", of: "SwitcherSnapshot", needs: [.storage, .virtualTime]
  ).holds(
    of: AccessMachine.switcher, keeping: .picture, .screen,
    requiring: [
      "a screen is covered": 0.15, "the system sees a screen": 0.2, "the background empties a screen": 0.12,
      "thumbnails are covered": 0.005, "the system sees thumbnails": 0.01,
    ])
}

/// Copies of a vault that is locked.
public enum LockedCopyProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [lockedStatePreventsCopy]

  // Feature: quick-vault-ios, Property 38: Locked State Prevents Copy
  static let lockedStatePreventsCopy = Requirement<QuickVaultSystem>(
    "QV-38", "Locked State Prevents Copy",
    says: """
      If the vault is not unlocked or has been idle for too long, the app refuses to copy a card or a field, with the \
      error locked, and the clipboard keeps its content. If the vault is unlocked, the copy is on the clipboard when \
      the call returns, in one write. After a lock, nothing more is written to the clipboard.
      """,
    covers: "18.4", of: "CopyService, AuthenticationService", needs: [.storage, .virtualTime],
    mustCatch: [.copiesNothing]
  ).holds(
    of: AccessMachine.copies, keeping: .clipboard, .state,
    requiring: [
      "copies": 0.18, "a copy is refused": 0.3, "a copy is refused before setup": 0.03,
      "locks right after a copy": 0.12, "a copy is refused after it was idle for too long": 0.03,
    ])
}
