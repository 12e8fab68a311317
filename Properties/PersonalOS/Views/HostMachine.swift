import PersonalOSReference
import PropertyTesting

/// The calls of ``HostsModel``. Of the answers a property compares what it claims.
enum HostMachine {
  typealias Machine = StateMachine<HostsModel, HostsDriver>
  typealias Calls = @Sendable (HostsModel) -> Generator<HostsModel.Call>

  static let order = machine(.restlessViews, claiming: \.order) {
    .frequency(
      (8, .tell(.appear, $0)), (4, .tell(.disappear, $0)), (4, .tell(.prepare, $0)), (1, .tell(.tick, $0)), (1, .describe($0)),
      (1, .tell(.tearDown, $0)), (2, .bind($0)))
  }
  .keeping(Invariant("phase of each view", model: { $0.views.map(\.phase) }, system: { await $0.phases }))

  static let cleanup = machine(.holdingViews, claiming: \.cleanup, closing: [settle, tearDownAll, settle]) {
    .frequency(
      (3, .tell(.appear, $0)), (2, .tell(.tearDown, $0)), (3, .tell(.disappear, $0)), (2, .constant(.send)), (1, .bind($0)),
      (1, .constant(.settle)), (1, .tell(.prepare, $0)))
  }

  /// Whatever has been going on, a view that is described anew is evaluated for what it reads from then on.
  static let updates = machine(
    .updatingView, claiming: \.updates, closing: [tick, { .describe($0) }, tick, { .write($0) }, tick, { .write($0) }, tick, tearDownAll]
  ) {
    .frequency((3, .tell(.appear, $0)), (4, .write($0)), (3, .tell(.tick, $0)), (1, .describe($0)))
  }

  private static let settle: Calls = { _ in .constant(.settle) }
  private static let tick: Calls = { .tell(.tick, $0) }
  /// The last view first: views go before those whose models they show.
  private static let tearDownAll: Calls = { .constant(.tell(.tearDown, $0.views.indices.reversed())) }

  private static func machine(
    _ model: Generator<HostsModel>, claiming claim: @escaping @Sendable (HostsModel.Answer) -> HostsModel.Answer,
    closing: [Calls] = [], _ calls: @escaping Calls
  ) -> Machine {
    let commands = ([calls] + closing).map { calls in
      Command<HostsModel, HostsDriver>("call", with: calls, agreeing: HostsModel.Answer.agree) { model, call in
        claim(try model.perform(call))
      } system: { hosts, call, _ in
        claim(try await hosts.perform(call))
      }
      .labelled
    }
    return Machine(initially: model, commands: Array(commands.prefix(1)), closing: Array(commands.dropFirst())).withLongCases.withoutSwarm
  }
}

extension Generator where Value == HostsModel.Call {
  /// Often one that is hidden, if it is to appear.
  fileprivate static func tell(_ request: HostsModel.Request, _ model: HostsModel) -> Generator {
    let hidden = model.views.indices.filter { model.views[$0].isHidden && request == .appear }
    return Generator<Int>.mostly(1, of: hidden, or: .int(in: model.views.indices)).map { .tell(request, [$0]) }
  }

  fileprivate static func bind(_ model: HostsModel) -> Generator {
    Generator<Int>.int(in: model.views.indices).map { .bindFromOutside($0) }
  }

  fileprivate static func describe(_ model: HostsModel) -> Generator {
    .build(Value.describe, from: .int(in: model.views.indices), .readings)
  }

  /// Often to a number that was read. Few values, so that equal assignments and returns to the old value come up.
  fileprivate static func write(_ model: HostsModel) -> Generator {
    let number = Generator<Int>.mostly(1, of: model.views[0].dependencies.sorted(), or: .int(in: 0..<Reading.numberCount))
    return .build(Value.write, from: number, .int(in: 0...3))
  }
}

extension Generator where Value == HostsModel {
  /// Some of them hide themselves and come back.
  fileprivate static var restlessViews: Generator {
    let request = Generator<HostsModel.Request?>.frequency(
      (1, .constant(nil)), (1, .element(of: [.appear, .tick, .disappear, .tearDown, .appear, .tick])))
    let bindings = Generator<[HostsModel.Request?]>.array(of: request, count: 0...5)
    return views(.oneOf(.int(in: 1...4), .int(in: 1...20)), .zip(bindings, .element(of: [false, false, false, true]))) {
      HostedView(provider: $0, bindings: $1.0 + ($1.1 ? [.disappear, .appear] : []), isRestless: $1.1)
    }
  }

  /// Most of them are visible to begin with, some are about to be.
  fileprivate static var holdingViews: Generator {
    let views = views(.int(in: 1...4), .zip(.int(in: 0...2), Generator<[HostedView.Work]>.array(of: .anyCase(), count: 0...3))) {
      HostedView(provider: $0, bindings: Array(repeating: nil, count: $1.0), work: $1.1, readings: [Reading(number: 0)])
    }
    return Generator { source in
      var model = try source(views)
      for view in model.views.indices {
        for request in try source(.element(of: [[.prepare, .appear], [.prepare, .appear], [.prepare], [HostsModel.Request]()])) {
          _ = try model.perform(.tell(request, [view]))
        }
      }
      return model
    }
  }

  /// A model that is provided belongs to the view that made it.
  private static func views<Drawn>(
    _ count: Generator<Int>, _ drawn: Generator<Drawn>, _ view: @escaping @Sendable (Int, Drawn) -> HostedView
  ) -> Generator {
    Generator { source in
      HostsModel(
        views: try (0..<source(count)).reduce(into: []) { views, index in
          let provider = try source(.oneOf(.constant(index), .element(of: [index] + views.map(\.provider))))
          views.append(view(provider, try source(drawn)))
        })
    }
  }

  fileprivate static var updatingView: Generator {
    Generator { source in
      let readings = try source(Generator<[Reading]>.readings)
      let counting = Generator<HostedView.Counting>.build(
        HostedView.Counting.init, from: .anyCase(),
        // Mostly one that is read.
        .oneOf(.int(in: 0..<Reading.numberCount), .element(of: [readings.first?.number ?? 0])),
        .oneOf(.int(in: 1...8), .int(in: 7...12), .constant(1_000)))
      let drawn = try source(.oneOf(.constant(nil), counting.map { Optional($0) }))
      return HostsModel(views: [HostedView(provider: 0, readings: readings, counting: drawn)])
    }
  }
}

extension Generator where Value: Sendable {
  /// Mostly one of these, if there are any.
  static func mostly(_ weight: Int, of preferred: [Value], or any: Generator) -> Generator {
    .frequency((1, any), (preferred.isEmpty ? 0 : weight, .element(of: preferred)))
  }
}

extension HostsModel: CounterexampleDescribable {
  var counterexampleDescription: String { views.enumerated().map { "\($0) \(describe($1))" }.joined(separator: "; ") }
}
