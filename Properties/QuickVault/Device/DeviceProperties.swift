import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// What the vault takes from its device.
public enum DeviceProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [deviceTime, otherDevices]

  static let deviceTime = Requirement<QuickVaultSystem>(
    "QV-P1", "The Device's Time",
    says: """
      Delays and timeouts use a monotonic time that runs with the device's clock, never goes back, and counts from the \
      start of the device, in every launch. Time stamps of cards use the wall clock.
      """,
    covers: "11.4", "12.1", of: "VaultTime.device", needs: [],
    mustCatch: [.timeBeginsWithTheProcess, .timeGoesBack, .timeStandsStill, .stampsWithTheUptime]
  ).holds(forAll: .int(in: 1...20)) { count, system, _ in
    let clock = ContinuousClock()
    let time = system.deviceTime()
    let (begin, start) = (clock.now, time.uptime())
    try expect(
      "the time since the device was started is that of the system, to a minute",
      abs(start.components.seconds - Int64(ProcessInfo.processInfo.systemUptime)) < 60)
    var last = start
    for _ in 0..<count {
      let before = clock.now
      while clock.now == before {}
      let now = time.uptime()
      try expect("the time goes on from \(last)", now > last)
      last = now
    }
    try expect("no more time passes than on the device's clock", last - start <= begin.duration(to: clock.now))
    try expect("the date is that of the wall clock, to a minute", abs(time.date().timeIntervalSinceNow) < 60)
  }

  static let otherDevices = Requirement<QuickVaultSystem>(
    "QV-P2", "Keys on Their Device",
    says: """
      While the device is locked, no password and no biometrics open the vault, and the app does not take it for a new \
      vault. On another device, a restored backup has only the wrapped key, which opens only with the password, whatever \
      rounds the app takes now. Biometrics open it there after the right password. If the app cannot read the count of \
      failures, it assumes that the limit was just reached.
      """,
    covers: "9.3", "11.3", "11.4", of: "KeychainService, AuthenticationService", needs: [.storage, .virtualTime],
    mustCatch: [
      .keepsKeysWhileTheDeviceIsLocked, .putsTheBiometricKeyIntoBackups, .keepsTheWrapOnTheDevice, .takesALockedDeviceForNew,
      .forgetsBiometricsOnOtherDevices, .startsToCountAnew,
    ]
  ).holds(
    forAll: .restoredVault, requiring: [
      "a wrong password there": 0.3, "a wrong password at home": 0.3, "launched on a locked device": 0.3,
    ]
  ) { restored, system, trial in
    trial.label("a wrong password there", if: restored.guesses > 0)
    trial.label("a wrong password at home", if: restored.guessesAtHome > 0)
    trial.label("launched on a locked device", if: restored.isRelaunched)
    try await restored.run(system)
  }
}

extension Fault<QuickVaultSystem> {
  static let timeBeginsWithTheProcess = time("timeBeginsWithTheProcess", "counts from the launch of the app") { time in
    let start = time.uptime()
    return VaultTime(uptime: { time.uptime() - start }, date: time.date)
  }
  static let timeGoesBack = time("timeGoesBack", "counts downwards") { time in
    let start = time.uptime()
    return VaultTime(uptime: { start - (time.uptime() - start) }, date: time.date)
  }
  static let timeStandsStill = time("timeStandsStill", "counts only whole seconds") { time in
    VaultTime(uptime: { .seconds(time.uptime().components.seconds) }, date: time.date)
  }
  static let stampsWithTheUptime = time("stampsWithTheUptime", "stamps cards with the time since the start") { time in
    VaultTime(
      uptime: time.uptime, date: { Date(timeIntervalSinceReferenceDate: Double(time.uptime().components.seconds)) })
  }

  private static func time(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (VaultTime) -> VaultTime
  ) -> Fault {
    Fault(id, fact) { system in
      let time = system.deviceTime
      system.deviceTime = { change(time()) }
    }
  }
}
