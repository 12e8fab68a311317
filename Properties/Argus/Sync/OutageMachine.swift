import ArgusReference
import PropertyTesting

/// ARG-20 and ARG-21: as ``DevicesMachine``, but the apps decide by themselves when to use the cloud.
enum OutageMachine {
  typealias DevicesCommand = Command<DevicesModel, DevicesUnderTest>

  /// The user asks for it. An app that is local does nothing.
  static let synchronize = DevicesCommand("synchronize", weight: 9, with: .int(in: 0...1)) { model, device in
    model.synchronizeIfInTheCloud(device)
    model.pass(1)
  } system: { app, device in
    do { try await app.app(device).synchronize() } catch is ArgusError {}
    try await app.pass(milliseconds: 1)
  }
  .labelled("goes local") { step in
    step.argument(Int.self).map { step.before.devices[$0].mode == .cloud && step.after.devices[$0].mode == .local } ?? false
  }

  /// The cloud goes, and the app finds out.
  static let outage = DevicesCommand(
    "outage", weight: 5, with: Generator<(Int, MemoryCloud.Behaviour)>.zip(
      .int(in: 0...1), .element(of: [.fails, .losesAnswers, .unavailable]))
  ) { model, outage in
    model.behaviour = outage.1
    for _ in 0..<3 { model.synchronizeIfInTheCloud(outage.0) }
    model.pass(1)
  } system: { app, outage in
    app.cloud.behave(outage.1)
    for _ in 0..<3 { do { try await app.app(outage.0).synchronize() } catch is ArgusError {} }
    try await app.pass(milliseconds: 1)
  }
  .labelled("goes local") { step in
    step.argument((Int, MemoryCloud.Behaviour).self).map {
      step.before.devices[$0.0].mode == .cloud && step.after.devices[$0.0].mode == .local
    } ?? false
  }

  static let wait = DevicesCommand("wait", weight: 4) { model in
    model.pass(901_000)
  } system: { app in
    try await app.pass(milliseconds: 901_000)
  }
  .labelled("recovers by itself") { step in
    [0, 1].contains { step.before.devices[$0].mode == .local && step.after.devices[$0].mode == .cloud }
  }
  .labelled("a recovery fails") { $0.after.failedRecoveries > $0.before.failedRecoveries }

  static let relaunch = DevicesCommand("relaunch", weight: 5, with: .int(in: 0...1)) { model, device in
    model.launch(device)
    model.pass(1)
  } system: { app, device in
    try await app.relaunch(device)
  }
  .labelled("is launched again with something to send") { step in
    step.argument(Int.self).map { !step.before.devices[$0].unsent.isEmpty } ?? false
  }

  static let save = DevicesMachine.save.labelled("writes while local") { step in
    step.argument(DevicesMachine.Save.self).map { step.before.devices[$0.device].mode == .local } ?? false
  }

  static let behave = DevicesCommand(
    "behave", weight: 4,
    with: .frequency((2, .constant(.available)), (1, .element(of: [.fails, .losesAnswers, .scrambles, .unavailable])))
  ) { (model: inout DevicesModel, behaviour: MemoryCloud.Behaviour) in
    model.behaviour = behaviour
  } system: { app, behaviour in
    app.cloud.behave(behaviour)
  }

  static let markSeen = DevicesCommand(
    "markSeen", weight: 2, with: .zip(.int(in: 0...1), .element(of: Array(DevicesModel.articles)))
  ) { model, place in
    model.pass(1_000)
    model.markSeen(place.1, on: place.0)
  } system: { app, place in
    try await app.pass(seconds: 1)
    try await app.app(place.0).articles.markSeen("\(place.1)")
  }

  /// The cloud works, and some time passes; then both ask for what the other one sent last.
  static let becomeQuiet = DevicesCommand("becomeQuiet") { model in
    model.behaviour = .available
    for _ in 0..<2 { model.pass(901_000) }
    for device in [0, 1, 0, 1] { model.synchronizeIfInTheCloud(device) }
    return model.shown(on: 0) == model.shown(on: 1)
  } system: { app in
    app.cloud.behave(.available)
    for _ in 0..<2 { try await app.pass(milliseconds: 901_000) }
    for device in [0, 1, 0, 1] { try await app.app(device).synchronize() }
    return try await app.shown(on: 0) == app.shown(on: 1)
  }
  .labelled("recovers by itself") { $0.before.devices.contains { $0.mode == .local } }

  static let modes = Invariant<DevicesModel, DevicesUnderTest>(
    "mode, by device", model: { $0.devices.map(\.mode) }, system: { app in try [0, 1].map { try app.app($0).storage.mode } })
  static let sent = Invariant<DevicesModel, DevicesUnderTest>(
    "records sent to the cloud", model: \.sent, system: { $0.cloud.log.count })

  static let machine = StateMachine(
    initially: DevicesModel(), commands: [save, outage, synchronize, DevicesMachine.delete.weighing(7), wait, behave, markSeen, relaunch],
    closing: [becomeQuiet], invariants: [modes, DevicesMachine.articles, DevicesMachine.seen]
  )
  .showing(\.summary)
  .withLongCases
  .withoutSwarm
}

extension DevicesModel {
  private var isThere: Bool { [.available, .scrambles, .losesAnswers].contains(behaviour) }

  mutating func launch(_ device: Int) {
    devices[device].health = .unknown
    devices[device].mode = isThere ? .cloud : .local
    devices[device].due = isThere ? nil : now + 900_000
  }

  mutating func synchronizeIfInTheCloud(_ device: Int) {
    if devices[device].mode == .cloud { exchange(device) }
  }

  /// - Returns: whether it worked.
  @discardableResult
  private mutating func exchange(_ device: Int) -> Bool {
    let works = synchronize(device)
    // Sending and fetching; if sending fails, nothing is fetched.
    for outcome in works ? [OperationOutcome.success, .success] : [.failure] {
      devices[device].health = devices[device].health.after(outcome)
    }
    if devices[device].health.health == .failed && devices[device].mode == .cloud {
      devices[device].mode = .local
      devices[device].due = now + 900_000
    }
    return works
  }

  mutating func pass(_ milliseconds: Int) {
    let end = now + milliseconds
    while let next = devices.compactMap(\.due).min(), next <= end, let device = devices.firstIndex(where: { $0.due == next }) {
      now = next
      if isThere && exchange(device) {
        devices[device].mode = .cloud
        devices[device].due = nil
      } else {
        failedRecoveries += 1
        devices[device].due = now + 900_000
      }
    }
    now = end
    seconds = Int((Double(now) / 1_000).rounded())
  }
}
