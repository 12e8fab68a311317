import ArgusReference
import PropertyTesting

/// Sessions over the whole app on two devices: what the user, the system, the network, the cloud and the time do to it.
enum AppMachine {
  typealias AppCommand = Command<AppModel, AppDriver>

  static let commandCount = 0...24

  /// Of outages, of hanging clouds, and of migrations.
  static let operational = machine(weights: ["behave": 10, "relaunch": 6, "migrate": 12, "killDuringMigration": 8, "failDuring": 10])
  /// Of kills.
  static let kept = machine(weights: ["killDuring": 16, "failDuring": 10, "relaunch": 5, "killDuringMigration": 8])
  /// Of what both devices do to one article.
  static let converging = machine(weights: ["setOnline": 10, "setBookmarked": 8, "delete": 6, "migrate": 14, "outage": 10])
  /// Of news.
  static let told = machine(weights: ["refresh": 14, "refreshInTheBackground": 14, "killDuring": 8, "behave": 8, "wait": 8, "migrate": 20])

  private static func machine(weights: [String: Int]) -> StateMachine<AppModel, AppDriver> {
    let commands = [
      refresh, setRead, setBookmarked, open, delete, killDuring, failDuring, migrate, killDuringMigration, refreshInTheBackground, setOnline,
      setClock, behave, changeAccount, becomeActive, wait, outage, relaunch,
    ]
    return StateMachine(
      initially: .twoDevices, commands: commands.map { command in weights[command.name].map { command.weighing($0) } ?? command },
      closing: [becomeQuiet]
    )
    .showing(\.summary)
    .withLongCases
    .withoutSwarm
  }

  /// A command after which everything has come to rest, and is judged.
  private static func command<Argument: Sendable>(
    _ name: String, weight: Int, with argument: @escaping @Sendable (AppModel) -> Generator<Argument>,
    when precondition: (@Sendable (AppModel) -> Bool)? = nil,
    requiring requirement: (@Sendable (AppModel, Argument) -> Bool)? = nil,
    model: @escaping @Sendable (inout AppModel, Argument) -> String,
    system: @escaping @Sendable (AppDriver, Argument) async throws -> String,
    taking take: @escaping @Sendable (inout AppModel, Argument, AppDriver.Sight) throws -> Void = { model, _, sight in
      for event in sight.events { model.take(event) }
    }
  ) -> AppCommand {
    AppCommand(
      name, weight: weight, with: argument, when: precondition, requiring: requirement,
      foreseeing: { (state: inout AppModel, argument: Argument) in
        state.seconds += 1
        _ = model(&state, argument)
      },
      system: { (session: inout AppDriver, argument: Argument) in
        let result = try await system(session, argument)
        return try await session.look(result)
      },
      judging: { state, argument, sight in
        let expected = model(&state, argument)
        state.seconds = sight.time
        try take(&state, argument, sight)
        // Whoever opens an article may find that it was deleted elsewhere in the same moment.
        if !state.isGone(argument, expected, sight.result) {
          try expect("what the user sees of it", sight.result, equals: expected)
        }
        try state.judge(sight)
      })
  }

  // What the user does.

  static let refresh = action("refresh", weight: 8) { _ in news.map { .refresh($0) } }
  static let setRead = action("setRead", weight: 4) { model in Generator<(Int, Bool)>.zip(model.anyArticle, .bool).map { .setRead($0, $1) } }
  static let setBookmarked = action("setBookmarked", weight: 5) { model in
    Generator<(Int, Bool)>.zip(model.anyArticle, .bool).map { .setBookmarked($0, $1) }
  }
  static let open = action("open", weight: 4) { $0.anyArticle.map { .open($0) } }
  static let delete = action("delete", weight: 3) { $0.anyArticle.map { .delete($0) } }

  struct Deed: Sendable, CounterexampleDescribable {
    let device: Int
    let action: AppModel.Action
    var counterexampleDescription: String { "device \(device): \(action.counterexampleDescription)" }
  }

  private static func action(
    _ name: String, weight: Int, _ draw: @escaping @Sendable (AppModel) -> Generator<AppModel.Action>
  ) -> AppCommand {
    command(
      name, weight: weight,
      with: { model in
        let action = draw(model)
        return Generator { source in Deed(device: try source(device), action: try source(action)) }
      }
    ) { model, deed in
      model.perform(deed.action, on: deed.device)
    } system: { session, deed in
      let result = try await session.perform(deed.action, on: deed.device)
      try await session.rest()
      return result
    } taking: { model, deed, sight in
      model.takeAmid(deed.action, on: deed.device, sight.events)
    }
    .labelled("acts while the cloud is away") { step in
      !step.before.isReachable && step.argument(Deed.self).map { step.before.known(on: $0.device) != step.after.known(on: $0.device) } ?? false
    }
    .labelled("is refused during the migration") { step in step.argument(Deed.self).map { step.before.isBlocked($0.device) } ?? false }
    .labelled("changes what the other device has changed") { step in
      step.argument(Deed.self).map { deed in
        step.before.known(on: 1 - deed.device).subtracting(step.before.cloud).contains { other in
          step.after.known(on: deed.device).subtracting(step.before.known(on: deed.device)).contains { $0.article == other.article }
        }
      } ?? false
    }
    .labelled("an important article comes") { $0.after.pushCount > $0.before.pushCount }
  }

  // What the system does.

  static let migrate = command("migrate", weight: 8, with: { _ in device }, requiring: { $0.isBlocked($1) }) { model, device in
    model.migrate(.max, on: device)
    model.devices[device].old = nil
    return "done"
  } system: { session, device in
    try await session.migrate(device, dyingAt: nil, isDone: true)
    try await session.rest()
    return "done"
  }
  .labelled("migrates") { _ in true }

  static let killDuringMigration = command(
    "killDuringMigration", weight: 4,
    with: { _ in
      Generator { source in (device: try source(device), commit: try source(.int(in: 0...2)), isDone: try source(.bool)) }
    }, requiring: { model, death in death.commit < model.devices[death.device].old?.count ?? 0 }
  ) { model, death in
    model.migrate(death.commit + (death.isDone ? 1 : 0), on: death.device)
    return "done"
  } system: { session, death in
    try await session.migrate(death.device, dyingAt: death.commit, isDone: death.isDone)
    try await session.rest()
    return "done"
  }
  .labelled("the migration is interrupted") { _ in true }

  static let refreshInTheBackground = command(
    "refreshInTheBackground", weight: 5,
    with: { _ in
      Generator { source in
        (device: try source(device), items: try source(news), isStopped: try source(.int(in: 0...3)) == 0)
      }
    }, requiring: { model, run in model.devices[run.device].isOnline && !model.isBlocked(run.device) }
  ) { model, run in
    if !run.isStopped {
      let added = model.bring(run.items, to: run.device)
      if added > 0 { model.devices[run.device].summaries.append(added) }
    }
    return "done"
  } system: { session, run in
    try await session.refreshInTheBackground(run.items, on: run.device, isStopped: run.isStopped)
    return "done"
  } taking: { model, run, sight in
    model.takeAmid(run.isStopped ? [] : run.items, on: run.device, sight.events)
  }
  .labelled("news come in the background") { $0.after.summaryCount > $0.before.summaryCount }
  .labelled("an important article comes") { $0.after.pushCount > $0.before.pushCount }

  /// The device may have been restarted: its uptime begins anew.
  static let relaunch = command(
    "relaunch", weight: 4, with: { _ in Generator { source in (device: try source(device), restartsDevice: try source(.bool)) } }
  ) { _, _ in
    "done"
  } system: { session, launch in
    let result = try await session.relaunch(launch.device, restartsDevice: launch.restartsDevice)
    try await session.rest()
    return result
  } taking: { model, launch, sight in
    try model.takeWhatItAsksFor(launch.device, sight)
  }
  .labelled("is launched again with something to send") { step in
    step.argument((device: Int, restartsDevice: Bool).self).map { step.before.hasUnsent($0.device) } ?? false
  }

  static let becomeActive = command("becomeActive", weight: 4, with: { _ in device }) { _, _ in
    "done"
  } system: { session, device in
    try session.app(device).didBecomeActive()
    try await session.rest()
    return "done"
  } taking: { model, device, sight in
    try model.takeWhatItAsksFor(device, sight)
  }

  /// The user signs out of the cloud's account, or in.
  static let changeAccount = command("changeAccount", weight: 3, with: { _ in device }) { model, _ in
    model.behaviour = model.behaviour == .unavailable ? .available : .unavailable
    return "done"
  } system: { session, device in
    try await session.toggleAccount()
    for device in [device, 1 - device] { try session.app(device).handle(.accountChanged) }
    try await session.rest()
    return "done"
  }

  // Network, cloud and time.

  static let setOnline = command(
    "setOnline", weight: 5, with: { model in
      device.flatMap { number in
        Generator<Bool>.frequency((3, .constant(!model.devices[number].isOnline)), (1, .bool)).map { (number, $0) }
      }
    }
  ) { (model: inout AppModel, network: (Int, Bool)) in
    model.devices[network.0].hasComeBack = network.1 && !model.devices[network.0].isOnline
    model.devices[network.0].isOnline = network.1
    return "done"
  } system: { session, network in
    session.setOnline(network.1, network.0)
    try await session.rest()
    return "done"
  } taking: { model, network, sight in
    if model.devices[network.0].hasComeBack { return try model.takeWhatItAsksFor(network.0, sight) }
    for event in sight.events { model.take(event) }
  }
  .labelled("the network comes back") { step in step.argument((Int, Bool).self).map { step.after.devices[$0.0].hasComeBack } ?? false }

  static let setClock = command(
    "setClock", weight: 3, with: { _ in
      Generator { source in (device: try source(device), step: try source(.element(of: [-86_400, -30, 30, 86_400]))) }
    }
  ) { (model: inout AppModel, clock: (device: Int, step: Int)) in
    model.devices[clock.device].clock += clock.step
    return "done"
  } system: { session, clock in
    session.setClock(by: clock.step, on: clock.device)
    try await session.rest()
    return "done"
  }
  .labelled("a clock is set back") { ($0.argument((device: Int, step: Int).self)?.step ?? 0) < 0 }

  static let behave = command(
    "behave", weight: 5, with: { _ in
      .frequency((3, .constant(MemoryCloud.Behaviour.available)), (4, .element(of: [.fails, .losesAnswers, .scrambles, .hangs])))
    }
  ) { (model: inout AppModel, behaviour: MemoryCloud.Behaviour) in
    model.behaviour = behaviour
    return "done"
  } system: { session, behaviour in
    session.behave(behaviour)
    try await session.rest()
    return "done"
  }
  .labelled("the cloud comes back") { !$0.before.isReachable && $0.after.isReachable }

  /// Longer than any pause of the app: what can be sent is sent.
  static let wait = AppCommand(
    "wait", weight: 5, with: Generator<Int>.element(of: [31, 1_000]), foreseeing: { (model: inout AppModel, time: Int) in model.seconds += time },
    system: { (session: inout AppDriver, time: Int) in
      try await session.rest(time)
      return try await session.look()
    },
    judging: { model, time, sight in
      let isGood = model.isReachable
      model.seconds = sight.time
      for event in sight.events { model.take(event) }
      try model.judge(sight)
      if time < 1_000 || !isGood { return }
      for device in model.devices.indices where model.devices[device].isOnline {
        try expect("device \(device) has sent everything", !model.hasUnsent(device))
      }
    })

  struct Outage: Sendable, CounterexampleDescribable {
    let deed: Deed
    let behaviour: MemoryCloud.Behaviour
    var counterexampleDescription: String { "\(behaviour.rawValue), \(deed.counterexampleDescription)" }
  }

  /// The user acts while the cloud is away, which comes back: a quarter of an hour later it has been told.
  static let outage = AppCommand(
    "outage", weight: 5,
    with: { model in
      let mark = Generator<(Int, Bool)>.zip(model.anyArticle, .bool).map { AppModel.Action.setBookmarked($0, $1) }
      return Generator { source in
        Outage(
          deed: Deed(device: try source(device), action: try source(mark)),
          behaviour: try source(.element(of: [.fails, .losesAnswers, .unavailable])))
      }
    }, when: { $0.behaviour != .hangs },
    foreseeing: { (model: inout AppModel, outage: Outage) in
      model.behaviour = .available
      _ = model.perform(outage.deed.action, on: outage.deed.device)
      model.seconds += 1_001
    },
    system: { (session: inout AppDriver, outage: Outage) in
      session.behave(outage.behaviour)
      let result = try await session.perform(outage.deed.action, on: outage.deed.device)
      try await session.rest()
      session.behave(.available)
      try await session.rest(1_000)
      return try await session.look(result)
    },
    judging: { model, outage, sight in
      let expected = model.perform(outage.deed.action, on: outage.deed.device)
      try expect("what the user sees of it", sight.result, equals: expected)
      (model.behaviour, model.seconds) = (.available, sight.time)
      for event in sight.events { model.take(event) }
      try model.judge(sight)
      for device in model.devices.indices where model.devices[device].isOnline {
        try expect("device \(device) has sent everything", !model.hasUnsent(device))
      }
    }
  )
  .labelled("acts while the cloud is away") { step in
    step.argument(Outage.self).map { step.before.known(on: $0.deed.device) != step.after.known(on: $0.deed.device) } ?? false
  }
  .labelled("the cloud comes back") { _ in true }

  /// The cloud and the network are there, time passes, and both devices are looked at.
  static let becomeQuiet = AppCommand(
    "becomeQuiet", with: Generator<Int>.constant(0), foreseeing: { (_: inout AppModel, _: Int) in },
    system: { (session: inout AppDriver, _: Int) in
      session.behave(.available)
      for device in 0...1 { session.setOnline(true, device) }
      try await session.rest(2_000)
      for device in [0, 1, 0, 1] {
        try session.app(device).didBecomeActive()
        try await session.rest()
      }
      return try await session.look()
    },
    judging: { model, _, sight in
      model.seconds = sight.time
      for event in sight.events { model.take(event) }
      try model.judge(sight)
      try model.expectConvergence()
    })

  // What is drawn.

  static let device = Generator<Int>.int(in: 0...1)


  static let news = Generator<[AppModel.Item]> { source in
    let ids = Set(try source(.array(of: .int(in: 0...3), count: 1...3))).sorted()
    var items: [AppModel.Item] = []
    for id in ids {
      items.append(AppModel.Item(id: id, edition: try source(.int(in: 0...3)), isImportant: try source(.bool)))
    }
    return items
  }
}

extension AppModel {
  fileprivate func isGone(_ argument: some Sendable, _ expected: String, _ result: String) -> Bool {
    guard let deed = argument as? AppMachine.Deed, case .open(let id) = deed.action else { return false }
    return expected == "done" && result == "notFound" && !shown(on: deed.device).contains { $0.article == id }
  }

  /// Mostly one that somebody shows.
  var anyArticle: Generator<Int> {
    let shown = Set(devices.indices.flatMap { self.shown(on: $0).map(\.article) }).sorted()
    return shown.isEmpty ? .int(in: 0...5) : .frequency((6, .element(of: shown)), (1, .int(in: 0...5)))
  }

  var pushCount: Int { devices.reduce(0) { $0 + $1.pushes.count } }
  var summaryCount: Int { devices.reduce(0) { $0 + $1.summaries.count } }
}
