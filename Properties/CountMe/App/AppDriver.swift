import CountMeReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// The app on two devices, put together as it ships, over one server. The first has the case's store.
struct AppDriver: Sendable {
  /// What outlives the app on a device.
  private final class Device: Sendable {
    let location: any StoreLocation
    let faults = StoreFaults()
    let isOnline = Mutex(true)
    let seconds: Mutex<Int>
    let zone = Mutex(AppZone.fixed(0))

    init(_ openStore: @escaping @Sendable () async throws -> any Store, _ model: AppModel.Device) {
      location = AnyStoreLocation(open: openStore).with(faults)
      seconds = Mutex(model.now)
    }
  }

  private struct Running: Sendable {
    let app: CountMeApp
    let store: any Store
    let access: SharedServer.Access
    let clock: VirtualClock
  }

  private let system: CountMeSystem
  private let server = SharedServer()
  private let devices: [Device]
  private var running: [Running?] = [nil, nil]
  private var clock = VirtualClock()
  private var corruptions: [AppKey: [Corruption]] = [:]

  init(_ system: CountMeSystem) async throws {
    self.system = system
    let other = try await MemoryBackend().makeLocation()
    let model = AppModel()
    devices = [Device(system.openStore, model.devices[0]), Device({ try await other.open() }, model.devices[1])]
    for device in devices.indices { try await launch(device) }
  }

  private func app(_ device: Int) throws -> CountMeApp {
    guard let running = running[device] else { throw StoreError.closed }
    return running.app
  }

  private mutating func launch(_ number: Int) async throws {
    try await end(number)
    let device = devices[number]
    let store = try await device.location.open()
    let access = server.access()
    let platform = CountMePlatform(
      store: store, server: access, isOnline: { device.isOnline.withLock { $0 } }, clock: clock,
      now: { AppModel.date(device.seconds.withLock { $0 }) },
      timeZone: { device.zone.withLock { $0 }.timeZone },
      makeID: { AppKey.log(madeOn: number, at: device.seconds.withLock { $0 }).id })
    running[number] = Running(app: try await CountMeApp.launch(platform, system), store: store, access: access, clock: clock)
  }

  private mutating func end(_ number: Int) async throws {
    devices[number].faults.heal()
    running[number]?.access.end()
    try? await running[number]?.store.close()
    running[number] = nil
  }

  func close() async throws {
    var ending = self
    for device in devices.indices { try await ending.end(device) }
  }

  // What happens.

  mutating func perform(_ call: AppCall) async throws -> AppSight {
    var sight = AppSight()
    server.forgetOrder()
    switch call {
    case .edit(let edit, let device): sight.result = try await Self.perform(edit, in: app(device))
    case .synchronize(let device):
      sight.pauses = try await pauses(on: device) { sight.result = try await Self.synchronize(app(device)) }
    case .networkComesBack(let device): sight.pauses = try await pauses(on: device) { sight.result = try await networkComesBack(device) }
    case .networkGoes(let device): devices[device].isOnline.withLock { $0 = false }
    case .behave(let behaviour): server.behave(behaviour)
    case .relaunch(let device, let restarts):
      if restarts { clock = VirtualClock() }
      try await launch(device)
    case .setClock(let step, let device): devices[device].seconds.withLock { $0 += step }
    case .setZone(let zone, let device): devices[device].zone.withLock { $0 = zone }
    case .changeOfClocks(let goal, let device):
      devices[device].zone.withLock { $0 = .alaska }
      devices[device].seconds.withLock { $0 = AppZone.lateEvening }
      sight.result = try await Self.perform(.setGoal(goal), in: app(device))
      devices[device].seconds.withLock { $0 = AppZone.morning }
    case .damage(let key, let device):
      corruptions[key, default: []].append(key.isLog ? .calories : .name)
      try await running[device]?.store.write { transaction in
        let collection = "entries_\(key.type.rawValue)"
        let record = try transaction.get(key.id.uuidString, in: collection)
        let damage: [String: FieldValue] = key.isLog ? ["dailyGoal": .double(-1)] : ["name": .text(" ")]
        try transaction.put((record?.fields ?? [:]).merging(damage) { $1 }, at: key.id.uuidString, in: collection)
      }
    case .cancelPass(let turns, let device): try await cancelPass(of: app(device), after: turns, &sight)
    case .fill(let device): devices[device].faults.inject(StoreFault(.commit, .fails, times: nil))
    case .corrupt(let key, let corruption):
      corruptions[key, default: []].append(corruption)
      server.corrupt(key, corruption)
    case .failEach(let failures): sight.attempts = try await fail(failures)
    case .kill(let kill):
      devices[kill.device].faults.inject(StoreFault(.commit, .dies(done: kill.isDone), skipping: kill.commit))
      let app = try app(kill.device)
      if let edit = kill.edit {
        sight.result = try await Self.perform(edit, in: app)
        try await launch(kill.device)
      } else {
        _ = try await Self.synchronize(app)
        try await launch(kill.device)
        sight.result = try await Self.synchronize(self.app(kill.device))
      }
    case .overlap(let overlap): try await perform(overlap, &sight)
    case .becomeQuiet(let full):
      server.behave(.works)
      for device in full { try await launch(device) }
      for device in [0, 1, 0] { sight.result = try await networkComesBack(device) }
    }
    try await look(&sight)
    return sight
  }

  /// The pauses between attempts in what the app does.
  private func pauses(on device: Int, in work: () async throws -> Void) async throws -> [Duration] {
    let before = running[device]?.clock.sleeps.count ?? 0
    try await work()
    return running[device]?.clock.sleeps.dropFirst(before).map(\.self) ?? []
  }

  private func networkComesBack(_ device: Int) async throws -> AppResult {
    devices[device].isOnline.withLock { $0 = true }
    let app = try app(device)
    return try await Self.result { try await app.networkCameBack() }
  }

  private static func synchronize(_ app: CountMeApp) async throws -> AppResult {
    try await result { try await app.synchronize() }
  }

  private static func perform(_ edit: AppEdit, in app: CountMeApp) async throws -> AppResult {
    try await result {
      switch edit {
      case .add(let key, let value): try await app.add(AppModel.draft(key, value))
      case .addInvalid(let key): try await app.add(.food(FoodItem.Fields(id: key.id, name: " ", calories: 1)))
      case .changeInvalid(let key): try await app.change(AppModel.draft(key, -1))
      case .setInvalidGoal(let goal): try await app.setGoal(goal)
      case .change(let key, let value): try await app.change(AppModel.draft(key, value))
      case .delete(let key): try await app.delete(key.id, of: key.type)
      case .setGoal(let goal): try await app.setGoal(goal < 0 ? nil : Double(goal))
      }
    }
  }

  private static func result(_ work: () async throws -> Void) async throws -> AppResult {
    do {
      try await work()
      return .done
    } catch is ValidationError {
      return .refused
    } catch is EntryNotFound {
      return .notFound
    } catch is StoreError {
      return .failed
    } catch SyncError.maxRetriesExceeded {
      return .failed
    } catch is CancellationError {
      return .cancelled
    }
  }

  private func cancelPass(of app: CountMeApp, after turns: Int, _ sight: inout AppSight) async throws {
    let pass = Task { try await Self.synchronize(app) }
    for _ in 0..<turns { await Task.yield() }
    pass.cancel()
    sight.results = [try await pass.value]
    sight.meanwhile = [try await Self.shown(in: app)]
    sight.sent = documents
    sight.result = try await Self.synchronize(app)
  }

  private mutating func fail(_ failures: FailureAtEach) async throws -> [FailureAtEach.Attempt] {
    let (app, faults) = (try self.app(failures.device), devices[failures.device].faults)
    var attempts: [FailureAtEach.Attempt] = []
    repeat {
      let edit = failures.edit(attempts.count)
      if failures.isOfPasses {
        let result = try await Self.perform(edit, in: app)
        try expect("the edit before the pass", result, equals: .done)
      }
      let hitsBefore = faults.hits.count
      if let times = failures.place.serverFailures {
        server.fail(after: attempts.count, times: times)
      } else if let point = StoreFault.Point(rawValue: failures.place.rawValue) {
        faults.inject(StoreFault(point, .fails, skipping: attempts.count))
      }
      let noticesBefore = await app.notices.count
      let result = try await failures.isOfPasses ? Self.synchronize(app) : Self.perform(edit, in: app)
      let isHit = failures.place.serverFailures != nil ? server.heal() : faults.hits.count > hitsBefore
      faults.heal()
      let isNoted = await app.notices.count > noticesBefore
      let waiting = await app.waiting
      let shown = try await Self.shown(in: app)
      attempts.append(.init(isHit: isHit, result: result, isNoted: isNoted, waiting: waiting, shown: shown))
    } while attempts.last?.isHit == true && attempts.count < 60
    if !failures.isOfPasses { try await launch(failures.device) }
    return attempts
  }

  private func perform(_ overlap: Overlap, _ sight: inout AppSight) async throws {
    let apps = [try app(0), try app(1)]
    if let calls = overlap.callsBeforeFailure { server.fail(after: calls) }
    let edits = overlap.edits.enumerated().map { place, edit in
      Task {
        for _ in 0..<overlap.turns * (place + 1) { await Task.yield() }
        return try await Self.perform(edit.edit, in: apps[edit.device])
      }
    }
    let passes = overlap.passes.map { device, turns in
      Task {
        for _ in 0..<turns { await Task.yield() }
        return try await Self.synchronize(apps[device])
      }
    }
    for edit in edits { sight.results.append(try await edit.value) }
    // If a pass is running, it runs once more.
    var ends: [AppResult] = []
    if let (device, edit) = overlap.answeringEdit {
      for pass in passes { ends.append(try await pass.value) }
      sight.sentAtFirst = documents
      ends.append(try await Self.synchronize(apps[device]))
      sight.results.append(try await Self.perform(edit, in: apps[device]))
      for app in [apps[device], apps[1 - device]] { ends.append(try await Self.synchronize(app)) }
      sight.sentAfterAnswer = documents
    }
    for app in apps { ends.append(try await Self.synchronize(app)) }
    for pass in passes { ends.append(try await pass.value) }
    _ = server.heal()
    try expect("passes beside others", ends.allSatisfy { $0 == .done })
    sight.meanwhile = [try await Self.shown(in: apps[0]), try await Self.shown(in: apps[1])]
    sight.sent = documents
    for device in [0, 1, 0] { _ = try await networkComesBack(device) }
  }

  // What is seen.

  private func look(_ sight: inout AppSight) async throws {
    for device in devices.indices {
      let app = try app(device)
      sight.shown.append(try await Self.shown(in: app))
      let goal = try await app.todaysLog().map { $0.dailyGoal.map { Int($0) } ?? -1 }
      sight.today.append(goal)
      sight.waiting.append(await app.waiting)
      sight.stored.append(try await stored(on: device))
      let notices = await app.notices
      sight.notices.append(Set(notices.map(named)))
      sight.failures.append(notices.count { if case .notSent = $0 { true } else { false } })
    }
    sight.server = documents
    sight.order = server.order
  }

  /// The rows of entries, read or not.
  private func stored(on device: Int) async throws -> Set<AppKey> {
    guard let store = running[device]?.store else { return [] }
    return try await store.read { transaction in
      try SyncEntityType.allCases.reduce(into: []) { keys, type in
        for record in try transaction.scan("entries_\(type.rawValue)") {
          if let id = UUID(uuidString: record.key) { keys.insert(AppKey(id, of: type)) }
        }
      }
    }
  }

  private var documents: [AppKey: Int] {
    Dictionary(uniqueKeysWithValues: server.readable.map { ($0, AppModel.value(of: $1, $0.type)) })
  }

  private static func shown(in app: CountMeApp) async throws -> [AppKey: Int] {
    let entries = try await app.entries()
    let places = entries.map { "\(AppKey.order($0.type)) \($0.id.uuidString)" }
    try expect("entries by model and id", places, equals: places.sorted())
    return Dictionary(entries.map { (AppKey($0.id, of: $0.type), AppModel.value(of: $0)) }) { _, _ in -2 }
  }

  private func named(_ notice: CountMeApp.Notice) -> AppNotice {
    switch notice {
    case .notSent(let operation, let error):
      return .notSent(AppKey(operation.entityId, of: operation.entityType), operation.kind, because: describe(error))
    case .notQueued(let operation, is StoreError): return .notQueued(AppKey(operation.entityId, of: operation.entityType))
    case .notQueued(_, let error): return .other(describe(error))
    case .skipped(let document):
      guard let key = UUID(uuidString: document.key).map({ AppKey($0, of: document.type) }),
        let kinds = corruptions[key], kinds.contains(where: { document.reason.contains(" \($0.field(of: key.type)) ") })
      else { return .other(document.reason) }
      return .skipped(key)
    }
  }
}
