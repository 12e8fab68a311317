import PropertyTesting
import ReplicaContract

/// A device that two accounts use in turn. The session of each has it as its first device, and a server and another device of its own.
struct SharedDevice {
  private var first: SyncSession
  private var second: SyncSession
  private var isSecond = false
  /// What the account that does not use the device has left there.
  private var left = ReplicaContents()

  init(_ subject: ReplicaSubject, _ claims: SyncClaims, _ trial: Trial) async throws {
    first = try await SyncSession(subject, devices: 2, account: "first", claims, trial)
    second = try await SyncSession(subject, devices: 2, account: "second", sharing: first.devices[0], claims, trial)
  }

  /// Makes the steps, and compares what the devices of each account show in the end.
  mutating func run(_ steps: [SyncStep]) async throws {
    do {
      for step in steps { try await make(step) }
      try await endOfAccount()
      try await change()
      try await endOfAccount()
    } catch {
      first.trial.note { [first, second] in ["the first account:"] + first.lanes.text + ["the second account:"] + second.lanes.text }
      first.trial.draw { [lanes = isSecond ? second.lanes : first.lanes] in lanes.figure }
      await close()
      throw error
    }
    await close()
  }

  private mutating func make(_ step: SyncStep) async throws {
    if step == .changeAccount { return try await change() }
    if isSecond { try await second.make(step) } else { try await first.make(step) }
    // Time passes for the devices of the other account, too.
    for device in (isSecond ? first : second).devices.dropFirst() { device.clock.move(by: 1_000) }
  }

  private mutating func endOfAccount() async throws {
    if isSecond { try await second.end() } else { try await first.end() }
  }

  private mutating func change() async throws {
    let comesBack = left
    if isSecond {
      left = try await second.leave()
      try await first.comeBack(to: comesBack)
    } else {
      left = try await first.leave()
      try await second.comeBack(to: comesBack)
    }
    isSecond.toggle()
  }

  private func close() async {
    await first.close()
    await second.close()
  }
}

extension SyncSession {
  /// The account leaves the first device.
  /// - Returns: what it showed.
  fileprivate mutating func leave() async throws -> ReplicaContents {
    let shown = try await contents(0)
    try await devices[0].replica.close()
    devices[0].replica = Nobody()
    lanes.lines.append(SyncLanes.Line(device: 0, text: "another account"))
    return shown
  }

  /// The account uses the first device, and finds what it left there.
  fileprivate mutating func comeBack(to left: ReplicaContents) async throws {
    try await start(0)
    trial.label("another account uses the device")
    lanes.lines.append(SyncLanes.Line(device: 0, text: "this account again"))
    try expect("contents of \(devices[0].name) once the account uses it again", try await contents(0), equals: left)
  }
}
