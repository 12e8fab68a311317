import ArgusReference
import PropertyTesting
import StorageFaults

/// ARG-20, ARG-21 and ARG-25: two devices write, synchronize over a cloud with its troubles, and are launched again.
enum DevicesMachine {
  typealias DevicesCommand = Command<DevicesModel, DevicesUnderTest>

  struct Save: Sendable, CounterexampleDescribable {
    let device: Int
    let article: Int
    let edit: UserEdit

    var counterexampleDescription: String { "device \(device), article \(article), \(edit.counterexampleDescription)" }
  }

  static let save = DevicesCommand(
    "save", weight: 10, with: { model in
      Generator { source in
        let kind = try source(.int(in: 0...3))
        let flag = try source(.bool)
        return Save(
          device: try source(.int(in: 0...1)), article: try source(.element(of: Array(DevicesModel.articles))),
          edit: UserEdit(
            title: kind == 0 ? "title \(model.saves)" : nil, read: kind == 1 ? flag : nil, bookmarked: kind == 2 ? flag : nil,
            archived: kind == 3 ? flag : nil))
      }
    }
  ) { model, save in
    model.save(save.article, on: save.device, save.edit)
  } system: { app, save in
    try await app.save(save.article, on: save.device, save.edit)
  }
  .labelled("writes during an outage") { ![.available, .scrambles].contains($0.before.behaviour) }
  .labelled("makes a deleted article anew") { step in
    step.argument(Save.self).map { save in
      let known = step.before.devices[save.device].known
      return known.contains { $0.article == save.article && $0.kind == .deletion }
        && !step.before.shown(on: save.device).contains { $0.article == save.article }
    } ?? false
  }

  struct Namesake: Sendable, CounterexampleDescribable {
    let device: Int
    let title: String
    var counterexampleDescription: String { "device \(device), “\(title)”" }
  }

  /// Another article of the address of article 0.
  static let saveNamesake = DevicesCommand(
    "saveNamesake", weight: 4,
    with: { model in
      // Mostly on a device that does not show article 0, while the other one does.
      let alone = [0, 1].filter { device in
        func has(_ device: Int) -> Bool { model.shown(on: device).contains { $0.article == 0 } }
        return !has(device) && has(1 - device)
      }
      let any = Generator<Int>.int(in: 0...1)
      let device: Generator<Int> = alone.isEmpty ? any : .frequency((3, .element(of: alone)), (1, any))
      return device.map { Namesake(device: $0, title: "title \(model.saves)") }
    }
  ) { model, save in
    model.save(
      DevicesModel.namesake, on: save.device,
      UserEdit(title: save.title, read: false, bookmarked: false, archived: false))
  } system: { app, save in
    try await app.saveNamesake(on: save.device, title: save.title)
  }

  static let deleteNamesake = DevicesCommand("deleteNamesake", with: .int(in: 0...1)) { model, device in
    model.delete(DevicesModel.namesake, on: device)
  } system: { app, device in
    try await app.app(device).articles.delete("\(DevicesModel.namesake)")
  }

  /// Mostly article 0, with which the one goes that it hides; otherwise another one, with which nothing else goes.
  static let deleteWhileHiding = DevicesCommand(
    "deleteWhileHiding", weight: 8,
    with: { model in
      .zip(.element(of: hiding(model)), .frequency((3, .constant(0)), (1, .element(of: DevicesModel.articles.filter { $0 > 0 }))))
    }, when: { !hiding($0).isEmpty }
  ) { (model: inout DevicesModel, place: (Int, Int)) in
    model.delete(place.1, on: place.0)
  } system: { app, place in
    try await app.app(place.0).articles.delete("\(place.1)")
  }

  /// The devices that know two articles of one address.
  private static func hiding(_ model: DevicesModel) -> [Int] {
    model.devices.indices.filter { DevicesModel.hasNamesakes(model.devices[$0].known) }
  }

  static let delete = DevicesCommand(
    "delete", weight: 3, with: .zip(.int(in: 0...1), .element(of: Array(DevicesModel.articles)))
  ) { model, place in
    model.delete(place.1, on: place.0)
  } system: { app, place in
    try await app.app(place.0).articles.delete("\(place.1)")
  }
  .labelled("deletes what the other one edits") { step in
    step.argument((Int, Int).self).map { place in
      step.after.devices[place.0].unsent.contains { $0.article == place.1 && $0.kind == .deletion }
        && step.before.devices[1 - place.0].unsent.contains { $0.article == place.1 }
    } ?? false
  }

  static let markSeen = DevicesCommand(
    "markSeen", weight: 3, with: .zip(.int(in: 0...1), .element(of: Array(DevicesModel.articles)))
  ) { model, place in
    model.seconds += 1
    model.markSeen(place.1, on: place.0)
  } system: { app, place in
    try await app.pass(seconds: 1)
    try await app.app(place.0).articles.markSeen("\(place.1)")
  }

  static let synchronize = DevicesCommand(
    "synchronize", weight: 8, with: .int(in: 0...1), when: { $0.behaviour != .hangs }
  ) { model, device in
    model.synchronize(device)
  } system: { app, device in
    try await app.synchronize(device)
  }
  .labelled("both wrote one article") { step in
    step.argument(Int.self).map { device in
      let mine = step.before.devices[device].unsent
      let theirs = step.before.cloud.subtracting(step.before.devices[device].known)
      return step.result() == true && mine.contains { deed in theirs.contains { $0.article == deed.article && $0.generation == deed.generation } }
    } ?? false
  }
  .labelled("two articles of one address meet") { step in
    step.argument(Int.self).map {
      DevicesModel.hasNamesakes(step.after.devices[$0].known) && !DevicesModel.hasNamesakes(step.before.devices[$0].known)
    } ?? false
  }
  .labelled("fails half-way") { $0.before.behaviour == .losesAnswers && !$0.before.devices[$0.argument() ?? 0].unsent.isEmpty }
  .labelled("recovers with something to send") { step in
    step.argument(Int.self).map { step.result() == true && !step.before.devices[$0].unsent.isEmpty } ?? false
  }

  struct FailingCall: Sendable, CounterexampleDescribable {
    let device: Int
    let point: StoreFault.Point
    let number: Int
    var counterexampleDescription: String { "device \(device), \(point.rawValue) \(number) fails" }
  }

  /// A call of the store fails once. Nobody notices, or the synchronization fails and works when it is repeated.
  static let synchronizeDespite = DevicesCommand(
    "synchronizeDespite", weight: 4,
    with: Generator { source in
      FailingCall(
        device: try source(.int(in: 0...1)), point: try source(.element(of: [.put, .delete, .commit, .get, .scan])),
        number: try source(.int(in: 0...5)))
    }, when: { $0.behaviour != .hangs }
  ) { model, call in
    model.synchronize(call.device)
  } system: { app, call in
    try await app.synchronize(call.device, despite: StoreFault(call.point, .fails, skipping: call.number))
  }
  .labelled("a call of the store fails") { _ in true }

  struct FailingSave: Sendable, CounterexampleDescribable {
    let article: Int
    let title: String
    let call: FailingCall
    var edit: UserEdit { UserEdit(title: title, read: nil, bookmarked: nil) }
    var counterexampleDescription: String { "article \(article), “\(title)”, \(call.counterexampleDescription)" }
  }

  static let saveDespite = DevicesCommand(
    "saveDespite", weight: 4, with: { model in
      Generator { source in
        FailingSave(
          article: try source(.element(of: Array(DevicesModel.articles))), title: "title \(model.saves)",
          call: FailingCall(
            device: try source(.int(in: 0...1)), point: try source(.element(of: [.put, .commit, .get, .scan])),
            number: try source(.int(in: 0...5))))
      }
    }
  ) { model, save in
    model.save(save.article, on: save.call.device, save.edit)
  } system: { app, save in
    try await app.save(
      save.article, on: save.call.device, save.edit, despite: StoreFault(save.call.point, .fails, skipping: save.call.number))
  }

  static let behave = DevicesCommand(
    "behave", weight: 4, with: .element(of: [.available, .fails, .losesAnswers, .scrambles, .unavailable])
  ) { model, behaviour in
    model.behaviour = behaviour
  } system: { app, behaviour in
    app.cloud.behave(behaviour)
  }

  static let relaunch = DevicesCommand("relaunch", weight: 3, with: .int(in: 0...1)) { _, _ in
  } system: { app, device in
    try await app.relaunch(device)
  }
  .labelled("is launched again with something to send") { step in
    step.argument(Int.self).map { !step.before.devices[$0].unsent.isEmpty } ?? false
  }

  /// Quiet: the cloud works, nobody writes, and both synchronize twice.
  static let becomeQuiet = DevicesCommand("becomeQuiet") { model in
    model.behaviour = .available
    return [0, 1, 0, 1].map { model.synchronize($0) }
  } system: { app in
    app.cloud.behave(.available)
    var results: [Bool] = []
    for device in [0, 1, 0, 1] { results.append(try await app.synchronize(device)) }
    return results
  }

  /// Then there is nothing left to send.
  static let stayQuiet = DevicesCommand("stayQuiet") { _ in
    0
  } system: { app in
    let sent = app.cloud.log.count
    for device in [0, 1] { _ = try await app.synchronize(device) }
    return app.cloud.log.count - sent
  }

  static let articles = Invariant<DevicesModel, DevicesUnderTest>(
    "articles, by device", model: { model in [0, 1].map { model.shown(on: $0) } },
    system: { app in [try await app.shown(on: 0), try await app.shown(on: 1)] })
  static let seen = Invariant<DevicesModel, DevicesUnderTest>(
    "when each article was seen, by device", model: { model in [0, 1].map { model.seen(on: $0) } },
    system: { app in [try await app.seen(on: 0), try await app.seen(on: 1)] })

  /// A device asks for what came after its last page.
  static let tokens = Invariant<DevicesModel, DevicesUnderTest>(
    "requests for another page than the next", model: { _ in 0 }, system: { $0.wrongTokens })

  static let machine = StateMachine(
    initially: DevicesModel(), commands: [
      save, saveDespite, synchronize, synchronizeDespite, saveNamesake, delete, deleteNamesake, deleteWhileHiding, markSeen, behave, relaunch,
    ], closing: [becomeQuiet, stayQuiet],
    invariants: [articles, seen, tokens, OutageMachine.sent]
  )
  .showing(\.summary)
  .withLongCases
  .withoutSwarm
}
