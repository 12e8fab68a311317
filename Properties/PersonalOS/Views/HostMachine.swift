import PersonalOSReference
import PropertyTesting

/// Views side by side whose hosts are told, in any order, to show them, hide them and end them. What a host then calls, in
/// which order and with which model, is what POS-52 is about.
enum HostMachine {
  /// What a host is told.
  enum Request: Sendable, CaseIterable {
    case prepare, appear, disappear, tick, update, tearDown
  }

  /// What is called in the life of a view.
  struct Call: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case makes(model: Int)
      case binds(Int, to: Int)
      case bindsFromOutside(to: Int)
      case appears
      case evaluates(model: Int)
      case disappears
    }

    let view: Int
    let kind: Kind

    init(_ view: Int, _ kind: Kind) { (self.view, self.kind) = (view, kind) }
  }

  /// What a request results in: the calls, and the errors that the view reports after them.
  struct Answer: Sendable, Equatable {
    var calls: [Call] = []
    var errors: [String] = []

    /// A host may stop an endless view anywhere on its way, as long as it says so.
    static func agree(_ expected: Answer, _ actual: Answer) -> Bool {
      guard !expected.errors.isEmpty else { return expected == actual }
      return expected.errors == actual.errors && expected.calls.isEmpty == actual.calls.isEmpty
        && expected.calls.starts(with: actual.calls)
    }
  }

  struct View: Sendable {
    /// For each binding what its own view is told while the binding is made; mostly nothing.
    let bindings: [Request?]
    /// Told each time that a binding is made, not only the first time: such a view may come and go for ever.
    let isRestless: Bool
    /// The view whose model it shows: itself or an earlier one.
    let provider: Int

    var phase = ViewPhase.initial
    var isBound = false
    var hasBeenBound = false
    /// Whether it must be evaluated at the next tick.
    var isDue = false
    var appearances = 0
    var hasAppearedInsideABinding = false
    /// Whether it came and went for ever and was stopped.
    var isStopped = false

    var hasModel: Bool { phase == .ready || phase == .visible }

    init(bindings: [Request?], isRestless: Bool, provider: Int) {
      self.bindings = bindings
      self.isRestless = isRestless
      self.provider = provider
    }
  }

  struct Model: Sendable {
    var views: [View]
    /// The models that are alive, by the view whose they are.
    private var models: [Int: Int] = [:]
    private var modelsMade = 0

    /// A view that begins more often than this in answer to one request goes on for ever.
    private static let endless = 50

    init(views: [View]) { self.views = views }

    /// What a view is told while it makes its bindings waits until they are made.
    mutating func handle(_ request: Request, of view: Int) -> Answer {
      var answer = Answer()
      var waiting = [request]
      var beginnings = 0
      while !waiting.isEmpty {
        let isInsideABinding = beginnings > 0
        switch (waiting.removeFirst(), views[view].phase) {
        case (.prepare, .initial):
          answer.calls += begin(view, &waiting)
          beginnings += 1
        case (.appear, .initial), (.appear, .ready):
          if !views[view].isBound {
            answer.calls += begin(view, &waiting)
            beginnings += 1
          }
          answer.calls += [Call(view, .appears), evaluate(view)]
          views[view].phase = .visible
          views[view].appearances += 1
          if isInsideABinding { views[view].hasAppearedInsideABinding = true }
        case (.disappear, .visible): answer.calls.append(hide(view))
        case (.tick, .visible):
          // Inside a binding the view is being handled already.
          if !isInsideABinding, views[view].isDue { answer.calls.append(evaluate(view)) }
        case (.update, _): views[view].isDue = true
        case (.tearDown, let phase):
          if phase == .visible { answer.calls.append(hide(view)) }
          end(view)
        default: break
        }
        if beginnings > Self.endless {
          waiting = []
          views[view].isStopped = true
          _ = hide(view)
        }
      }
      if views[view].isStopped { answer.errors = ["update View \(view)"] }
      return answer
    }

    /// First the model, unless a view has it, then each binding, in order and with that model.
    private mutating func begin(_ view: Int, _ waiting: inout [Request]) -> [Call] {
      let provider = views[view].provider
      var calls: [Call] = []
      if models[provider] == nil {
        modelsMade += 1
        models[provider] = modelsMade
        calls.append(Call(provider, .makes(model: modelsMade)))
      }
      for (number, request) in views[view].bindings.enumerated() {
        calls.append(Call(view, .binds(number, to: model(of: view))))
        if let request, views[view].isRestless || !views[view].hasBeenBound { waiting.append(request) }
      }
      views[view].phase = .ready
      (views[view].isBound, views[view].hasBeenBound) = (true, true)
      return calls
    }

    private mutating func evaluate(_ view: Int) -> Call {
      views[view].isDue = false
      return Call(view, .evaluates(model: model(of: view)))
    }

    private mutating func hide(_ view: Int) -> Call {
      (views[view].phase, views[view].isBound) = (.ready, false)
      return Call(view, .disappears)
    }

    private mutating func end(_ view: Int) {
      views[view].phase = .ended
      views[view].isStopped = false
      let provider = views[view].provider
      if !views.contains(where: { $0.provider == provider && $0.hasModel }) { models[provider] = nil }
    }

    func bind(_ view: Int) throws -> Answer {
      guard views[view].hasModel else { throw DependencyError.missing("View") }
      return Answer(
        calls: [Call(view, .bindsFromOutside(to: model(of: view)))],
        errors: views[view].isStopped ? ["update View \(view)"] : [])
    }

    private func model(of view: Int) -> Int { models[views[view].provider] ?? 0 }

    var anyView: Generator<Int> { .int(in: 0...(views.count - 1)) }
  }

  typealias HostCommand = Command<Model, HostsUnderTest>

  private static func tell(_ request: Request, weight: Int) -> HostCommand {
    HostCommand("\(request)", weight: weight, with: \.anyView, agreeing: Answer.agree) { model, view in
      model.handle(request, of: view)
    } system: { hosts, view, _ in
      await hosts.handle(request, of: view)
    }
  }

  /// One more binding, from outside.
  static let bind = HostCommand("bind", weight: 2, with: \.anyView) { model, view in
    try model.bind(view)
  } system: { hosts, view in
    try await hosts.bind(view)
  }
  .labelled("binds without a model") { $0.error != nil }

  static let machine = StateMachine(
    initially: .hostedViews,
    commands: [
      tell(.appear, weight: 8), tell(.disappear, weight: 4), tell(.prepare, weight: 4), tell(.tick, weight: 1),
      tell(.update, weight: 1), tell(.tearDown, weight: 1), bind,
    ],
    invariants: [Invariant("phase of each view", model: { $0.views.map(\.phase) }, system: { await $0.phases })]
  )
  .settingUp { hosts, model in await hosts.open(model.views) }
  // A view's life takes all of the commands: a case without "appear" has little to show.
  .withoutSwarm
  .labelling("appears with bindings") { $0.views.contains { $0.appearances > 0 && !$0.bindings.isEmpty } }
  .labelling("appears again") { $0.views.contains { $0.appearances > 1 } }
  .labelling("appears inside a binding") { $0.views.contains(where: \.hasAppearedInsideABinding) }
  .labelling("shows another view's model") { model in
    model.views.indices.contains { model.views[$0].appearances > 0 && model.views[$0].provider != $0 }
  }
  .labelling("comes and goes for ever") { $0.views.contains(where: \.isStopped) }
}

extension Generator where Value == HostMachine.Model {
  fileprivate static var hostedViews: Generator {
    let request = Generator<HostMachine.Request?>.frequency(
      (1, .constant(nil)), (1, .element(of: [.appear, .tick, .disappear, .tearDown, .appear, .tick])))
    return Generator { source in
      let count = try source(.oneOf(.int(in: 1...4), .int(in: 1...20)))
      var views: [HostMachine.View] = []
      for index in 0..<count {
        // A model that is provided belongs to the view that made it.
        let isProvided = try source(.bool)
        let provider = isProvided && index > 0 ? try source(.int(in: 0...(index - 1))) : index
        let bindings = try source(.oneOf(.array(of: request, count: 0...5), .array(of: request, count: 1...5)))
        // Some hide themselves and come back.
        let isRestless = try source(.int(in: 0...3)) == 3
        views.append(
          HostMachine.View(
            bindings: isRestless ? bindings + [.disappear, .appear] : bindings, isRestless: isRestless,
            provider: provider < index ? views[provider].provider : index))
      }
      return HostMachine.Model(views: views)
    }
  }
}

extension HostMachine.Answer: CounterexampleDescribable {
  /// "view 1 makes model 1, binds 0 to model 1, appears"; the view again where it is another.
  var counterexampleDescription: String {
    // What goes on for ever shows in a few rounds.
    let isLong = !errors.isEmpty && calls.count > 16
    var texts: [String] = []
    var view: Int?
    for call in isLong ? calls.prefix(16) : calls[...] {
      let text =
        switch call.kind {
        case .makes(let model): "makes model \(model)"
        case .binds(let binding, let model): "makes binding \(binding) to model \(model)"
        case .bindsFromOutside(let model): "is bound from outside to model \(model)"
        case .appears: "appears"
        case .evaluates(let model): "is evaluated with model \(model)"
        case .disappears: "disappears"
        }
      texts.append(call.view == view ? text : "view \(call.view) \(text)")
      view = call.view
    }
    let calls = texts.isEmpty ? "no call" : texts.joined(separator: ", ")
    return calls + (isLong ? " … and so on" : "") + (errors.isEmpty ? "" : "; reports \(describe(errors))")
  }
}

extension HostMachine.Model: CounterexampleDescribable {
  var counterexampleDescription: String {
    views.enumerated().map { index, view in
      let bindings = view.bindings.map { $0.map { "\($0)" } ?? "nothing" }.joined(separator: ", ")
      let phase = view.phase == .initial ? "" : " is \(view.phase)"
      return "view \(index)\(phase)" + (view.provider == index ? "" : ", shows the model of view \(view.provider)")
        + (bindings.isEmpty ? "" : ", its bindings ask\(view.isRestless ? " each time" : "") for \(bindings)")
    }.joined(separator: "; ")
  }
}
