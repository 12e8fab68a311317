import PropertyTesting
import QuickVaultReference

/// Who gets in, by what, and how long.
public enum AuthenticationProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [
    authenticationStateTransition, biometricFallback, backgroundLock,
  ]

  // Feature: quick-vault-ios, Property 23: Authentication State Transition
  static let authenticationStateTransition = Requirement<QuickVaultSystem>(
    "QV-23", "Authentication State Transition",
    says: """
      The state changes in three ways only: setup unlocks, the right password or the recognised user unlocks, and a \
      lock locks. The app refuses everything else and keeps the state. If a lock comes during an unlock, the lock \
      wins. A relaunch starts locked, or before setup if there is no password. The screen shows the state.
      """,
    covers: "9.4", of: "AuthenticationService", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(.setsUpAgain, .passesThroughUnlocked, .unlocksAfterALock, .locksTwice)
  ).holds(
    of: AccessMachine.everything, keeping: .state, .entrance, .transitions, .refusedStayOut,
    requiring: [
      "unlocks with the password": 0.25, "unlocks with biometrics": 0.07, "locks": 0.07, "a lock before setup": 0.02,
      "is refused before setup": 0.04, "setup is refused": 0.12, "locked in the middle of an unlock": 0.12,
      "locked in the middle of a setup": 0.02,
    ])

  // Feature: quick-vault-ios, Property 24: Biometric Fallback
  static let biometricFallback = Requirement<QuickVaultSystem>(
    "QV-24", "Biometric Fallback",
    says: """
      Biometric failures never count as wrong passwords: after any number of them, the right password unlocks at \
      once, unless too many passwords were wrong. After 3 biometric failures, biometrics stay disabled until the \
      right password is entered, also after a relaunch. A dismissed sensor is not a failure. A delay for wrong \
      passwords does not affect biometrics.
      """,
    covers: "9.3", of: "AuthenticationService", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(
      .countsBiometrics, .refusesPasswordsAfterBiometrics, .countsDismissals, .limitsBiometrics)
  ).holds(
    of: AccessMachine.biometrics, keeping: .state, .refusedStayOut,
    requiring: [
      "biometrics fail": 0.5, "unlocks after biometrics failed": 0.3, "biometrics are out of use": 0.1,
      "biometrics fail while passwords are limited": 0.01,
    ])

  // Feature: quick-vault-ios, Property 25: Background Lock
  static let backgroundLock = Requirement<QuickVaultSystem>(
    "QV-25", "Background Lock",
    says: """
      When the app enters the background, an unlocked vault locks before anything else happens, and no screen holds a \
      card any more. Before setup, nothing changes. A read that is under way shows nothing, and an unlock that is \
      under way does not unlock. A card that is being saved is stored if and only if the app reports so. After the \
      next unlock, all cards are there.
      """,
    covers: "9.7", of: "AuthenticationService, AppLifecycle", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(.unlocksAfterALock)
  ).holds(
    of: AccessMachine.everything, keeping: .state, .screen,
    requiring: [
      "the background locks": 0.12, "the background empties a screen": 0.05, "the background before setup": 0.02,
      "in the background in the middle of an unlock": 0.12, "back from the background in the middle of an unlock": 0.1,
      "locked while cards are read": 0.08, "locked while a card is stored": 0.08, "reads cards": 0.3,
    ])
}
