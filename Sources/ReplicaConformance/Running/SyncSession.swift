import Foundation
import PropertyTesting
import ReplicaContract
import Synchronization

/// Devices, their server and the model, taken through one history.
struct SyncSession {
  struct Device {
    let name: String
    let place: ReplicaPlace
    let disk: MemoryDisk
    let clock: DeviceClock
    var replica: any Replica
  }

  let subject: ReplicaSubject
  let server = MemorySyncServer()
  var devices: [Device] = []
  var model: SyncModel
  var lanes: SyncLanes
  let trial: Trial
  let claims: SyncClaims
  /// Whether there is time between two steps.
  private let clocksMove: Bool
  private var valuesMade: Int
  /// In which order each device has shown elements: the first before the second.
  var ordered: [[String]] = []

  /// Milliseconds since 1970 at which clocks that are right begin.
  private static let epoch: Int64 = 1_700_000_000_000
  private static let hour: Int64 = 3_600_000

  /// - Parameters:
  ///   - account: whose data the devices keep.
  ///   - shared: the first device, which another account uses at the moment.
  init(
    _ subject: ReplicaSubject, devices count: Int, oldApps: Set<Int> = [], clocksMove: Bool = true, account: String? = nil,
    sharing shared: Device? = nil, _ claims: SyncClaims, _ trial: Trial
  ) async throws {
    // No value is of two accounts, and no other device has the folder of one of another account.
    valuesMade = shared == nil ? 0 : 1_000
    self.subject = subject
    self.clocksMove = clocksMove
    self.trial = trial
    self.claims = claims
    model = SyncModel(devices: count, isCausal: subject.capabilities.isCausal)
    lanes = SyncLanes(names: (0..<count).map { SyncStep.device($0 > 0 && shared != nil ? $0 + 1 : $0) })
    for (number, name) in lanes.names.enumerated() {
      let old = number == 0 ? shared : nil
      let (disk, clock) = (old?.disk ?? MemoryDisk(), old?.clock ?? DeviceClock(milliseconds: Self.epoch))
      let place = ReplicaPlace(device: name, clock: clock, disk: disk, isOldApp: oldApps.contains(number), account: account) {
        [folder = subject.folder] in try folder.make(name)
      }
      let replica = old == nil ? try await subject.open(place) : Nobody()
      devices.append(Device(name: name, place: place, disk: disk, clock: clock, replica: replica))
    }
  }

  /// Makes the steps, compares the devices in the end and closes them. If that fails, the report shows the history.
  mutating func run(_ steps: (inout SyncSession) async throws -> Void) async throws {
    do {
      try await steps(&self)
      try await end()
    } catch {
      trial.note { [lanes] in lanes.text }
      trial.draw { [lanes] in lanes.figure }
      await close()
      throw error
    }
    await close()
  }

  mutating func make(_ step: SyncStep) async throws {
    try await carryOut(step)
    if claims.contains(.whole) { try await judgeWholeness() }
  }

  /// No device shows a record without one of its fields.
  private func judgeWholeness() async throws {
    for device in devices.indices {
      for (id, fields) in try await contents(device).records.sorted(by: { $0.key < $1.key }) {
        for field in subject.capabilities.fields {
          try expect("\(devices[device].name) shows \(id) with its \(field)", fields[field]?.isEmpty == false)
        }
      }
    }
  }

  private mutating func carryOut(_ step: SyncStep) async throws {
    // Devices whose clocks are right agree.
    for device in devices where clocksMove { device.clock.move(by: 1_000) }
    guard step.isAbout(subject.capabilities) else { return }
    switch step {
    case .write(let device, let record, let field):
      if let edit = write(record, field, in: try await contents(device)) { try await perform(edit, on: device) }
    case .delete(let device, let record):
      let id = SyncStep.record(record)
      if try await contents(device).records[id] != nil { try await perform(.delete(id: id), on: device) }
    case .replace(let device, let record):
      let id = SyncStep.record(record)
      guard try await contents(device).records[id] != nil else { return }
      try await perform(.delete(id: id), on: device)
      try await perform(.insert(id: id, fields: newFields()), on: device)
    case .clear(let device):
      for id in try await contents(device).records.keys.sorted() { try await perform(.delete(id: id), on: device) }
      trial.label("everything is deleted")
    case .put(let device, let place):
      let count = try await contents(device).list.count
      try await perform(.insertElement(newValue(), at: min(place, count)), on: device)
    case .remove(let device, let place):
      let count = try await contents(device).list.count
      if count > 0 { try await perform(.removeElement(at: place % count), on: device) }
    case .sync(let device, let trouble): try await sync(device, trouble)
    case .syncAll: for device in devices.indices { try await sync(device, .none) }
    case .syncWhileWriting(let device, let call, let record, let trouble):
      try await sync(device, writing: record, at: call, trouble)
    case .reopen(let device): try await reopen(device)
    case .endAtWrite(let device, let writes, let isDone, let duringSync):
      devices[device].disk.end(after: writes, thisIsDone: isDone)
      if duringSync { try await sync(device, .none) }
    case .moveClock(let device, let hours):
      devices[device].clock.move(by: Int64(hours) * Self.hour)
      trial.label("a clock is wrong")
      lanes.lines.append(SyncLanes.Line(device: device, text: "clock \(hours < 0 ? "" : "+")\(hours) h"))
    case .expire:
      let count = server.expireTombstones()
      if count > 0 { lanes.lines.append(SyncLanes.Line(device: devices.count, text: "forgets \(count) of the deletions")) }
    case .changeAccount: break
    }
  }

  mutating func newValue() -> String {
    valuesMade += 1
    return "v\(valuesMade)"
  }

  mutating func newFields() -> [String: String] {
    var fields: [String: String] = [:]
    for field in subject.capabilities.fields { fields[field] = newValue() }
    return fields
  }

  /// An insertion, or an update where there is something to update.
  private mutating func write(_ record: Int, _ field: Int, in contents: ReplicaContents) -> ReplicaEdit? {
    let (id, fields) = (SyncStep.record(record), subject.capabilities.fields)
    guard contents.records[id] != nil else { return .insert(id: id, fields: newFields()) }
    if fields.isEmpty { return nil }
    return .update(id: id, field: fields[field % fields.count], value: newValue())
  }

  func contents(_ device: Int) async throws -> ReplicaContents { try await devices[device].replica.contents() }

  private mutating func perform(_ edit: ReplicaEdit, on device: Int) async throws {
    let before = try await contents(device)
    lanes.lines.append(SyncLanes.Line(device: device, text: "\(edit)"))
    do {
      try await devices[device].replica.perform(edit)
    } catch is DeviceEnded {
      lanes.lines[lanes.lines.count - 1].text += ", which ends the device"
      model.add(edit, on: device, before: before, isSure: false)
      return try await start(device)
    }
    try await acknowledged(edit, on: device, before, try await contents(device))
  }

  mutating func acknowledged(
    _ edit: ReplicaEdit, on device: Int, _ before: ReplicaContents, _ after: ReplicaContents
  ) async throws {
    if case .insert(let id, _) = edit, model.ids.contains(id) { trial.label("a record is inserted again") }
    model.add(edit, on: device, before: before, isSure: true)
    if claims.contains(.reads) {
      let expected = before.after(edit) ?? before
      try expect("contents of \(devices[device].name) after \(edit)", after, equals: expected)
    }
    if !after.list.isEmpty { ordered.append(after.list) }
  }

  mutating func sync(_ device: Int, _ trouble: SyncTrouble) async throws {
    let before = try await contents(device)
    server.prepare(trouble)
    model.mayHaveExchanged(device)
    let own = model.knowledge(of: device)
    let error = await Self.failure(of: devices[device].replica, server)
    log(device, trouble, error)
    if server.traffic.met { trial.label(SyncSession.troubleMet) }
    if server.traffic.wasAwayForLong { trial.label(SyncSession.awayForLong) }
    if error is DeviceEnded { return try await start(device) }
    guard let error else {
      model.synced([(device, own)])
      return try await judgeIfAllIsKnown(to: device)
    }
    trial.label("a sync fails")
    // A sync that reached nobody changes nothing that the user sees.
    if claims.contains(.reads), server.traffic.pulled == 0, server.traffic.pushed == 0 {
      try expect("contents of \(devices[device].name) after a sync that failed (\(error))", try await contents(device), equals: before)
    }
    guard error is SyncError else {
      return try expect("a sync that fails throws a SyncError; it threw \(error)", false)
    }
    if !server.traffic.met || trouble.isHarmless { try expectNoFailure(error, device) }
  }

  /// A device that has taken in everything shows at once what all show in the end.
  func judgeIfAllIsKnown(to device: Int) async throws {
    guard model.knowledge(of: device).count == model.events.count else { return }
    try judge(try await contents(device), of: devices[device].name)
  }

  static let troubleMet = "something goes wrong during a sync"
  static let awayForLong = "a device was away for longer than deletions are kept"

  static func failure(of replica: any Replica, _ server: MemorySyncServer) async -> (any Error)? {
    do {
      try await replica.sync(with: server)
      return nil
    } catch {
      return error
    }
  }

  func expectNoFailure(_ error: any Error, _ device: Int) throws {
    try expect("\(devices[device].name) synchronizes with a server that answers every call; it threw \(error)", false)
  }

  mutating func log(_ device: Int, _ trouble: SyncTrouble, _ error: (any Error)?) {
    let traffic = server.traffic
    var words = traffic.met && trouble != .none ? "\(trouble)" : ""
    if let error, !(error is DeviceEnded) { words += (words.isEmpty ? "" : ", ") + "it throws \(error)" }
    lanes.lines.append(
      SyncLanes.Line(
        device: device, text: "sync",
        exchange: SyncLanes.Exchange(sent: traffic.pushed, received: traffic.pulled, trouble: words, isDone: error == nil)))
  }

  private mutating func sync(_ device: Int, writing record: Int, at call: Int, _ trouble: SyncTrouble) async throws {
    let (replica, before) = (devices[device].replica, try await contents(device))
    guard let edit = write(record, 0, in: before) else { return try await sync(device, trouble) }
    model.mayHaveExchanged(device)
    let own = model.knowledge(of: device)
    let work = MeanwhileEdit(replica, edit)
    server.prepare(trouble, meanwhile: (call, { await work.perform() }))
    let error = await Self.failure(of: devices[device].replica, server)
    log(device, trouble, error)
    // What it knew when it made the edit is what it knew before the sync.
    if let states = work.states {
      trial.label("an edit while a sync runs")
      lanes.lines.append(SyncLanes.Line(device: device, text: "meanwhile \(edit)"))
      try await acknowledged(edit, on: device, states.before, states.after)
    } else if work.hasBegun {
      model.add(edit, on: device, before: before, isSure: false)
    }
    // It may have been sent with the rest of the sync.
    model.mayHaveExchanged(device)
    if error is DeviceEnded { return try await start(device) }
    if let error {
      if trouble == .none || trouble.isHarmless { try expectNoFailure(error, device) }
      return
    }
    model.synced([(device, own)])
    try await judgeIfAllIsKnown(to: device)
  }

  private mutating func reopen(_ device: Int) async throws {
    let before = try await contents(device)
    lanes.lines.append(SyncLanes.Line(device: device, text: "closes, opens"))
    do {
      try await devices[device].replica.close()
    } catch is DeviceEnded {}
    try await start(device)
    trial.label("a replica is opened again")
    if claims.contains(.reads) {
      try expect("contents of \(devices[device].name) once opened again", try await contents(device), equals: before)
    }
  }

  /// Starts a device again that has ended, or was closed.
  mutating func start(_ device: Int) async throws {
    if devices[device].disk.start() { trial.label("the device ends at a write") }
    devices[device].replica = Nobody()
    devices[device].replica = try await subject.open(devices[device].place)
  }
}

extension SyncTrouble {
  /// Whether a sync must succeed in spite of it.
  fileprivate var isHarmless: Bool {
    switch self {
    case .repeats, .reorders, .shortPages, .emptyPage, .forgetsToken: true
    default: false
    }
  }
}

/// An edit that is made while a sync of the same device runs.
private final class MeanwhileEdit: Sendable {
  private let replica: any Replica
  private let edit: ReplicaEdit
  private let made = Mutex<(before: ReplicaContents, after: ReplicaContents)?>(nil)
  private let begun = Mutex(false)

  init(_ replica: any Replica, _ edit: ReplicaEdit) {
    self.replica = replica
    self.edit = edit
  }

  func perform() async {
    begun.withLock { $0 = true }
    do {
      let before = try await replica.contents()
      try await replica.perform(edit)
      let after = try await replica.contents()
      made.withLock { $0 = (before, after) }
    } catch {
      // What was not acknowledged is nobody's loss: the record may have come or gone meanwhile.
    }
  }

  var hasBegun: Bool { begun.withLock { $0 } }
  var states: (before: ReplicaContents, after: ReplicaContents)? { made.withLock { $0 } }
}

/// In the place of a replica that has ended, so that nothing keeps that one.
actor Nobody: Replica {
  nonisolated let capabilities = ReplicaCapabilities()
  func perform(_ edit: ReplicaEdit) async throws { throw DeviceEnded() }
  func contents() async throws -> ReplicaContents { throw DeviceEnded() }
  func sync(with server: any SyncServer) async throws { throw DeviceEnded() }
  func close() async throws {}
}
