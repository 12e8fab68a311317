import CountMeReference
import PropertyTesting

/// Two devices of one user and the server, as the requirements have them: a table of entries each, and what is unsent.
struct AppModel: Sendable {
  /// An entry on a device.
  struct Row: Sendable, Equatable {
    /// Nil: deleted, which the server does not know yet.
    var value: Int?
    var isUnsent: Bool
    /// Whether the server does not know of the entry at all.
    var isNew = false
    /// Whether it does not read.
    var isDamaged = false
    /// When it was changed, by the wall clock. Nil: an older change may be queued in its place.
    var changedAt: Int?

    /// What is sent.
    var kind: SyncOperation.Kind { value == nil ? .delete : isNew ? .create : .update }
  }

  struct Device: Sendable {
    var rows: [AppKey: Row] = [:]
    /// What the next pass sends.
    var queued: Set<AppKey> = []
    var notices: Set<AppNotice> = []
    /// How often a change was not sent, since the launch.
    var failures = 0
    var isOnline = true
    var isFull = false
    /// By its wall clock, in seconds.
    var now = 700_000_000
    var zone = AppZone.fixed(0)

    var shown: [AppKey: Int] { rows.filter { !$0.value.isDamaged }.compactMapValues(\.value) }
    var values: [AppKey: Int?] { rows.mapValues(\.value) }
    var unsent: [AppKey: Row] { rows.filter(\.value.isUnsent) }

    func isToday(_ log: AppKey) -> Bool {
      func day(_ seconds: Int) -> Int { (seconds + zone.seconds(fromGreenwichAt: seconds) + 40_000 * 86_400) / 86_400 }
      return log.isLog && day(log.seconds) == day(now)
    }
    /// The first of the day, if both devices have made one.
    var todaysLog: AppKey? { shown.keys.filter(isToday).min() }
  }

  enum Document: Sendable, Equatable {
    case valid(Int)
    case corrupted(Corruption)

    var value: Int? { if case .valid(let value) = self { value } else { nil } }
    /// Whether there is a document of the entry's id, whatever stands in it.
    var isOfTheEntry: Bool { self != .corrupted(.spelling) }
  }

  var devices = [Device(), Device()]
  var server: [AppKey: Document] = [:]
  var behaviour = ServerBehaviour.works
  var nextNumber = 1

  /// - Returns: what the user sees of it.
  mutating func perform(_ edit: AppEdit, on number: Int) -> AppResult {
    if let key = edit.key { nextNumber = max(nextNumber, key.number + 1) }
    switch edit {
    case .addInvalid, .changeInvalid, .setInvalidGoal: return .refused
    default: break
    }
    let device = devices[number]
    switch edit {
    case .change(let key, _), .delete(let key):
      // One that does not read is there all the same, and may be written over.
      if device.rows[key]?.value == nil { return .notFound }
      if device.isFull { return .failed }
    default: if device.isFull { return .failed }
    }
    switch edit {
    case .add(let key, let value), .change(let key, let value): write(value, at: key, on: number)
    case .delete(let key): write(nil, at: key, on: number)
    case .setGoal(let goal): write(goal, at: device.todaysLog ?? .log(madeOn: number, at: device.now), on: number)
    case .addInvalid, .changeInvalid, .setInvalidGoal: break
    }
    return .done
  }

  mutating func write(_ value: Int?, at key: AppKey, on number: Int) {
    let known = devices[number].rows[key]
    devices[number].rows[key] = Row(
      value: value, isUnsent: true, isNew: value != nil && (known?.isNew ?? true), changedAt: devices[number].now)
    devices[number].queued.insert(key)
  }

  /// Sends the queue, then takes over what the server has.
  mutating func synchronize(_ number: Int) -> AppResult {
    guard devices[number].isOnline else { return .done }
    for key in devices[number].queued { send(key, from: number) }
    devices[number].queued = []
    guard behaviour.answersQuestions else { return .failed }
    for (key, document) in server {
      switch document {
      case .corrupted: devices[number].notices.insert(.skipped(key))
      case .valid(let value):
        if devices[number].rows[key]?.isUnsent != true { devices[number].rows[key] = Row(value: value, isUnsent: false) }
      }
    }
    devices[number].rows = devices[number].rows.filter { key, row in row.isUnsent || server[key]?.isOfTheEntry == true }
    return .done
  }

  /// What the next pass sends, in order of time, and for how long it waits between attempts.
  func nextPass(of number: Int) -> (times: [AppKey: Int?], pauses: [Duration]) {
    let device = devices[number]
    guard device.isOnline else { return ([:], []) }
    let sent = device.queued.filter { device.rows[$0]?.isUnsent == true }
    let isRetried = !behaviour.answersQuestions
    // Each change, and the first question.
    let retried = isRetried ? sent.count + 1 : 0
    return (
      Dictionary(uniqueKeysWithValues: sent.map { ($0, device.rows[$0]?.changedAt) }),
      Array(repeating: [.seconds(1), .seconds(2), .seconds(4)], count: retried).flatMap(\.self)
    )
  }

  private mutating func send(_ key: AppKey, from number: Int) {
    guard let row = devices[number].rows[key], row.isUnsent else { return }
    if behaviour == .works || behaviour == .losesAnswers { server[key] = row.value.map(Document.valid) }
    if behaviour == .works {
      devices[number].rows[key] = row.value.map { Row(value: $0, isUnsent: false) }
    } else {
      devices[number].notices.insert(.notSent(key, row.kind, because: behaviour.reason))
      devices[number].failures += 1
    }
  }

  mutating func networkComesBack(_ number: Int) -> AppResult {
    devices[number].queued.formUnion(devices[number].unsent.keys)
    return synchronize(number)
  }

  /// The app stored the change, and may not have queued it: one of before, which is queued, is sent in its place.
  mutating func forgetTime(of edit: AppEdit, on number: Int) {
    for key in devices[number].rows.keys where edit.key == key || (edit.key == nil && key.isLog) {
      devices[number].rows[key]?.changedAt = nil
    }
  }

  mutating func relaunch(_ number: Int) {
    devices[number].queued.formUnion(devices[number].unsent.keys)
    devices[number].notices = []
    devices[number].failures = 0
    devices[number].isFull = false
  }

  /// One call after the other, as far as it has one result. See AppModel+Judging for the others.
  mutating func perform(_ call: AppCall) -> AppResult {
    switch call {
    case .edit(let edit, let device): return perform(edit, on: device)
    case .synchronize(let device): return synchronize(device)
    case .networkComesBack(let device):
      devices[device].isOnline = true
      return networkComesBack(device)
    case .networkGoes(let device): devices[device].isOnline = false
    case .behave(let behaviour): self.behaviour = behaviour
    case .relaunch(let device, _): relaunch(device)
    case .setClock(let step, let device): devices[device].now += step
    case .setZone(let zone, let device): devices[device].zone = zone
    case .changeOfClocks(let goal, let device):
      (devices[device].zone, devices[device].now) = (.alaska, AppZone.lateEvening)
      defer { devices[device].now = AppZone.morning }
      return perform(.setGoal(goal), on: device)
    case .damage(let key, let device): devices[device].rows[key]?.isDamaged = true
    case .cancelPass(_, let device): return synchronize(device)
    case .fill(let device): devices[device].isFull = true
    case .corrupt(let key, let corruption): server[key] = .corrupted(corruption)
    case .becomeQuiet(let full):
      behaviour = .works
      for device in devices.indices { devices[device].isOnline = true }
      for device in full { relaunch(device) }
      for device in [0, 1, 0] { _ = networkComesBack(device) }
    case .failEach(let failures): foresee(failures)
    case .kill(let kill):
      _ = kill.edit.map { perform($0, on: kill.device) }
      nextNumber += 1
      relaunch(kill.device)
      if kill.edit == nil { return synchronize(kill.device) }
    case .overlap(let overlap):
      for (device, edit) in overlap.allEdits { _ = perform(edit, on: device) }
      for device in [0, 1, 0] { _ = networkComesBack(device) }
    }
    return .done
  }
}
