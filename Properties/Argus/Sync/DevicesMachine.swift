import ArgusReference
import PropertyTesting
import StorageFaults

/// Two devices write, synchronize over a cloud with its troubles, and are launched again.
enum DevicesMachine {
  typealias DevicesCommand = Command<DevicesModel, DevicesDriver>

  /// ARG-25: the devices exchange what they have whenever they are told to.
  static let exchanging = machine(
    [
      save.weighing(14), exchange.weighing(12), saveNamesake.weighing(4), delete.weighing(5), deleteNamesake,
      deleteWhileHiding.weighing(8), deleteUnknowing.weighing(6), markSeen.weighing(5), behave.weighing(4), relaunch.weighing(3),
    ], closing: becomeQuiet
  ).keeping(articles, seen, tokens, sent)

  /// ARG-20 and ARG-21: the apps decide by themselves when to use the cloud.
  static let underOutages = machine(
    [
      save.weighing(10), outage.weighing(5), synchronize.weighing(9), delete.weighing(8), wait.weighing(4), behaveMostlyWell.weighing(4),
      markSeen.weighing(2), relaunch.weighing(6),
    ], closing: recover)

  private static func machine(
    _ commands: [DevicesCommand], closing: DevicesCommand
  ) -> StateMachine<DevicesModel, DevicesDriver> {
    StateMachine(initially: DevicesModel(), commands: commands, closing: [closing])
      .showing(\.summary).withLongCases.withoutSwarm
  }

  // What is compared after each command.

  static let articles = Invariant<DevicesModel, DevicesDriver>(
    "articles, by device", model: { model in [0, 1].map { model.shown(on: $0) } },
    system: { app in [try await app.shown(on: 0), try await app.shown(on: 1)] })
  static let seen = Invariant<DevicesModel, DevicesDriver>(
    "when each article was seen, by device", model: { model in [0, 1].map { model.seen(on: $0) } },
    system: { app in [try await app.seen(on: 0), try await app.seen(on: 1)] })
  static let modes = Invariant<DevicesModel, DevicesDriver>(
    "mode, by device", model: { $0.devices.map(\.mode) }, system: { app in try [0, 1].map { try app.app($0).storage.mode } })
  static let sent = Invariant<DevicesModel, DevicesDriver>(
    "records sent to the cloud", model: \.sent, system: { $0.cloud.log.count })
  static let tokens = Invariant<DevicesModel, DevicesDriver>(
    "requests for another page than the next", model: { _ in 0 }, system: { $0.wrongTokens })

  // What users do.

  struct Save: Sendable {
    let device: Int
    let article: Int
    let edit: UserEdit
    let fault: StoreFault?
  }

  static let save = save("save", of: DevicesModel.articles) { _ in .int(in: 0...1) }
    .labelled("writes during an outage") { ![.available, .scrambles].contains($0.before.behaviour) }
    .labelled("writes while local") { (before, _, save: Save) in before.devices[save.device].mode == .local }
    .labelled("makes a deleted article anew") { (before, _, save: Save) in
      before.devices[save.device].known.contains { $0.article == save.article && $0.kind == .deletion }
        && !before.shown(on: save.device).contains { $0.article == save.article }
    }

  /// Mostly on a device that does not show article 0, while the other one does.
  static let saveNamesake = save("saveNamesake", of: [DevicesModel.namesake]) { model in
    let shows = [0, 1].map { device in model.shown(on: device).contains { $0.article == 0 } }
    return shows[0] == shows[1] ? .int(in: 0...1) : .frequency((7, .constant(shows[0] ? 1 : 0)), (1, .constant(shows[0] ? 0 : 1)))
  }

  private static func save(
    _ name: String, of articles: [Int], on device: @escaping @Sendable (DevicesModel) -> Generator<Int>
  ) -> DevicesCommand {
    DevicesCommand(
      name,
      with: { model in
        .build(
          Save.init, from: device(model), .element(of: articles), .userEdit(titled: "title \(model.saves)"), .storeFault)
      }
    ) { model, save in
      model.save(save.article, on: save.device, save.edit)
    } system: { app, save in
      try await app.save(save.article, on: save.device, save.edit, despite: save.fault)
    }
  }

  struct Place: Sendable {
    let article: Int
    let device: Int

    static func any(of articles: [Int]) -> Generator<Place> { .build(Place.init, from: .element(of: articles), .int(in: 0...1)) }
  }

  static let delete = delete("delete") { _ in Place.any(of: DevicesModel.articles) }
  static let deleteNamesake = delete("deleteNamesake") { _ in Place.any(of: [DevicesModel.namesake]) }

  /// Mostly article 0, with which the one goes that it hides; otherwise another one, with which nothing else goes.
  static let deleteWhileHiding = delete("deleteWhileHiding", when: { !hiding($0).isEmpty }) { model in
    .build(Place.init, from: .frequency((3, .constant(0)), (1, .element(of: [1, 2]))), .element(of: hiding(model)))
  }

  /// The devices that know two articles of one address.
  private static func hiding(_ model: DevicesModel) -> [Int] {
    model.devices.indices.filter { DevicesModel.hasNamesakes(model.devices[$0].known) }
  }

  /// A device that shows article 0 deletes it, and does not know of its namesake, which the other one hides: there it appears.
  static let deleteUnknowing = DevicesCommand(
    "deleteUnknowing", with: { model in .element(of: lacking(model)) }, when: { $0.behaviour == .available && !lacking($0).isEmpty }
  ) { (model: inout DevicesModel, other: Int) in
    model.save(DevicesModel.namesake, on: other, UserEdit(title: nil, read: nil, bookmarked: nil))
    for device in [1 - other, other] { _ = model.exchange(device) }
    model.delete(0, on: 1 - other)
    for device in [1 - other, other] { _ = model.exchange(device) }
  } system: { app, other in
    try await app.save(DevicesModel.namesake, on: other, UserEdit(title: nil, read: nil, bookmarked: nil), despite: nil)
    for device in [1 - other, other] { _ = try await app.exchange(device) }
    _ = try await app.app(1 - other).articles.delete("0")
    for device in [1 - other, other] { _ = try await app.exchange(device) }
  }
  .labelled("a hidden article appears") { (before, after, other: Int) in
    after.shown(on: other).contains { $0.article == DevicesModel.namesake }
  }

  /// The devices that do not know of article 0, which the other one shows.
  private static func lacking(_ model: DevicesModel) -> [Int] {
    model.devices.indices.filter { device in
      !model.devices[device].known.contains { $0.article == 0 } && model.shown(on: 1 - device).contains { $0.article == 0 }
        && !model.devices[1 - device].known.contains { $0.article == DevicesModel.namesake }
    }
  }

  private static func delete(
    _ name: String, when isApplicable: (@Sendable (DevicesModel) -> Bool)? = nil,
    _ place: @escaping @Sendable (DevicesModel) -> Generator<Place>
  ) -> DevicesCommand {
    DevicesCommand(name, with: place, when: isApplicable) { model, place in
      model.delete(place.article, on: place.device)
    } system: { app, place in
      _ = try await app.app(place.device).articles.delete("\(place.article)")
    }
    .labelled("deletes what the other one edits") { (before, after, place: Place) in
      after.devices[place.device].unsent.contains { $0.article == place.article && $0.kind == .deletion }
        && before.devices[1 - place.device].unsent.contains { $0.article == place.article }
    }
  }

  static let markSeen = DevicesCommand("markSeen", with: Place.any(of: DevicesModel.articles)) { model, place in
    model.pass(milliseconds: 1_000)
    model.markSeen(place.article, on: place.device)
  } system: { app, place in
    try await app.pass(milliseconds: 1_000)
    _ = try await app.app(place.device).articles.markSeen("\(place.article)")
  }

  // What devices and the cloud do.

  struct Exchange: Sendable {
    let device: Int
    let fault: StoreFault?
  }

  static let exchange = DevicesCommand("exchange", with: .build(Exchange.init, from: .int(in: 0...1), .storeFault)) { model, exchange in
    model.exchange(exchange.device)
  } system: { app, exchange in
    try await app.exchange(exchange.device, despite: exchange.fault)
  }
  .labelled("both wrote one article") { (before, after, exchange: Exchange) in
    let device = before.devices[exchange.device]
    let theirs = before.cloud.subtracting(device.known)
    return after.devices[exchange.device].known.isSuperset(of: theirs)
      && device.unsent.contains { deed in theirs.contains { $0.article == deed.article && $0.generation == deed.generation } }
  }
  .labelled("two articles of one address meet") { (before, after, exchange: Exchange) in
    DevicesModel.hasNamesakes(after.devices[exchange.device].known)
      && !DevicesModel.hasNamesakes(before.devices[exchange.device].known)
  }

  static let synchronize = DevicesCommand("synchronize", with: .int(in: 0...1)) { model, device in
    model.synchronize(device)
    model.pass(milliseconds: 1)
  } system: { app, device in
    do { try await app.app(device).synchronize() } catch is ArgusError {}
    try await app.pass(milliseconds: 1)
  }
  .labelled("goes local") { $0.switches(to: .local) }

  /// The cloud goes, and the app finds out.
  static let outage = DevicesCommand(
    "outage", with: Generator<(Int, MemoryCloud.Behaviour)>.zip(.int(in: 0...1), .element(of: [.fails, .losesAnswers, .unavailable]))
  ) { model, outage in
    model.behaviour = outage.1
    for _ in 0..<3 { model.synchronize(outage.0) }
    model.pass(milliseconds: 1)
  } system: { app, outage in
    app.cloud.behave(outage.1)
    for _ in 0..<3 { do { try await app.app(outage.0).synchronize() } catch is ArgusError {} }
    try await app.pass(milliseconds: 1)
  }
  .labelled("goes local") { $0.switches(to: .local) }

  static let behave = behave(.element(of: [.available, .fails, .losesAnswers, .scrambles, .unavailable]))
  static let behaveMostlyWell = behave(
    .frequency((2, .constant(.available)), (1, .element(of: [.fails, .losesAnswers, .scrambles, .unavailable]))))

  private static func behave(_ behaviour: Generator<MemoryCloud.Behaviour>) -> DevicesCommand {
    DevicesCommand("behave", with: behaviour) { model, behaviour in
      model.behaviour = behaviour
    } system: { app, behaviour in
      app.cloud.behave(behaviour)
    }
  }

  static let wait = DevicesCommand("wait") { model in
    model.pass(milliseconds: 901_000)
  } system: { app in
    try await app.pass(milliseconds: 901_000)
  }
  .labelled("recovers by itself") { $0.switches(to: .cloud) }
  .labelled("a recovery fails") { $0.after.failedRecoveries > $0.before.failedRecoveries }

  static let relaunch = DevicesCommand("relaunch", with: .int(in: 0...1)) { model, device in
    model.relaunch(device)
  } system: { app, device in
    try await app.relaunch(device)
  }
  .labelled("is launched again with something to send") { (before, _, device: Int) in !before.devices[device].unsent.isEmpty }

  /// The cloud works, nobody writes, and both synchronize twice; the third time nothing is left to send.
  static let becomeQuiet = DevicesCommand("becomeQuiet") { model in
    model.behaviour = .available
    return [0, 1, 0, 1, 0, 1].map { model.exchange($0) }
  } system: { app in
    app.cloud.behave(.available)
    var results: [Bool] = []
    for device in [0, 1, 0, 1, 0, 1] { results.append(try await app.exchange(device)) }
    return results
  }

  /// The cloud works, and some time passes; then both ask for what the other one sent last.
  static let recover = DevicesCommand("recover") { model in
    model.behaviour = .available
    for _ in 0..<2 { model.pass(milliseconds: 901_000) }
    for device in [0, 1, 0, 1] { model.synchronize(device) }
  } system: { app in
    app.cloud.behave(.available)
    for _ in 0..<2 { try await app.pass(milliseconds: 901_000) }
    for device in [0, 1, 0, 1] { try await app.app(device).synchronize() }
  }
  .labelled("recovers by itself") { $0.before.devices.contains { $0.mode == .local } }
}

extension CommandStep<DevicesModel> {
  fileprivate func switches(to mode: StorageMode) -> Bool {
    zip(before.devices, after.devices).contains { $0.mode != mode && $1.mode == mode }
  }
}

extension Command<DevicesModel, DevicesDriver> {
  fileprivate func labelled<Argument>(
    _ name: String, _ contains: @escaping @Sendable (_ before: DevicesModel, _ after: DevicesModel, Argument) -> Bool
  ) -> Command {
    labelled(name) { step in step.argument(Argument.self).map { contains(step.before, step.after, $0) } ?? false }
  }
}

extension Generator where Value == UserEdit {
  /// Of the title or of one mark.
  fileprivate static func userEdit(titled title: String) -> Generator {
    .frequency(
      (1, .constant(UserEdit(title: title, read: nil, bookmarked: nil))),
      (3, Generator<(Int, Bool)>.zip(.int(in: 0...2), .bool).map { mark, value in
        UserEdit(
          title: nil, read: mark == 0 ? value : nil, bookmarked: mark == 1 ? value : nil, archived: mark == 2 ? value : nil)
      }))
  }
}

extension Generator where Value == StoreFault? {
  /// A call of the store that fails once, or none.
  fileprivate static let storeFault = frequency(
    (2, .constant(nil)),
    (1, Generator<(StoreFault.Point, Int)>.zip(.element(of: [.put, .delete, .commit, .get, .scan]), .int(in: 0...5))
      .map { point, number in StoreFault(point, .fails, skipping: number) }))
}
