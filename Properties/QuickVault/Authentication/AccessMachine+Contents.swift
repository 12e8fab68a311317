import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

// Time, and what is in the vault.
extension AccessMachine {
  static let wait = AccessCommand("wait", weight: 24, with: { .wait(of: $0) }) { $0.pass($1) } system: {
    $0.device.clock.advance(by: $1)
  }

  static let waitOut = AccessCommand("waitOut", when: { $0.delay != nil }) { $0.pass(.seconds(30)) } system: {
    $0.device.clock.advance(by: .seconds(30))
  }

  /// With the timeout that was chosen before the relaunch; a whole hour if the vault never locks by itself.
  static let waitNearTimeout = AccessCommand(
    "waitNearTimeout", with: { .wait(near: $0.untilAutoLock ?? .seconds(3_600)) }, when: { $0.state == .unlocked }
  ) { $0.pass($1) } system: { $0.device.clock.advance(by: $1) }

  /// The user, or a time server: no delay is longer or shorter for it.
  static let setClock = AccessCommand("setClock", weight: 5, with: .element(of: [-86_400, -30, 30, 86_400])) { _, _ in
  } system: {
    $0.device.clock.stepWallClock(by: .seconds($1))
  }
  .labelled("the clock is set while passwords are limited", \.isLimited)

  static let tick = AccessCommand("tick", weight: 5) { $0.look() } system: { await $0.app.tick() }
    .labelled("the timer locks", \.locks)

  static let noteActivity = AccessCommand("noteActivity", weight: 6) { $0.noteActivity() } system: {
    await $0.app.noteActivity()
  }
  .labelled("activity keeps it open") { $0.after.lastActivity > $0.before.lastActivity }
  .labelled("activity comes too late", \.locks)

  static let setTimeout = AccessCommand("setTimeout", weight: 5, with: Generator<Duration?>.timeoutOrNever) {
    $0.setTimeout($1)
  } system: { await $0.app.autoLock.setTimeout($1) }
  .labelled("a shorter timeout locks at once", \.locks)

  /// Texts that say no time, in place of the stored timeout, and a relaunch.
  static let damageTimeout = AccessCommand(
    "damageTimeout", with: .element(of: ["-1 0", "0 -1", "30", "30 0 0", "x 0", "", "Never", "-30 -1"])
  ) { vault, _ in
    vault.relaunch()
    vault.setTimeout(.seconds(300))
  } system: { driver, text in
    for name in driver.device.sandbox.preferences.keys { driver.device.sandbox.setPreference(text, for: name) }
    try await driver.relaunch()
  }
  .labelled("the timeout that was kept does not read") { $0.before.timeout != .seconds(300) }

  static let add = AccessCommand("add", weight: 10, with: { .constant("MARKER \($0.cards.count)") }) {
    try $0.add($1)
  } system: { try await $0.add($1) }

  static let load = AccessCommand("load", weight: 8) { try $0.load() } system: { try await $0.load() }
    .labelled("an access locks", \.locks)
    .labelled("is read just before the timeout") {
      $0.error == nil && $0.before.untilAutoLock.map { $0 <= .milliseconds(1) } ?? false
    }

  static let read = AccessCommand("read", weight: 8) { try $0.read() } system: { try await $0.read() }
    .labelled("reads cards") { $0.error == nil && !$0.before.cards.isEmpty }
    .labelled("is refused after it was idle for too long", \.locks)

  static let openDetail = AccessCommand("openDetail", weight: 10, when: { !$0.cards.isEmpty }) {
    try $0.openDetail()
  } system: { try await $0.openDetail() }

  static let attach = AccessCommand("attach", weight: 6, when: { !$0.cards.isEmpty && $0.files < 3 }) {
    try $0.attach()
  } system: { try await $0.attach() }

  static let copy = AccessCommand("copy", weight: 10, with: { .copy(in: $0) }) {
    try $0.copy($1.content)
  } system: { try await $0.copy($1) }
  .labelled("copies") { $0.error == nil }
  .labelled("a copy is refused") { $0.error != nil }
  .labelled("a copy is refused before setup", \.isBeforeSetup)
  .labelled("a copy is refused after it was idle for too long", \.locks)

  /// What was to be written has been written when the lock comes, and nothing comes later.
  static let copyAndLock = AccessCommand("copyAndLock", weight: 5, with: { .copy(in: $0) }) { vault, copy in
    defer { vault.lock() }
    try vault.copy(copy.content)
    return vault.clipboard
  } system: { driver, copy in
    try await driver.copyAndLock(copy)
  }
  .labelled("locks right after a copy") { $0.error == nil }

  /// Another app puts something on the clipboard.
  static let copyElsewhere = AccessCommand("copyElsewhere", weight: 3) { vault in
    vault.clipboard = ClipboardState(text: "another app's", writes: vault.clipboard.writes + 1)
  } system: {
    $0.device.clipboard.write("another app's")
  }
}
