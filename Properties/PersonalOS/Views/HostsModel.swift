import PersonalOSGenerators
import PersonalOSReference

/// Views side by side whose hosts are told to show them, hide them and end them: what is called then, in which order,
/// what the views show, and what is still held. The oracle of POS-52, POS-56 and POS-73.
struct HostsModel: Sendable {
  enum Request: Sendable {
    case prepare, appear, disappear, tick, tearDown
  }

  enum Call: Sendable {
    case tell(Request, Int)
    /// The last view first: views go before those whose models they show.
    case tearDownAll
    case bindFromOutside(Int)
    /// The parent has other things to say of the view.
    case describe(Int, [Reading])
    case write(Int, number: Int, value: Int)
    case send
    /// Lets run what can run, and looks at what is left.
    case settle
  }

  enum Event: Sendable, Equatable {
    case makes(model: Int, of: Int)
    case binds(Int, number: Int, model: Int)
    case appears(Int)
    case evaluates(Int, model: Int)
    case disappears(Int)
    case receives(Int)
  }

  struct Held: Sendable, Equatable {
    /// Of each view.
    let tasks: [[String]]
    let openStreams: Int
    let subscriptions: Int
    let modelsInMemory: [Int]
    let modelsInTheStore: Int
  }

  struct Answer: Sendable, Equatable {
    var events: [Event] = []
    /// Of each view.
    var shows: [ViewContent] = []
    var errors: [String] = []
    var held: Held?
    /// Whether a view comes and goes for ever.
    var isEndless = false

    /// POS-52 claims what is called, in which order and with which model.
    var order: Answer { Answer(events: events, errors: errors, isEndless: isEndless) }

    /// POS-56 claims who is told of the end and of events, and what is left.
    var cleanup: Answer { Answer(events: events.filter { $0.isDisappearance || $0.isReceipt }, held: held) }

    /// POS-73 claims how often a view is evaluated, and what it shows then.
    var updates: Answer { Answer(events: events.filter(\.isEvaluation), shows: shows, errors: errors) }

    /// A host may stop an endless view anywhere on its way, as long as it says so.
    static func agree(_ expected: Answer, _ actual: Answer) -> Bool {
      guard expected.isEndless else { return expected == actual }
      return expected.errors == actual.errors && !actual.events.isEmpty && expected.events.starts(with: actual.events)
    }
  }

  private(set) var views: [HostedView]
  /// The view of each subscription, the oldest first.
  private(set) var subscribers: [Int] = []
  /// The models that are alive, by the view whose they are.
  private var models: [Int: (serial: Int, numbers: [Int])] = [:]
  private var modelsMade = 0
  private var answer = Answer()

  /// A view that begins more often than this in answer to one request comes and goes for ever.
  private static let mostBeginnings = 50
  /// The first evaluation of a tick, and eight more.
  private static let mostEvaluations = 9

  init(views: [HostedView]) { self.views = views }

  mutating func perform(_ call: Call) throws -> Answer {
    answer = Answer()
    switch call {
    case .tell(let request, let view): handle(request, view)
    case .tearDownAll: for view in views.indices.reversed() { handle(.tearDown, view) }
    case .bindFromOutside(let view):
      guard views[view].hasModel else { throw DependencyError.missing("View") }
      bind(view, views[view].bindings.count)
    case .describe(let view, let readings): (views[view].readings, views[view].isDue) = (readings, true)
    case .write(let view, let number, let value): write(value, to: number, of: view)
    case .send: answer.events = subscribers.map { .receives($0) }
    case .settle:
      answer.held = Held(
        tasks: views.map { view in view.longTasks.map { "\($0)" } },
        openStreams: views.map { view in view.longTasks.count { view.work[$0] == .readsAStream } }.reduce(0, +),
        subscriptions: subscribers.count, modelsInMemory: models.values.map(\.serial).sorted(),
        modelsInTheStore: models.count)
    }
    answer.shows = views.map { $0.phase == .visible ? .text($0.text) : .nothing }
    answer.errors = views.indices.filter { views[$0].isStopped }.map { "update View \($0)" }
    return answer
  }

  /// What a view is told while it makes its bindings waits until they are made.
  private mutating func handle(_ request: Request, _ view: Int) {
    var waiting = [request]
    var beginnings = 0
    while !waiting.isEmpty, beginnings <= Self.mostBeginnings {
      let (request, phase) = (waiting.removeFirst(), views[view].phase)
      switch (request, phase) {
      case (.prepare, .initial), (.appear, .initial), (.appear, .ready):
        if !views[view].isBound {
          waiting += begin(view)
          beginnings += 1
        }
        if request == .appear { appear(view) }
      // Inside a binding the view is being handled already.
      case (.tick, .visible): if beginnings == 0 { evaluate(view) }
      case (.disappear, .visible): hide(view)
      case (.tearDown, _):
        if phase == .visible { hide(view) }
        end(view)
      default: break
      }
    }
    guard !waiting.isEmpty else { return }
    hide(view)
    (views[view].isStopped, answer.isEndless) = (true, true)
  }

  /// First the model, unless a view has it, then each binding, in order and with that model.
  /// - Returns: what the view is told meanwhile.
  private mutating func begin(_ view: Int) -> [Request] {
    let provider = views[view].provider
    if models[provider] == nil {
      modelsMade += 1
      models[provider] = (modelsMade, Array(repeating: 0, count: Reading.numberCount))
      answer.events.append(.makes(model: modelsMade, of: provider))
    }
    for number in views[view].bindings.indices { bind(view, number) }
    defer { (views[view].phase, views[view].isBound, views[view].hasBeenBound) = (.ready, true, true) }
    return views[view].isRestless || !views[view].hasBeenBound ? views[view].bindings.compactMap(\.self) : []
  }

  private mutating func bind(_ view: Int, _ number: Int) {
    subscribers.append(view)
    answer.events.append(.binds(view, number: number, model: serial(view)))
  }

  private mutating func appear(_ view: Int) {
    answer.events.append(.appears(view))
    (views[view].phase, views[view].isDue) = (.visible, true)
    evaluate(view)
  }

  private mutating func hide(_ view: Int) {
    answer.events.append(.disappears(view))
    (views[view].phase, views[view].isBound) = (.ready, false)
    subscribers.removeAll { $0 == view }
  }

  private mutating func end(_ view: Int) {
    (views[view].phase, views[view].isStopped) = (.ended, false)
    subscribers.removeAll { $0 == view }
    if !isShown(modelOf: views[view].provider) { models[views[view].provider] = nil }
  }

  /// One evaluation if there is a reason, and again for as long as the view itself gives one.
  private mutating func evaluate(_ view: Int) {
    var evaluations = 0
    while views[view].isDue, evaluations < Self.mostEvaluations {
      evaluations += 1
      answer.events.append(.evaluates(view, model: serial(view)))
      let before = numbers(view)
      let counted = countUp(.beforeReading, view)
      let numbers = numbers(view)
      var read = Set([counted].compactMap(\.self))
      views[view].text = views[view].readings.text { number in
        read.insert(number)
        return numbers[number]
      }
      if let counted = countUp(.afterReading, view) { read.insert(counted) }
      views[view].noteDependencies(read)
      // What it changed itself it may have read before.
      views[view].isDue = self.numbers(view) != before
      countUp(.afterwards, view)
    }
    views[view].isStopped = views[view].isDue
    views[view].lastNumbers = numbers(view)
  }

  /// - Returns: the number that it looks at; nil if it does not count here.
  @discardableResult
  private mutating func countUp(_ place: HostedView.Counting.Place, _ view: Int) -> Int? {
    guard let counting = views[view].counting, counting.place == place else { return nil }
    let value = numbers(view)[counting.number]
    if value < counting.until { write(value + 1, to: counting.number, of: view) }
    return counting.number
  }

  /// Only another value of a number that the last evaluation read is a reason to evaluate again.
  private mutating func write(_ value: Int, to number: Int, of view: Int) {
    let provider = views[view].provider
    guard let old = models[provider]?.numbers[number], old != value else { return }
    models[provider]?.numbers[number] = value
    for view in views.indices where views[view].provider == provider && views[view].dependencies.contains(number) {
      views[view].isDue = true
    }
  }

  func isShown(modelOf provider: Int) -> Bool { views.contains { $0.provider == provider && $0.hasModel } }
  func numbers(_ view: Int) -> [Int] { models[views[view].provider]?.numbers ?? [] }
  private func serial(_ view: Int) -> Int { models[views[view].provider]?.serial ?? 0 }
}

extension HostsModel.Event {
  var isAppearance: Bool { if case .appears = self { true } else { false } }
  var isEvaluation: Bool { if case .evaluates = self { true } else { false } }
  var isDisappearance: Bool { if case .disappears = self { true } else { false } }
  var isReceipt: Bool { if case .receives = self { true } else { false } }
}
