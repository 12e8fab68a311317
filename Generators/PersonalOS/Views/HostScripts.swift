import PropertyTesting

/// Views side by side, each driven through its life by events in any order.
public struct HostScript: Sendable {
  public enum Event: Sendable, CaseIterable {
    case prepare, appear, disappear, update, tick, tearDown
    /// A binding is added from outside.
    case bind
  }

  public struct View: Sendable {
    /// For each binding what its own view is told while the binding is made; mostly nothing.
    public let bindings: [Event?]
    /// Told each time that a binding is made, not only the first time: such a view may come and go for ever.
    public let isRestless: Bool
    /// The view whose model it shows, an earlier one; nil for its own.
    public let modelOf: Int?
  }

  public let views: [View]
  /// Which view (modulo how many there are), and what happens to it.
  public let events: [(view: Int, event: Event)]
}

extension Generator where Value == HostScript {
  public static var hostScript: Generator {
    let reentrant = Generator<HostScript.Event?>.frequency(
      (3, .constant(nil)), (2, .element(of: [.appear, .disappear, .tearDown, .tick, .appear])))
    let event = Generator<HostScript.Event>.frequency(
      (2, .element(of: [.prepare, .appear, .appear, .disappear])), (1, .anyCase()))
    return Generator { source in
      let count = try source(.oneOf(.int(in: 1...4), .int(in: 1...20)))
      var views: [HostScript.View] = []
      for index in 0..<count {
        let provider = index > 0 ? try source(.optional(.int(in: 0...(index - 1)))) : nil
        // A model that is provided belongs to who made it.
        let modelOf = try source(.bool) ? provider.map { views[$0].modelOf ?? $0 } : nil
        let bindings = try source(.array(of: reentrant, count: 0...5))
        // Some that hide themselves and come back.
        let isRestless = try source(.int(in: 0...4)) == 4
        views.append(
          HostScript.View(
            bindings: isRestless ? bindings + [.disappear, .appear] : bindings, isRestless: isRestless,
            modelOf: modelOf))
      }
      let events = Generator<(view: Int, event: HostScript.Event)> { draw in
        (try draw(.int(in: 0...(count - 1))), try draw(event))
      }
      return HostScript(
        views: views,
        events: try source(.oneOf(.array(of: events, count: 1...10), .array(of: events, count: 10...60))))
    }
  }
}
