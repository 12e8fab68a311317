import PropertyTesting
import QuickVaultReference

/// Passwords: how long they are, how they are changed, and how often they may be wrong.
public enum PasswordProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [
    passwordMinimumLength, passwordChangeAuthentication, failedAttemptRateLimiting,
  ]

  // Feature: quick-vault-ios, Property 28: Password Minimum Length
  static let passwordMinimumLength = Requirement<QuickVaultSystem>(
    "QV-28", "Password Minimum Length",
    says: """
      At setup and at each change, the app refuses a password of fewer than 8 characters, as a reader counts them, \
      and changes nothing. It accepts a password of 8 characters of any kind. This password then opens the vault, \
      with its letters composed or decomposed. Blanks at its ends are part of it.
      """,
    covers: "11.2", of: "AuthenticationService", needs: [.storage],
    mustCatch: AuthenticationTwin.twin.faults(.trimsPasswords, .demandsLengthOnlyAtSetup)
  ).holds(
    of: AccessMachine.lengths, keeping: .state,
    requiring: [
      "a password of 7 is refused": 0.04, "a password of 8 is taken": 0.2,
      "a short password of 8 bytes or more is refused": 0.06, "a short new password is refused": 0.2,
      "changes the password": 0.3, "unlocks with the password": 0.3,
    ])

  // Feature: quick-vault-ios, Property 29: Password Change Authentication
  static let passwordChangeAuthentication = Requirement<QuickVaultSystem>(
    "QV-29", "Password Change Authentication",
    says: """
      An unlocked vault takes a new password only together with the right old password. A wrong old password changes \
      nothing and counts as a failure. After a change, the new password opens the vault, the old one does not, and \
      all cards are there. If the app dies or is locked during the change, exactly one of the two passwords opens the \
      vault.
      """,
    covers: "11.3", of: "AuthenticationService", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(
      .trustsTheSession, .verifiesAfterWriting, .makesANewDataKey, .keepsTheOldPassword, .changesInTwoWrites,
      .changesWhileLocked, .endsChangesAfterALock),
    [.over(.losesUnflushedWrites)]
  ).holds(
    of: AccessMachine.changes, keeping: .state,
    requiring: [
      "changes the password": 0.3, "a wrong old password is refused": 0.25, "reads cards": 0.12,
      "a change is refused for a while": 0.01, "killed in the middle of a change of the password": 0.2,
      "locked in the middle of a change of the password": 0.2,
    ])

  // Feature: quick-vault-ios, Property 30: Failed Attempt Rate Limiting
  static let failedAttemptRateLimiting = Requirement<QuickVaultSystem>(
    "QV-30", "Failed Attempt Rate Limiting",
    says: """
      After 3 wrong passwords in a row, the app checks no password for 30 seconds from the third, not even the right one. \
      Then it checks one; another failure starts the delay again, as does the first attempt after a restart of the device. \
      The right password clears the count. Nobody gains a guess or changes the delay by ending the app or leaving \
      (even during a guess), guesses at once, or the clock.
      """,
    covers: "11.4", of: "AuthenticationService (AttemptLimiter)", needs: [.storage, .virtualTime],
    mustCatch: AuthenticationTwin.twin.faults(
      .letsTheRightPasswordPass, .measuresFromTheFirst, .forgetsAfterTheDelay, .countsRefusals, .measuresByTheWallClock,
      .countsAfterLooking, .looksBeforeRefusing, .judgesAtOnce)
  ).holds(
    of: AccessMachine.guesses, keeping: .state, .nothingLookedAt,
    requiring: [
      "fails for the third time": 0.2, "fails again after the delay": 0.08,
      "the right password is refused for a while": 0.2, "is let in right after the delay": 0.05,
      "is refused right before the delay is over": 0.02, "is launched anew while limited": 0.1,
      "the clock is set while passwords are limited": 0.08, "more guesses at once than are allowed": 0.06,
      "killed after the password was looked at": 0.2, "goes away while a wrong password is looked at": 0.1,
      "the device is restarted while passwords are limited": 0.05,
      "is limited once more after a restart of the device": 0.03,
    ])
}
