import PropertyTesting
import QuickVaultReference

extension CommandStep<AccessModel> {
  /// The classes that requirements name, of the calls that are made.
  var classes: [String: Bool] {
    if let interrupted: InterruptedCall = argument() { return interruptedClasses(interrupted) }
    if argument(KilledPasswordChange.self) != nil { return ["killed in the middle of a change of the password": true] }
    let isBiometricFailure = after.biometricFailures > before.biometricFailures
    switch argument(AccessCall.self) {
    case .setUp(let password):
      return [
        "a password of 7 is refused": isRefused && password.count == 7,
        "a password of 8 is taken": !isRefused && password.count == 8,
        "a short password of 8 bytes or more is refused": isRefused && password.count < 8 && password.utf8.count >= 8,
        "setup is refused": before.isSetUp,
      ]
    case .enter(let password):
      let waited = before.now - before.lastFailure
      return [
        "unlocks with the password": unlocks,
        "the right password is refused for a while": isLimited && password == before.password,
        "is let in right after the delay": before.failures >= 3 && !isRefused && waited <= .milliseconds(30_001),
        "is refused right before the delay is over": before.delay.map { $0 <= .milliseconds(1) } ?? false,
        "unlocks after biometrics failed": before.biometricFailures > 0 && !isRefused,
        "is refused before setup": !before.isSetUp,
        "fails for the third time": before.failures == 2 && after.failures == 3,
        "fails again after the delay": before.failures >= 3 && after.failures > before.failures,
        "is limited once more after a restart of the device": isLimited && before.now < before.lastFailure,
      ]
    case .beRecognised:
      return [
        "unlocks with biometrics": unlocks, "biometrics fail": isBiometricFailure,
        "biometrics are out of use": before.biometricFailures >= 3,
        "biometrics fail while passwords are limited": isLimited && isBiometricFailure,
      ]
    case .change(let old, let new):
      let isUnlocked = before.state == .unlocked
      return [
        "changes the password": !isRefused, "a wrong old password is refused": after.failures > before.failures,
        "a short new password is refused": isUnlocked && new.count < 8 && old == before.password,
        "a change is refused for a while": isUnlocked && isLimited,
      ]
    case .guess: return ["more guesses at once than are allowed": after.failures == 3]
    case .enterAndLeave: return ["goes away while a wrong password is looked at": after.failures > before.failures]
    case .killAfterLook: return ["killed after the password was looked at": after.failures > before.failures]
    case .lock: return ["locks": locks, "a lock before setup": !before.isSetUp]
    case .enterBackground:
      return [
        "the background locks": locks, "the background empties a screen": !before.shown.isEmpty,
        "the background before setup": !before.isSetUp,
      ]
    case .becomeActive:
      return ["the system sees a screen": after.isInSight, "the system sees thumbnails": after.areFilesInSight]
    case .resignActive:
      return ["a screen is covered": before.isInSight, "thumbnails are covered": before.areFilesInSight]
    case .relaunch: return ["is launched anew while limited": isLimited]
    case .restart: return ["the device is restarted while passwords are limited": isLimited]
    case .setClock: return ["the clock is set while passwords are limited": isLimited]
    case .tick: return ["the timer locks": locks]
    case .sleep(let isCancelled):
      return ["waits until it locks": locks, "a wait is given up": isCancelled && before.untilAutoLock != nil]
    case .touch:
      return ["activity keeps it open": after.lastActivity > before.lastActivity, "activity comes too late": locks]
    case .setTimeout: return ["a shorter timeout locks at once": locks]
    case .damageTimeout: return ["the timeout that was kept does not read": before.timeout != after.timeout]
    case .load:
      let isLast = before.untilAutoLock.map { $0 <= .milliseconds(1) } ?? false
      return ["an access locks": locks, "is read just before the timeout": !isRefused && isLast]
    case .read:
      return [
        "no timeout, and none was chosen": before.policyTimeout == nil && before.timeout == nil && !isRefused,
        "reads cards": !isRefused && !before.cards.isEmpty, "is refused after it was idle for too long": locks,
      ]
    case .copy:
      return [
        "copies": !isRefused, "a copy is refused": isRefused, "a copy is refused before setup": !before.isSetUp,
        "a copy is refused after it was idle for too long": locks,
      ]
    case .copyAndLock: return ["locks right after a copy": !isRefused]
    default: return [:]
    }
  }

  private func interruptedClasses(_ interrupted: InterruptedCall) -> [String: Bool] {
    switch interrupted.call {
    case .setUp: ["locked in the middle of a setup": true]
    case .enter, .beRecognised:
      [
        "locked in the middle of an unlock": interrupted.event == .lock,
        "in the background in the middle of an unlock": interrupted.event == .background,
        "back from the background in the middle of an unlock": interrupted.event == .visit,
      ]
    case .change: ["locked in the middle of a change of the password": true]
    case .load: ["locked while cards are read": !before.cards.isEmpty]
    case .add: ["locked while a card is stored": true]
    default: [:]
    }
  }

  private var isRefused: Bool { error != nil }
  private var isLimited: Bool { before.delay != nil }
  private var unlocks: Bool { before.state == .locked && after.state == .unlocked }
  private var locks: Bool { before.state == .unlocked && after.state == .locked }
}

extension AccessModel {
  fileprivate var isInSight: Bool { visible?.texts.isEmpty == false }
  fileprivate var areFilesInSight: Bool { (visible?.thumbnails ?? 0) > 0 }
}
