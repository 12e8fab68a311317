import PropertyTesting

/// Sessions on two devices: what the user, the system, the network, the server and the time do to the app.
enum AppMachine {
  typealias AppCommand = Command<AppModel, AppDriver>

  static let commandCount = 0...20

  /// Of outages, full disks and changed clocks.
  static let operational = machine(weights: ["behave": 8, "fill": 4, "setGoal": 10, "setClock": 10, "setZone": 8])
  /// Of kills and failures.
  static let kept = machine(weights: [
    "kill": 12, "failEach": 8, "relaunch": 6, "overlap": 6, "damage": 1, "changeOfClocks": 1, "cancelPass": 8,
  ])
  /// Of what both devices do to one entry.
  static let converging = machine(weights: [
    "overlap": 36, "damage": 1, "changeOfClocks": 1, "editInvalid": 1, "corrupt": 1, "networkGoes": 6, "networkComesBack": 8,
    "change": 10, "delete": 8, "behave": 9, "synchronize": 14,
  ])
  /// Of documents that do not read.
  static let reading = machine(weights: ["corrupt": 12, "synchronize": 18, "add": 10])

  private static func machine(weights: [String: Int]) -> StateMachine<AppModel, AppDriver> {
    let commands = [
      add, change, delete, setGoal, editInvalid, synchronize, networkGoes, networkComesBack, behave, relaunch, setClock, setZone,
      changeOfClocks, damage, fill, corrupt, failEach, kill, overlap, addAgain, cancelPass,
    ]
    return StateMachine(
      initially: AppModel(), commands: commands.map { command in
        var command = command
        command.weight = weights[command.name] ?? command.weight
        return command
      },
      closing: [becomeQuiet]
    )
    .showing(\.summary)
    .withLongCases
    .withoutSwarm
  }

  private static func command(
    _ name: String, weight: Int, when: (@Sendable (AppModel) -> Bool)? = nil,
    _ call: @escaping @Sendable (AppModel) -> Generator<AppCall>
  ) -> AppCommand {
    AppCommand(
      name, weight: weight, with: call, when: when, requiring: { $0.allows($1) },
      foreseeing: { (model: inout AppModel, call: AppCall) in _ = model.perform(call) },
      system: { (driver: inout AppDriver, call: AppCall) in try await driver.perform(call) },
      judging: { model, call, sight in try model.judge(call, sight) })
  }

  // What the user does.

  static let add = edit("add", weight: 8) { model in
    Generator<Int>.int(in: 0...99).map { .add(.entry(model.nextNumber), $0) }
  }
  static let change = edit("change", weight: 5) { $0.anyChange }
  static let delete = edit("delete", weight: 3) { $0.anyKey.map { .delete($0) } }
  /// Mostly what is there, or was deleted; the server may not know of that.
  static let addAgain = edit("addAgain", weight: 2) { model in
    Generator<(AppKey, Int)>.zip(model.anyKey, .int(in: 1_100...1_400)).map { .add($0, $1) }
  }
  static let setGoal = edit("setGoal", weight: 4) { _ in Generator<Int>.int(in: -1...99).map { .setGoal($0) } }
  static let editInvalid = edit("editInvalid", weight: 2) { model in
    .oneOf(
      .constant(.addInvalid(.entry(model.nextNumber))), model.anyKey.map { .changeInvalid($0) },
      Generator<Double>.element(of: [-1, 50_001, .nan, .infinity, -0.25]).map { .setInvalidGoal($0) })
  }

  private static func edit(
    _ name: String, weight: Int, _ edit: @escaping @Sendable (AppModel) -> Generator<AppEdit>
  ) -> AppCommand {
    command(name, weight: weight) { model in
      let edit = edit(model)
      return Generator { source in .edit(try source(edit), on: try source(device)) }
    }
    .labelled("acts while the server is away") { step in
      step.argument(AppCall.self).map { step.before.isAway(for: $0.device) && step.seen == .done } ?? false
    }
    .labelled("is refused by a full disk") { $0.seen == .failed }
    .labelled("changes what the other device has changed") { step in
      guard case .edit(let edit, let device)? = step.argument(AppCall.self), let key = edit.key else { return false }
      return step.seen == .done && step.before.devices[1 - device].rows[key]?.isUnsent == true
    }
    .labelled("makes a second log") { step in
      let logs = step.after.devices.map { $0.shown.keys.count(where: \.isLog) }
      return logs.max() ?? 0 > 1 && step.before.devices.map { $0.shown.keys.count(where: \.isLog) } != logs
    }
  }

  // What network, server, system and time do.

  static let synchronize = command("synchronize", weight: 10) { _ in device.map { .synchronize($0) } }
    .labelled("skips a corrupted document") { !$0.skipped.isEmpty }
    .labelled("keeps what it had of a corrupted document") { step in
      step.skipped.contains { step.after.devices[step.device ?? 0].shown[$0] != nil }
    }
  static let networkGoes = command("networkGoes", weight: 3) { _ in device.map { .networkGoes($0) } }
  static let networkComesBack = command("networkComesBack", weight: 4) { _ in device.map { .networkComesBack($0) } }
    .labelled("comes back with something to send") { step in
      step.device.map { !step.before.devices[$0].unsent.isEmpty && step.seen == .done } ?? false
    }
  static let behave = command("behave", weight: 3) { _ in
    .frequency((3, .constant(.behave(.works))), (4, Generator<ServerBehaviour>.anyCase().map { .behave($0) }))
  }
  static let relaunch = command("relaunch", weight: 3) { _ in
    Generator { source in .relaunch(try source(device), restartsDevice: try source(.bool)) }
  }
  .labelled("is launched again with something to send") { step in
    step.device.map { !step.before.devices[$0].unsent.isEmpty } ?? false
  }

  static let setClock = command("setClock", weight: 3) { _ in
    let step = Generator<Int>.element(of: [1, 21_600, 43_200, 86_400, 40 * 86_400, -1, -21_600, -86_400])
    return Generator { source in .setClock(try source(step), on: try source(device)) }
  }
  .labelled("its day changes") { $0.changesTheDay }
  static let setZone = command("setZone", weight: 2) { _ in
    let zone = Generator<AppZone>.element(of: [.fixed(0), .fixed(-11 * 3_600), .fixed(14 * 3_600), .fixed(20_700), .alaska])
    return Generator { source in .setZone(try source(zone), on: try source(device)) }
  }
  .labelled("its day changes") { $0.changesTheDay }
  static let changeOfClocks = command("changeOfClocks", weight: 2) { _ in
    Generator { source in .changeOfClocks(goal: try source(.int(in: 0...99)), on: try source(device)) }
  }
  .labelled("clocks change in the night") { $0.seen == .done }
  static let damage = command("damage", weight: 2, when: { !$0.whole.isEmpty }) { model in
    Generator<(device: Int, key: AppKey)>.element(of: model.whole).map { .damage($0.key, on: $0.device) }
  }
  .labelled("a row does not read, and others do") { step in
    guard case .damage(_, let device)? = step.argument(AppCall.self) else { return false }
    return !step.after.devices[device].shown.isEmpty
  }
  static let fill = command("fill", weight: 1) { _ in device.map { .fill($0) } }
  static let corrupt = command("corrupt", weight: 3, when: { !$0.readable.isEmpty }) { model in
    let key = Generator<AppKey>.element(of: model.readable)
    return Generator { source in .corrupt(try source(key), try source(.anyCase())) }
  }

  // What fails, dies and comes at once.

  static let failEach = command("failEach", weight: 3) { model in
    let keys = model.anyKey
    return Generator { source in
      let device = try source(device)
      let kinds: [FailureAtEach.Kind] = [.add(model.nextNumber), .change(try source(keys)), .setGoal]
      return .failEach(
        FailureAtEach(
          place: try source(.anyCase()), device: device, isOfPasses: try source(.bool), kind: kinds[try source(.int(in: 0...2))]))
    }
  }
  .labelled("an edit fails at each of its calls") { step in
    if case .failEach(let failures)? = step.argument(AppCall.self) { !failures.isOfPasses } else { false }
  }
  .labelled("a pass fails at each of its calls") { step in
    if case .failEach(let failures)? = step.argument(AppCall.self) { failures.isOfPasses } else { false }
  }

  static let kill = command("kill", weight: 3) { model in
    let edit = Generator<AppEdit>.oneOf(
      // Of new values: what is seen afterwards says whether it came.
      .constant(.add(.entry(model.nextNumber), 7)), model.anyKey.map { .change($0, 1_000 + model.nextNumber) },
      model.anyKey.map { .delete($0) }, .constant(.setGoal(1_000 + model.nextNumber)))
    return Generator { source in
      .kill(
        Kill(
          device: try source(device), edit: try source(.optional(edit)), commit: try source(.int(in: 0...2)),
          isDone: try source(.bool)))
    }
  }
  .labelled("is killed before a change is stored") { step in
    if case .kill(let kill)? = step.argument(AppCall.self) {
      kill.edit != nil && step.before.devices[kill.device].values == step.after.devices[kill.device].values
    } else {
      false
    }
  }
  .labelled("is killed after a change is stored") { step in
    if case .kill(let kill)? = step.argument(AppCall.self) {
      kill.edit != nil && step.before.devices[kill.device].values != step.after.devices[kill.device].values
    } else {
      false
    }
  }
  .labelled("is killed in a pass") { step in
    if case .kill(let kill)? = step.argument(AppCall.self) { kill.edit == nil } else { false }
  }

  static let cancelPass = command("cancelPass", weight: 2) { _ in
    Generator { source in .cancelPass(turns: try source(.int(in: 0...24)), on: try source(device)) }
  }
  .labelled("a pass is cancelled") { $0.result(AppSight.self)?.results == [.cancelled] }

  static let overlap = command("overlap", weight: 4) { model in
    let edit = Generator<AppEdit>.frequency((3, model.anyChange), (2, model.anyKey.map { .delete($0) }))
    return Generator { source in
      var edits: [(device: Int, edit: AppEdit)] = []
      var passes: [(device: Int, turns: Int)] = []
      var calls = 4
      let unsent = model.unsentChanges
      if !unsent.isEmpty, try source(.int(in: 0...2)) > 0 {
        // Changed again while a pass sends it.
        let (device, key) = try source(.element(of: unsent))
        edits.append((device, .change(key, try source(.int(in: 100...999)))))
        passes.append((device, try source(.int(in: 0...3))))
        calls = unsent.count { $0.device == device } - 1
      }
      for _ in edits.count..<(try source(.int(in: 1...3))) {
        let (device, edit) = (try source(device), try source(edit))
        // One change of an entry by each device: which of two comes last is not known.
        if !edits.contains(where: { $0.device == device && $0.edit.key == edit.key }) { edits.append((device, edit)) }
      }
      if try source(.bool) { edits.append((try source(device), .add(.entry(model.nextNumber + 1), 3))) }
      for _ in passes.count..<(try source(.int(in: 1...3))) { passes.append((try source(device), try source(.int(in: 0...12)))) }
      return .overlap(
        Overlap(
          edits: edits, turns: try source(.int(in: 0...12)), passes: passes,
          callsBeforeFailure: try source(.optional(.int(in: 0...calls))), answer: try source(.optional(.int(in: 1_500...1_999)))))
    }
  }
  .labelled("both devices change one entry at once") { step in
    guard case .overlap(let overlap)? = step.argument(AppCall.self) else { return false }
    return overlap.edits.contains { edit in overlap.edits.contains { $0.device != edit.device && $0.edit.key == edit.edit.key } }
  }
  .labelled("a change is answered") { step in
    guard case .overlap(let overlap)? = step.argument(AppCall.self), let sight = step.result(AppSight.self) else { return false }
    return overlap.answeringEdit != nil && sight.results.first == .done && sight.results.last == .done
  }
  .labelled("edits beside a pass") { step in
    guard case .overlap(let overlap)? = step.argument(AppCall.self) else { return false }
    return overlap.edits.contains { edit in overlap.passes.contains { $0.device == edit.device } }
  }

  static let becomeQuiet = command("becomeQuiet", weight: 1) { model in
    .constant(.becomeQuiet(full: model.devices.indices.filter { model.devices[$0].isFull }))
  }

  private static let device = Generator<Int>.int(in: 0...1)
}

extension AppModel {
  /// Mostly one that somebody has, or has deleted and not sent; often one that is not sent.
  fileprivate var anyKey: Generator<AppKey> {
    let known = Set(devices.flatMap(\.rows.keys)).filter { !$0.isLog }.sorted()
    let unsent = Set(devices.flatMap(\.unsent.keys)).filter { !$0.isLog }.sorted()
    let any = Generator<Int>.int(in: 1...max(1, nextNumber - 1)).map(AppKey.entry)
    if known.isEmpty { return any }
    return .frequency((3, .element(of: known)), (unsent.isEmpty ? 0 : 4, .element(of: unsent + known)), (1, any))
  }

  /// Entries with their devices that the next pass sends.
  fileprivate var unsentChanges: [(device: Int, key: AppKey)] {
    devices.enumerated().flatMap { number, device in
      device.unsent.filter { !$0.key.isLog && $0.value.value != nil }.keys.sorted().map { (number, $0) }
    }
  }

  fileprivate var anyChange: Generator<AppEdit> {
    Generator<(AppKey, Int)>.zip(anyKey, .int(in: 100...999)).map { .change($0, $1) }
  }

  fileprivate var readable: [AppKey] {
    server.filter { !$0.key.isLog && $0.value.value != nil }.keys.sorted()
  }

  /// Rows that read, and of which the server knows, on devices whose disk is not full.
  fileprivate var whole: [(device: Int, key: AppKey)] {
    devices.enumerated().flatMap { number, device in
      device.isFull ? [] : device.shown.keys.filter { device.rows[$0]?.isUnsent == false }.sorted().map { (number, $0) }
    }
  }

  fileprivate func isAway(for device: Int?) -> Bool { behaviour != .works || device.map { !devices[$0].isOnline } ?? false }

  /// Whether the call has a result that the model can tell.
  fileprivate func allows(_ call: AppCall) -> Bool {
    func isReady(_ device: Int) -> Bool { behaviour == .works && devices[device].isOnline && !devices[device].isFull }
    return switch call {
    case .synchronize(let device), .networkComesBack(let device): !devices[device].isFull
    case .cancelPass(_, let device): isReady(device)
    case .corrupt(let key, _): readable.contains(key)
    case .damage(let key, let device): whole.contains { $0 == (device, key) }
    case .failEach(let failures):
      allows(failures.edit(0), on: failures.device, isBeforeAPass: failures.isOfPasses)
        && (failures.isOfPasses
          ? isReady(failures.device) : failures.place.serverFailures == nil && !devices[failures.device].isFull)
    case .kill(let kill):
      // Whether a row that does not read is there or not is not seen.
      kill.edit == nil
        ? isReady(kill.device)
        : !devices[kill.device].isFull && kill.edit?.key.flatMap { devices[kill.device].rows[$0] }?.isDamaged != true
    case .overlap(let overlap):
      isReady(0) && isReady(1)
        && overlap.edits.allSatisfy { edit in
          guard case .add(let key, _) = edit.edit else { return true }
          return key.number >= nextNumber && overlap.edits.count { $0.edit.key == key } == 1
        }
    default: true
    }
  }

  private func allows(_ edit: AppEdit, on device: Int, isBeforeAPass: Bool) -> Bool {
    switch edit {
    case .add(let key, _): key.number >= nextNumber
    case .change(let key, _): devices[device].shown[key] != nil
    case .setGoal: !isBeforeAPass  // The pass may bring another log of the day.
    case .delete, .addInvalid, .changeInvalid, .setInvalidGoal: true
    }
  }

  var summary: String {
    let lines = devices.enumerated().map { number, device in
      let state = "\(number)\(device.isOnline ? "" : " offline")\(device.isFull ? " full" : "")"
      return "\(state): \(describe(device.shown)), unsent \(describe(device.unsent.keys.sorted()))"
    }
    return lines.joined(separator: "; ") + "; the server \(behaviour.rawValue): \(describe(server))"
  }
}

extension AppCall {
  var device: Int? {
    switch self {
    case .edit(_, let device), .synchronize(let device), .networkGoes(let device), .networkComesBack(let device),
      .relaunch(let device, _), .setClock(_, let device), .setZone(_, let device), .fill(let device):
      device
    default: nil
    }
  }
}

extension CommandStep where Model == AppModel {
  fileprivate var device: Int? { argument(AppCall.self)?.device }
  fileprivate var changesTheDay: Bool {
    device.map { before.devices[$0].todaysLog != after.devices[$0].todaysLog } ?? false
  }
  fileprivate var seen: AppResult? { result(AppSight.self)?.result }
  fileprivate var skipped: [AppKey] {
    guard let device else { return [] }
    return after.devices[device].notices.subtracting(before.devices[device].notices).compactMap {
      if case .skipped(let key) = $0 { key } else { nil }
    }
  }
}
