import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

extension CommandStep<AccessModel> {
  var unlocks: Bool { before.state == .locked && after.state == .unlocked }
  var locks: Bool { before.state == .unlocked && after.state == .locked }
  var isLimited: Bool { before.delay != nil }
  var isBeforeSetup: Bool { before.state == .setupRequired }
}

// To get in, and to be locked out.
extension AccessMachine {
  static let setUp = AccessCommand(
    "setUp", weight: 40, with: .frequency((3, .masterPassword), (2, .passwordOfAnyLength)),
    when: { $0.state == .setupRequired }
  ) { try $0.setUp($1) } system: { try await $0.setUp($1) }
  .labelled("a password of 7 is refused") { $0.error != nil && $0.argument(String.self)?.count == 7 }
  .labelled("a password of 8 is taken") { $0.error == nil && $0.argument(String.self)?.count == 8 }
  .labelled("a short password of 8 bytes or more is refused") {
    $0.error != nil && ($0.argument(String.self)?.utf8.count ?? 0) >= 8
  }

  static let setUpAgain = AccessCommand(
    "setUpAgain", weight: 3, with: .masterPassword, when: { $0.state != .setupRequired }
  ) { try $0.setUp($1) } system: { try await $0.setUp($1) }
  .labelled("setup is refused") { $0.error != nil }

  static let enter = AccessCommand("enter", weight: 22, with: { .rightPassword(of: $0) }) {
    try $0.enter($1)
  } system: { try await $0.enter($1) }
  .labelled("unlocks with the password", \.unlocks)
  .labelled("the right password is refused for a while", \.isLimited)
  .labelled("is let in right after the delay") {
    $0.before.failures >= 3 && $0.error == nil && $0.before.now - $0.before.lastFailure <= .milliseconds(30_001)
  }
  .labelled("is refused right before the delay is over") { $0.before.delay.map { $0 <= .milliseconds(1) } ?? false }
  .labelled("unlocks after biometrics failed") { $0.before.biometricFailures > 0 && $0.error == nil }
  .labelled("is refused before setup", \.isBeforeSetup)

  static let enterNearMiss = AccessCommand(
    "enterNearMiss", weight: 24, with: { .nearMiss(of: $0.password) }, when: { $0.state != .setupRequired }
  ) { try $0.enter($1) } system: { try await $0.enter($1) }
  .labelled("fails for the third time") { $0.before.failures == 2 && $0.after.failures == 3 }
  .labelled("fails again after the delay") { $0.before.failures >= 3 && $0.after.failures > $0.before.failures }

  static let enterRight = AccessCommand(
    "enterRight", with: { .constant($0.password) }, when: { $0.state == .locked }
  ) { try $0.enter($1) } system: { try await $0.enter($1) }

  static let beRecognised = AccessCommand(
    "beRecognised", weight: 12,
    with: .frequency((5, .constant(.failed)), (4, .constant(.succeeded)), (2, .constant(.cancelled)), (1, .anyCase()))
  ) { try $0.beRecognised($1) } system: { try await $0.beRecognised($1) }
  .labelled("unlocks with biometrics", \.unlocks)
  .labelled("biometrics fail") { $0.after.biometricFailures > $0.before.biometricFailures }
  .labelled("biometrics are out of use") { $0.before.biometricFailures >= 3 }
  .labelled("biometrics fail while passwords are limited") {
    $0.isLimited && $0.after.biometricFailures > $0.before.biometricFailures
  }

  static let changePassword = AccessCommand("changePassword", weight: 12, with: { .passwordChange(of: $0) }) {
    try $0.change(from: $1.old, to: $1.new)
  } system: {
    try await $0.change(from: $1.old, to: $1.new)
  }
  .labelled("changes the password") { $0.error == nil }
  .labelled("a wrong old password is refused") { $0.after.failures > $0.before.failures }
  .labelled("a short new password is refused") { step in
    guard let change = step.argument(PasswordChange.self) else { return false }
    return step.before.state == .unlocked && change.new.count < 8 && change.old == step.before.password
  }
  .labelled("a change is refused for a while") { $0.before.state == .unlocked && $0.isLimited }

  static let lock = AccessCommand("lock", weight: 8) { $0.lock() } system: { await $0.app.authScreen.lock() }
    .labelled("locks", \.locks)
    .labelled("a lock before setup", \.isBeforeSetup)

  static let enterBackground = AccessCommand("enterBackground", weight: 8) { $0.enterBackground() } system: {
    await $0.app.handle(.didEnterBackground)
  }
  .labelled("the background locks", \.locks)
  .labelled("the background empties a screen") { !$0.before.shown.isEmpty }
  .labelled("the background before setup", \.isBeforeSetup)

  static let enterForeground = AccessCommand("enterForeground", weight: 12, when: \.isInBackground) {
    $0.enterForeground()
  } system: { await $0.app.handle(.willEnterForeground) }

  /// What the system may see then.
  static let becomeActive = AccessCommand("becomeActive", weight: 9) { vault in
    vault.becomeActive()
    return vault.visible ?? VisibleCards()
  } system: { driver in
    await driver.app.handle(.didBecomeActive)
    return await driver.picture
  }
  .labelled("the system sees a screen") { !($0.after.visible?.texts ?? []).isEmpty }
  .labelled("the system sees thumbnails") { ($0.after.visible?.thumbnails ?? 0) > 0 }

  static let resignActive = AccessCommand("resignActive", weight: 8) { $0.resignActive() } system: {
    await $0.app.handle(.willResignActive)
  }
  .labelled("a screen is covered") { !($0.before.visible?.texts ?? []).isEmpty }
  .labelled("thumbnails are covered") { ($0.before.visible?.thumbnails ?? 0) > 0 }

  static let relaunch = AccessCommand("relaunch", weight: 6) { $0.relaunch() } system: { try await $0.relaunch() }
    .labelled("is launched anew while limited", \.isLimited)
}
