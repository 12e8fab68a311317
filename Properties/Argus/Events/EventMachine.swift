import ArgusReference
import DeterministicScheduling
import PropertyTesting

/// ARG-72: listeners come and go, events are posted, also from handlers and from several tasks at once.
enum EventMachine {
  typealias EventCommand = Command<EventModel, ListenersDriver>

  struct Subscription: Sendable {
    let listener: Int
    let name: ArgusEvent.Name
    /// The listener whose subscription the new handler holds from now on, so that both end together.
    let held: Int?
  }

  static let post = EventCommand("post", weight: 8, with: .element(of: EventModel.names)) { model, name in
    model.post(name)
  } system: { app, name in
    app.post(name)
    try await app.settle()
  }
  .labelled("reaches several") { step in step.before.listeners.filter { $0.name == step.argument() }.count > 1 }
  .labelled("a handler posts") { step in
    step.argument() == ArgusEvent.Name.articlesChanged && step.before.listeners[EventModel.forwarder].name == .articlesChanged
      && step.before.listeners.contains { $0.name == .settingsChanged }
  }
  .labelled("a slow listener keeps nobody waiting") { step in
    let reached = step.before.listeners.filter { $0.name == step.argument() }
    return reached.contains(where: \.isSlow) && reached.contains { !$0.isSlow }
  }

  static let subscribe = EventCommand(
    "subscribe", weight: 6, with: { model in
      Generator { source in
        let listener = try source(.element(of: model.idle))
        let names = listener == EventModel.forwarder ? [.articlesChanged] : EventModel.names
        // Not by the forwarder: what it posts may come before or after the end of what it holds.
        let free = listener == EventModel.forwarder ? [] : model.free
        let held =
          free.isEmpty
          ? .constant(nil) : Generator<Int?>.frequency((1, .constant(nil)), (1, Generator<Int>.element(of: free).map(Optional.some)))
        return Subscription(listener: listener, name: try source(.element(of: names)), held: try source(held))
      }
    }, when: { !$0.idle.isEmpty },
    requiring: { model, subscription in
      model.idle.contains(subscription.listener) && (subscription.held.map { model.free.contains($0) } ?? true)
    }
  ) { model, subscription in
    model.subscribe(subscription.listener, to: subscription.name, holding: subscription.held)
  } system: { app, subscription in
    app.subscribe(subscription.listener, to: subscription.name, holding: subscription.held)
    try await app.settle()
  }
  .labelled("subscribes again") { step in
    step.argument(Subscription.self).map { !step.before.listeners[$0.listener].heard.isEmpty } ?? false
  }

  static let unsubscribe = EventCommand(
    "unsubscribe", weight: 4, with: { model in
      // Mostly somebody for whom something waits, if there is anybody.
      let waiting = model.free.filter { !model.listeners[$0].queue.isEmpty }
      let any = Generator.element(of: model.free)
      return .zip(waiting.isEmpty ? any : .frequency((3, .element(of: waiting)), (1, any)), .bool)
    }, when: { !$0.free.isEmpty }, requiring: { $0.free.contains($1.0) }
  ) { model, end in
    model.unsubscribe(end.0)
  } system: { app, end in
    app.unsubscribe(end.0, cancels: end.1)
    try await app.settle()
  }
  .labelled("leaves with events waiting") { step in
    step.argument((Int, Bool).self).map { !step.before.listeners[$0.0].queue.isEmpty } ?? false
  }
  .labelled("ends another's subscription with its own") { $0.before.held.count > $0.after.held.count }
  .labelled("is let go") { $0.argument((Int, Bool).self)?.1 == false }

  static let slow = EventCommand(
    "slow", weight: 3, with: { .element(of: $0.quick) }, when: { !$0.quick.isEmpty }
  ) { model, number in
    model.slow(number)
  } system: { app, number in
    app.slow(number)
  }

  static let hurry = EventCommand(
    "hurry", weight: 2, with: { .element(of: $0.slowOnes) }, when: { !$0.slowOnes.isEmpty }
  ) { model, number in
    model.hurry(number)
  } system: { app, number in
    app.hurry(number)
    try await app.settle()
  }
  .labelled("hears what waited") { step in
    step.argument(Int.self).map { !step.before.listeners[$0].queue.isEmpty } ?? false
  }

  /// Any order, but the same for all.
  static let postAtOnce = EventCommand(
    "postAtOnce", weight: 4, with: { _ in .zip(.element(of: EventModel.names), .int(in: 2...3)) },
    when: { $0.slowOnes.isEmpty },
    foreseeing: { model, posts in for _ in 0..<posts.1 { model.post(posts.0) } }
  ) { app, posts in
    try await app.postAtOnce(posts.0, count: posts.1)
  } judging: { model, posts, found in
    let ids = (0..<posts.1).map { "\(model.posted + $0)" }
    let order = model.listeners.indices.first { model.listeners[$0].name == posts.0 }.map { found[$0].filter { !$0.hasSuffix("′") } } ?? ids
    try expect("each of the events once", order.sorted(), equals: ids.sorted())
    for id in order { model.post(id, posts.0) }
    model.posted += posts.1
  }
  .labelled("come in another order") { step in
    step.before.subscribed.contains { number in
      let heard = step.after.listeners[number].heard.dropFirst(step.before.listeners[number].heard.count)
      let numbers = heard.compactMap { Int($0) }
      return numbers != numbers.sorted()
    }
  }

  static let heard = Invariant<EventModel, ListenersDriver>(
    "what each listener heard", model: { $0.listeners.map(\.heard) }, system: { $0.heard })
  static let kept = Invariant<EventModel, ListenersDriver>(
    "handlers that are kept", model: \.keptHandlers, system: { $0.keptHandlers })

  static let machine = StateMachine(
    initially: EventModel(), commands: [post, subscribe, unsubscribe, slow, hurry, postAtOnce], invariants: [heard, kept]
  )
  .showing(\.summary)
  .withLongCases
  .withoutSwarm
}

extension EventModel {
  /// A listener whose handler still works on an event of an earlier subscription waits with the next one.
  var idle: [Int] { listeners.indices.filter { listeners[$0].name == nil && listeners[$0].inHand == nil } }
  /// Whose subscriptions no handler holds.
  var free: [Int] { subscribed.filter { !held.contains($0) } }
  var subscribed: [Int] { listeners.indices.filter { listeners[$0].name != nil } }
  var quick: [Int] { subscribed.filter { !listeners[$0].isSlow } }
  var slowOnes: [Int] { listeners.indices.filter { listeners[$0].isSlow } }
}
