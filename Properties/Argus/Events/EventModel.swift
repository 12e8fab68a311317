import ArgusReference
import PropertyTesting

/// Four listeners and what each has heard. Listener 3 posts what it hears of articles on as a change of settings.
struct EventModel: Sendable {
  struct Listener: Sendable, Equatable {
    var name: ArgusEvent.Name?
    /// Whether its handler takes its time.
    var isSlow = false
    /// The event that its handler has, while it takes its time.
    var inHand: String?
    /// What waits behind it.
    var queue: [String] = []
    var heard: [String] = []
    /// The listener whose subscription its handler holds, and nobody else.
    var holds: Int?
  }

  static let names: [ArgusEvent.Name] = [.articlesChanged, .settingsChanged]
  static let forwarder = 3

  var listeners = Array(repeating: Listener(), count: 4)
  var posted = 0

  mutating func subscribe(_ number: Int, to name: ArgusEvent.Name, holding held: Int?) {
    listeners[number].name = name
    listeners[number].holds = held
  }

  var held: Set<Int> { Set(listeners.compactMap(\.holds)) }

  /// A handler that nobody needs any more lets go of the subscription that it holds.
  private mutating func release(_ number: Int) {
    guard listeners[number].name == nil, listeners[number].inHand == nil, let held = listeners[number].holds else { return }
    listeners[number].holds = nil
    unsubscribe(held)
  }

  /// What its handler has, the handler keeps; what waits is dropped.
  mutating func unsubscribe(_ number: Int) {
    listeners[number].name = nil
    listeners[number].queue = []
    release(number)
  }

  mutating func post(_ name: ArgusEvent.Name) {
    post("\(posted)", name)
    posted += 1
  }

  mutating func post(_ id: String, _ name: ArgusEvent.Name) {
    for number in listeners.indices where listeners[number].name == name {
      if !listeners[number].isSlow {
        hear(number, id)
      } else if listeners[number].inHand == nil {
        listeners[number].inHand = id
      } else {
        listeners[number].queue.append(id)
      }
    }
  }

  private mutating func hear(_ number: Int, _ id: String) {
    listeners[number].heard.append(id)
    if number == Self.forwarder && !id.hasSuffix("′") { post(id + "′", .settingsChanged) }
  }

  mutating func slow(_ number: Int) { listeners[number].isSlow = true }

  mutating func hurry(_ number: Int) {
    let waiting = [listeners[number].inHand].compactMap { $0 } + listeners[number].queue
    listeners[number].isSlow = false
    listeners[number].inHand = nil
    listeners[number].queue = []
    for id in waiting { hear(number, id) }
    release(number)
  }

  /// Whose handlers are still needed.
  var keptHandlers: [Int] { listeners.indices.filter { listeners[$0].name != nil || listeners[$0].inHand != nil } }

  var summary: String {
    listeners.enumerated().filter { $1.name != nil || !$1.heard.isEmpty }.map { number, listener in
      "\(number): \(listener.name.map { $0.rawValue } ?? "not subscribed")\(listener.isSlow ? ", slow" : "") \(listener.heard)"
    }.joined(separator: "; ")
  }
}
