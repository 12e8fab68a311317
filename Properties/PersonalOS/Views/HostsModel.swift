import PersonalOSReference

/// Views side by side whose hosts are told to show them, hide them and end them: what is called then, in which order,
/// what the views show, and what is still held. The oracle of POS-52, POS-56 and POS-73.
struct HostsModel: Sendable {
  enum Request: Sendable { case prepare, appear, disappear, tick, tearDown }

  enum Call: Sendable {
    case tell(Request, [Int])
    case bindFromOutside(Int)
    /// The parent has other things to say of the view.
    case describe(Int, [Reading])
    /// To the model of the first view.
    case write(number: Int, value: Int)
    case send
    /// Lets run what can run, and looks at what is left.
    case settle
  }

  struct Event: Sendable, Equatable {
    enum Kind: Sendable { case makes, binds, appears, evaluates, disappears, receives }

    let kind: Kind
    let view: Int
    var binding: Int?
    var model: Int?
  }

  struct Answer: Sendable, Equatable {
    var events: [Event] = []
    /// Of each view.
    var shows: [ViewContent] = []
    var errors: [String] = []
    /// Tasks, streams, subscriptions and models.
    var held: [String] = []
    /// Whether a view comes and goes for ever.
    var isEndless = false

    /// POS-52 claims what is called, in which order and with which model.
    var order: Answer { Answer(events: events, errors: errors, isEndless: isEndless) }

    /// POS-56 claims who is told of the end and of events, and what is left.
    var cleanup: Answer { Answer(events: events.filter { $0.kind == .disappears || $0.kind == .receives }, held: held) }

    /// POS-73 claims how often a view is evaluated, and what it shows then.
    var updates: Answer { Answer(events: events.filter { $0.kind == .evaluates }, shows: shows, errors: errors) }

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
    case .tell(let request, let views): for view in views { handle(request, view) }
    case .bindFromOutside(let view):
      guard views[view].hasModel else { throw DependencyError.missing("View") }
      bind(view, views[view].bindings.count)
    case .describe(let view, let readings): (views[view].readings, views[view].isDue) = (readings, true)
    case .write(let number, let value): write(value, to: number, of: 0)
    case .send: answer.events = subscribers.map { Event(kind: .receives, view: $0) }
    case .settle:
      let work = views.map { $0.phase == .visible ? $0.work : [] }
      // Other work ends by itself.
      let tasks = work.map { work in work.indices.filter { work[$0] == .waitsForLong || work[$0] == .readsAStream } }
      answer.held = tasks.enumerated().map { "tasks of \($0): \($1)" }
      answer.held += ["\(work.joined().count { $0 == .readsAStream }) streams", "\(subscribers.count) subscriptions"]
      answer.held += ["models \(models.values.map(\.serial).sorted())", "\(models.count) of them in the store"]
    }
    answer.shows = views.map { $0.phase == .visible ? .text($0.text) : .nothing }
    answer.errors = views.indices.filter { views[$0].isStopped }.map { "update View \($0)" }
    return answer
  }

  /// What a view is told while it makes its bindings waits until they are made.
  private mutating func handle(_ request: Request, _ view: Int) {
    var (waiting, beginnings) = ([request], 0)
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
        (views[view].phase, views[view].isStopped) = (.ended, false)
        subscribers.removeAll { $0 == view }
        if !isShown(modelOf: views[view].provider) { models[views[view].provider] = nil }
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
      answer.events.append(Event(kind: .makes, view: provider, model: modelsMade))
    }
    for number in views[view].bindings.indices { bind(view, number) }
    defer { (views[view].phase, views[view].isBound, views[view].hasBeenBound) = (.ready, true, true) }
    return views[view].isRestless || !views[view].hasBeenBound ? views[view].bindings.compactMap(\.self) : []
  }

  private mutating func bind(_ view: Int, _ number: Int) {
    subscribers.append(view)
    answer.events.append(Event(kind: .binds, view: view, binding: number, model: serial(view)))
  }

  private mutating func appear(_ view: Int) {
    answer.events.append(Event(kind: .appears, view: view))
    (views[view].phase, views[view].isDue) = (.visible, true)
    evaluate(view)
  }

  private mutating func hide(_ view: Int) {
    answer.events.append(Event(kind: .disappears, view: view))
    (views[view].phase, views[view].isBound) = (.ready, false)
    subscribers.removeAll { $0 == view }
  }

  /// One evaluation if there is a reason, and again for as long as the view itself gives one.
  private mutating func evaluate(_ view: Int) {
    var evaluations = 0
    while views[view].isDue, evaluations < Self.mostEvaluations {
      evaluations += 1
      answer.events.append(Event(kind: .evaluates, view: view, model: serial(view)))
      let before = numbers(view)
      var read = countUp(.beforeReading, view)
      let numbers = numbers(view)
      views[view].text = views[view].readings.text { number in
        read.insert(number)
        return numbers[number]
      }
      read.formUnion(countUp(.afterReading, view))
      (views[view].dependencies, views[view].firstDependencies) = (read, views[view].firstDependencies ?? read)
      // What it changed itself it may have read before.
      views[view].isDue = self.numbers(view) != before
      countUp(.afterwards, view)
    }
    (views[view].isStopped, views[view].lastNumbers) = (views[view].isDue, numbers(view))
  }

  /// - Returns: the number that it looks at; none if it does not count here.
  @discardableResult
  private mutating func countUp(_ place: HostedView.Counting.Place, _ view: Int) -> Set<Int> {
    guard let counting = views[view].counting, counting.place == place else { return [] }
    let value = numbers(view)[counting.number]
    if value < counting.limit { write(value + 1, to: counting.number, of: view) }
    return [counting.number]
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
