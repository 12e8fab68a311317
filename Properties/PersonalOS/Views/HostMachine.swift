import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The calls of ``HostsModel`` as commands. Of the answers a property compares what it claims.
struct HostMachine {
  typealias Machine = StateMachine<HostsModel, HostsDriver>
  typealias HostCommand = Command<HostsModel, HostsDriver>

  private let claim: @Sendable (HostsModel.Answer) -> HostsModel.Answer

  static let order: Machine = {
    let calls = HostMachine { $0.order }
    return Machine(
      initially: .restlessViews,
      commands: [
        calls.tell(.appear, weight: 8), calls.tell(.disappear, weight: 4), calls.tell(.prepare, weight: 4),
        calls.tell(.tick), calls.describeAnew, calls.tell(.tearDown), calls.bind(weight: 2),
      ],
      invariants: [Invariant("phase of each view", model: { $0.views.map(\.phase) }, system: { await $0.phases })])
  }()

  static let cleanup: Machine = {
    let calls = HostMachine { $0.cleanup }
    return Machine(
      initially: .holdingViews,
      commands: [
        calls.tell(.appear, weight: 3), calls.tell(.tearDown, weight: 2), calls.tell(.disappear, weight: 3),
        calls.send, calls.bind(weight: 1), calls.settle, calls.tell(.prepare),
      ],
      closing: [calls.settle, calls.tearDownAll, calls.settle])
  }()

  static let updates: Machine = {
    let calls = HostMachine { $0.updates }
    let (tick, write) = (calls.tell(.tick, weight: 3), calls.write)
    return Machine(
      initially: .updatingView, commands: [calls.tell(.appear, weight: 3), write, tick, calls.describeAnew],
      // Whatever has been going on, a view that is described anew is evaluated for what it reads from then on.
      closing: [tick, calls.describeAnew, tick, write, tick, write, tick, calls.tearDownAll])
  }()

  private func command<Argument: Sendable>(
    _ name: String, weight: Int = 1, with argument: @escaping @Sendable (HostsModel) -> Generator<Argument>,
    _ call: @escaping @Sendable (Argument) -> HostsModel.Call
  ) -> HostCommand {
    HostCommand(name, weight: weight, with: argument, agreeing: HostsModel.Answer.agree) { [claim] model, argument in
      claim(try model.perform(call(argument)))
    } system: { [claim] hosts, argument, _ in
      claim(try await hosts.perform(call(argument)))
    }
    .labelled
  }

  private func command(_ name: String, weight: Int = 1, _ call: HostsModel.Call) -> HostCommand {
    command(name, weight: weight, with: { _ in .constant(()) }) { call }
  }

  private func tell(_ request: HostsModel.Request, weight: Int = 1) -> HostCommand {
    command("\(request)", weight: weight, with: { $0.anyView(for: request) }) { .tell(request, $0) }
  }

  private var tearDownAll: HostCommand { command("tearDownAll", .tearDownAll) }
  private var settle: HostCommand { command("settle", .settle) }
  private var send: HostCommand { command("send", weight: 2, .send) }

  private func bind(weight: Int) -> HostCommand {
    command("bind", weight: weight, with: { $0.anyView() }) { .bindFromOutside($0) }
  }

  private var describeAnew: HostCommand {
    command("describeAnew", with: { .zip($0.anyView(), .readings) }) { .describe($0, $1) }
  }

  private var write: HostCommand {
    command("write", weight: 4, with: \.anyWrite) { .write(0, number: $0, value: $1) }
  }
}

extension HostsModel {
  /// Often one that is hidden, if it is to appear.
  fileprivate func anyView(for request: Request? = nil) -> Generator<Int> {
    .mostly(1, of: views.indices.filter { views[$0].isHidden && request == .appear }, or: .int(in: views.indices))
  }

  /// Often to a number that was read. Few values, so that equal assignments and returns to the old value come up.
  fileprivate var anyWrite: Generator<(Int, Int)> {
    .zip(.mostly(1, of: views[0].dependencies.sorted(), or: .int(in: 0..<Reading.numberCount)), .int(in: 0...3))
  }
}

extension Generator where Value == HostsModel {
  /// Some of them hide themselves and come back.
  fileprivate static var restlessViews: Generator {
    let request = Generator<HostsModel.Request?>.frequency(
      (1, .constant(nil)), (1, .element(of: [.appear, .tick, .disappear, .tearDown, .appear, .tick])))
    let bindings = Generator<[HostsModel.Request?]>.oneOf(
      .array(of: request, count: 0...5), .array(of: request, count: 1...5))
    let count = Generator<Int>.oneOf(.int(in: 1...4), .int(in: 1...20))
    return views(count, .zip(bindings, .frequency((3, .constant(false)), (1, .constant(true))))) {
      HostedView(provider: $0, bindings: $1.0 + ($1.1 ? [.disappear, .appear] : []), isRestless: $1.1)
    }
  }

  /// Most of them are visible to begin with, some are about to be.
  fileprivate static var holdingViews: Generator {
    let work = Generator<[HostedView.Work]>.oneOf(
      .array(of: .anyCase(), count: 0...1), .array(of: .anyCase(), count: 1...3))
    let phase = Generator<ViewPhase>.element(of: [.visible, .visible, .ready, .initial])
    let views = views(.oneOf(.int(in: 1...2), .int(in: 2...4)), .zip(.int(in: 0...2), work)) {
      HostedView(
        provider: $0, bindings: Array(repeating: nil, count: $1.0), work: $1.1, readings: [.number(0)])
    }
    return Generator { source in
      var model = try source(views)
      for view in model.views.indices {
        let phase = try source(phase)
        if phase != .initial { _ = try model.perform(.tell(.prepare, view)) }
        if phase == .visible { _ = try model.perform(.tell(.appear, view)) }
      }
      return model
    }
  }

  /// A model that is provided belongs to the view that made it.
  private static func views<Drawn>(
    _ count: Generator<Int>, _ drawn: Generator<Drawn>, _ view: @escaping @Sendable (Int, Drawn) -> HostedView
  ) -> Generator {
    Generator { source in
      let views = try (0..<source(count)).reduce(into: [HostedView]()) { views, index in
        let provider = try source(.oneOf(.constant(index), .element(of: [index] + views.map(\.provider))))
        views.append(view(provider, try source(drawn)))
      }
      return HostsModel(views: views)
    }
  }

  fileprivate static var updatingView: Generator {
    Generator { source in
      let readings = try source(Generator<[Reading]>.readings)
      let counting = Generator<HostedView.Counting>.build(
        HostedView.Counting.init, from: .anyCase(),
        // Mostly one that is read.
        .oneOf(.int(in: 0..<Reading.numberCount), .element(of: [readings.first?.first ?? 0])),
        .oneOf(.int(in: 1...8), .int(in: 7...12), .constant(1_000)))
      let drawn = try source(.oneOf(.constant(nil), counting.map { Optional($0) }))
      return HostsModel(views: [HostedView(provider: 0, readings: readings, counting: drawn)])
    }
  }
}

extension HostsModel: CounterexampleDescribable {
  var counterexampleDescription: String { views.enumerated().map { "\($0) \(describe($1))" }.joined(separator: "; ") }
}
