import PropertyTesting

/// What was called in the life of some views, in order.
@MainActor
final class LifeTrace {
  enum Event: Sendable {
    /// A model was made for this view's identity.
    case created(view: Int, serial: Int)
    case bound(view: Int, binding: Int, serial: Int)
    case boundFromOutside(view: Int, serial: Int)
    case appeared(view: Int)
    case evaluated(view: Int, serial: Int)
    case disappeared(view: Int)
    /// The view is gone; and whether any other has the model.
    case ended(view: Int, modelIsShared: Bool)
  }

  private(set) var events: [Event] = []

  func append(_ event: Event) { events.append(event) }
}

/// Judges a trace: model before bindings, bindings before appearance, and the same model all the way.
struct LifeAutomaton {
  private struct View {
    let bindings: Int
    let provider: Int
    /// How many of its bindings have been made since it was last disconnected.
    var bound = 0
    var isVisible = false
    /// Since it appeared.
    var isEvaluated = false
  }

  private var views: [View]
  /// The model of each identity that is alive.
  private var models: [Int: Int] = [:]
  private var read = 0

  /// - Parameter views: how many bindings each has, and whose model it shows.
  init(_ views: [(bindings: Int, provider: Int)]) {
    self.views = views.map { View(bindings: $0.bindings, provider: $0.provider) }
  }

  /// Goes on to the end of the trace.
  mutating func read(_ events: [LifeTrace.Event]) throws {
    for event in events[read...] { try accept(event, "\(event), event \(read)") }
    read = events.count
  }

  /// Claims that what is visible was told so and evaluated, and nothing else.
  func expectView(_ view: Int, isVisible: Bool) throws {
    try expect("view \(view) has appeared", views[view].isVisible, equals: isVisible)
    try expect("view \(view) has been evaluated since", views[view].isEvaluated, equals: isVisible)
  }

  private mutating func accept(_ event: LifeTrace.Event, _ place: String) throws {
    switch event {
    case .created(let view, let serial):
      try expect("the only model of its identity: \(place)", models[view] == nil)
      models[view] = serial
    case .bound(let view, let binding, let serial):
      try expect("the model that was made before: \(place)", serial, equals: models[views[view].provider] ?? 0)
      try expect("before it appears: \(place)", !views[view].isVisible)
      try expect("each binding once, in order: \(place)", binding, equals: views[view].bound)
      views[view].bound += 1
    case .boundFromOutside(let view, let serial):
      try expect("the model that was made before: \(place)", serial, equals: models[views[view].provider] ?? 0)
    case .appeared(let view):
      try expect("with a model: \(place)", models[views[view].provider] != nil)
      try expect("bound before: \(place)", views[view].bound, equals: views[view].bindings)
      try expect("once: \(place)", !views[view].isVisible)
      views[view].isVisible = true
    case .evaluated(let view, let serial):
      try expect("after it appeared: \(place)", views[view].isVisible)
      try expect("its model: \(place)", serial, equals: models[views[view].provider] ?? 0)
      views[view].isEvaluated = true
    case .disappeared(let view):
      try expect("when it had appeared: \(place)", views[view].isVisible)
      (views[view].isVisible, views[view].isEvaluated) = (false, false)
      views[view].bound = 0
    case .ended(let view, let modelIsShared):
      try expect("not visible at its end: \(place)", !views[view].isVisible)
      if !modelIsShared { models[views[view].provider] = nil }
    }
  }
}
