import PersonalOSReference
import PropertyTesting

/// POS-N1: an app that asks and tracks, a user who answers or changes the settings, and launches.
enum ConsentMachine {
  typealias Status = TrackingAuthorizationStatus

  /// What others notice of the app, in order.
  enum Happening: Sendable, Equatable {
    case prompt
    case sent(String)
  }

  struct Answer: Sendable {
    /// What the prompt gives.
    let given: Status
    /// What holds by the time that it is gone: the settings may have been changed at once.
    let then: Status
  }

  struct Model: Sendable {
    /// The decision as the device knows it.
    var status: Status
    /// The decision as the app knows it: of the launch, the last request or the last event.
    var known: Status
    /// How many requests wait for the prompt that is open.
    var waiting = 0
    /// How often the app has asked.
    var prompts = 0
    var happened: [Happening] = []
    /// Events sent in this launch.
    var sent = 0

    init(_ status: Status) { (self.status, known) = (status, status) }

    var isPromptOpen: Bool { waiting > 0 }
    var hasDecision: Bool { status != .notDetermined }
  }

  typealias ConsentCommand = Command<Model, ConsentDriver>

  /// Whether it was sent.
  static let track = ConsentCommand(
    "track", weight: 3, with: Generator<String>.element(of: ["launch", "open", "buy", ""])
  ) { model, event in
    model.known = model.status
    guard model.status == .authorized else { return false }
    model.happened.append(.sent(event))
    model.sent += 1
    return true
  } system: { app, event in
    await app.track(event)
  }
  .labelled("an event before the decision") { !$0.before.hasDecision && !$0.before.isPromptOpen }
  .labelled("an event while the prompt is open") { $0.before.isPromptOpen }
  .labelled("an event with a consent") { $0.before.status == .authorized }
  .labelled("an event under a restriction") { $0.before.status == .restricted }
  .labelled("an event after the consent was withdrawn") {
    $0.before.known == .authorized && $0.before.status != .authorized
  }
  .labelled("an event after a consent in the settings") {
    $0.before.known != .authorized && $0.before.status == .authorized
  }

  /// How many of so many requests, made at once, wait for an answer.
  static let request = ConsentCommand("request", weight: 2, with: Generator<Int>.int(in: 1...3)) { model, count in
    if !model.isPromptOpen {
      model.known = model.status
      guard !model.hasDecision else { return 0 }
      model.happened.append(.prompt)
      model.prompts += 1
    }
    model.waiting += count
    return count
  } system: { app, count in
    try await app.request(count)
  }
  .labelled("asks") { !$0.before.isPromptOpen && $0.after.isPromptOpen }
  .labelled("asks again") { $0.before.prompts > 0 && $0.after.prompts > $0.before.prompts }
  .labelled("a request while the prompt is open") { $0.before.isPromptOpen }
  .labelled("several requests at once") { !$0.before.isPromptOpen && $0.after.waiting > 1 }
  .labelled("asks nobody who has decided") { !$0.after.isPromptOpen }

  /// How many requests are over with it. A prompt that the system did not show decides nothing.
  static let answer = ConsentCommand("answer", weight: 4, with: .answer, when: \.isPromptOpen) { model, answer in
    model.status = answer.then
    model.known = answer.then
    defer { model.waiting = 0 }
    return model.waiting
  } system: { app, answer in
    try await app.answer(answer)
  }
  .labelled("changes the answer at once") { step in
    step.argument(Answer.self).map { $0.given != $0.then } ?? false
  }

  static let changeSettings = ConsentCommand(
    "changeSettings", weight: 2, with: .status, when: { !$0.isPromptOpen }
  ) { model, status in
    model.status = status
  } system: { app, status in
    app.device.decide(status)
  }

  static let launch = ConsentCommand("launch", when: { !$0.isPromptOpen }) { model in
    model.known = model.status
    model.sent = 0
  } system: { app in
    await app.launch()
  }
  .labelled("a launch after events") { $0.before.sent > 0 }

  static let report = ConsentCommand("report") { model in
    Report(status: model.status, sent: model.sent)
  } system: { app in
    await app.report()
  }
  .labelled("a report after a change") { $0.before.status != $0.before.known }

  /// What a report says, and what of the app's data usage it leaves out.
  struct Report: Sendable, Equatable {
    let status: Status
    let sent: Int
    var lacks: [String] = []
  }

  static let machine = StateMachine(
    initially: Generator<Status>.frequency((3, .constant(.notDetermined)), (2, .status)).map(Model.init),
    commands: [track, request, answer, changeSettings, launch, report],
    closing: [answer, track, report],
    invariants: [
      Invariant("what happened, in order", model: \.happened, system: { $0.device.happened }),
      Invariant("the decision, as the app knows it", model: \.known, system: { await $0.known }),
      Invariant("whether there is a decision", model: { $0.known != .notDetermined }, system: { await $0.isDecided }),
    ]
  )
  .settingUp { app, model in await app.begin(with: model.status) }
  .showing { "\($0.status)" + ($0.isPromptOpen ? ", the prompt is open for \($0.waiting)" : "") }
  .withoutSwarm
}

extension Generator where Value == TrackingAuthorizationStatus {
  fileprivate static var status: Generator { .element(of: [.authorized, .denied, .restricted, .notDetermined]) }
}

extension Generator where Value == ConsentMachine.Answer {
  fileprivate static var answer: Generator {
    let given = Generator<TrackingAuthorizationStatus>.frequency(
      (2, .constant(.authorized)), (2, .constant(.denied)), (2, .constant(.notDetermined)))
    return Generator { source in
      let given = try source(given)
      let isChanged = try source(.frequency((2, .constant(false)), (3, .constant(true))))
      return ConsentMachine.Answer(given: given, then: isChanged ? try source(.status) : given)
    }
  }
}

extension ConsentMachine.Answer: CounterexampleDescribable {
  var counterexampleDescription: String { "\(given)" + (given == then ? "" : ", changed to \(then) at once") }
}

extension ConsentMachine.Model: CounterexampleDescribable {
  var counterexampleDescription: String { "\(status)" }
}
