import Foundation
import PlatformStandIns
import QuickVaultReference
import StorageContract
import Synchronization

/// What outlives the app: its store, its keychain, which lies in the same store, the clock, the clipboard and the sensor.
final class VaultDevice: Sendable {
  let clock = VirtualClock()
  let clipboard = Clipboard()
  let sandbox = AppSandbox()
  let sensor = ScriptedBiometrics()
  let interruption = Interruption()
  let derivations = DerivationCount()
  private let system: QuickVaultSystem
  private let policy: VaultPolicy
  private let ids = IDSource()
  private let deviceKey = [UInt8](repeating: 7, count: 32)
  /// By how much the clock is ahead of the time since the device was started.
  private let started = Mutex(Duration.zero)

  init(_ system: QuickVaultSystem, policy: VaultPolicy = VaultPolicy(derivationRounds: 1)) {
    self.system = system
    self.policy = policy
    sandbox.writeFile(Self.own, at: Self.ownFile)
    sandbox.setPreference("kept", for: Self.ownPreference)
  }

  // What the app has besides, which nothing that is shared or set touches.
  static let ownPreference = "another preference"
  private static let ownFile = "Library/own"
  private static let own = Array("kept".utf8)
  static let urlOfTheOwnFile = URL(fileURLWithPath: "/" + ownFile)

  /// The files beside the store that are there for other apps.
  var files: [String: [UInt8]] {
    var files = sandbox.files
    if files.removeValue(forKey: Self.ownFile) != Self.own { files["not the app's own file"] = [] }
    if sandbox.preferences[Self.ownPreference] != "kept" { files["not the app's other preference"] = [] }
    return files
  }

  /// The device was started so long ago; the wall clock goes on.
  func restart(before uptime: Duration) { started.withLock { $0 = clock.now.offset - uptime } }

  private var time: VaultTime {
    VaultTime(uptime: { [self] in clock.now.offset - started.withLock { $0 } }, date: { [clock] in clock.date })
  }

  /// The keychain that lies in the store.
  func keychain(over store: any Store) throws -> any Keychain {
    try KeychainStore(store: store, device: DeviceLock(), deviceKey: deviceKey)
  }

  /// Opens the store and starts the app over it.
  @MainActor
  func launch() async throws -> (store: any Store, app: VaultApp) {
    let store = interruption.over(try await system.openStore())
    var parts = system.parts
    parts.alterCrypto { [derivations] in AlteredCrypto($0, whenDerived: { derivations.add() }) }
    // Cards may take a moment from the service to the screen.
    parts.alterCards { [interruption] cards, _ in
      AlteredCards(cards, fetchAllCards: {
        let fetched = try await cards.fetchAllCards()
        await interruption.pass()
        return fetched
      })
    }
    let app = try await system.launch(
      VaultPlatform(
        store: store, keychain: try keychain(over: store),
        biometrics: sensor, clipboard: clipboard, sandbox: sandbox, time: time,
        policy: policy, randomBytes: { [interruption] in try interruption.draw($0) }, makeID: { [ids] in ids.next() }), parts)
    return (store, app)
  }
}

/// How often a key was derived from a password: how often a password was looked at.
final class DerivationCount: Sendable {
  private struct State {
    var count = 0
    var whenDone: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var now: Int { state.withLock { $0.count } }

  /// Calls the closure after the next derivation.
  func afterNext(_ action: (@Sendable () -> Void)?) { state.withLock { $0.whenDone = action } }

  func add() {
    let action = state.withLock { state in
      state.count += 1
      defer { state.whenDone = nil }
      return state.whenDone
    }
    action?()
  }
}
