import PropertyTesting

/// Views that hold on to things, and the way to their end.
public struct CleanupScript: Sendable {
  public enum Work: Sendable, CaseIterable {
    /// Waits for a long time with the model in its hands.
    case waitsWithTheModel
    /// Reads a stream until that ends.
    case readsAStream
    /// Ends a few turns after its cancellation, of which it takes no notice.
    case ignoresCancellation
    /// Is over before long.
    case isQuick
  }

  public struct View: Sendable {
    public let work: [Work]
    /// How many subscriptions, each of which holds the model.
    public let subscriptions: Int
    /// Shows the model of the view before it.
    public let sharesModel: Bool
  }

  public enum Event: Sendable, CaseIterable {
    case prepare, appear, disappear, send, pause, tearDown
    /// One more subscription, from outside.
    case bind
  }

  public let views: [View]
  /// Which view (modulo how many there are), and what happens to it.
  public let events: [(view: Int, event: Event)]
}

extension Generator where Value == CleanupScript {
  public static var cleanupScript: Generator {
    let view = Generator<CleanupScript.View> { source in
      CleanupScript.View(
        work: try source(.oneOf(.array(of: .anyCase(), count: 0...1), .array(of: .anyCase(), count: 1...3))),
        subscriptions: try source(.int(in: 0...2)), sharesModel: try source(.bool))
    }
    let events: [CleanupScript.Event] = [
      .appear, .disappear, .tearDown, .send, .pause, .appear, .disappear, .appear, .tearDown, .send, .bind,
    ]
    let event = Generator<(view: Int, event: CleanupScript.Event)> { source in
      (try source(.int(in: 0...3)), try source(.element(of: events)))
    }
    return Generator { source in
      let views = try source(.oneOf(.array(of: view, count: 1...2), .array(of: view, count: 2...4)))
      // Most of them are visible to begin with, some are about to be.
      var script: [(view: Int, event: CleanupScript.Event)] = []
      let beginnings: [CleanupScript.Event?] = [.appear, .appear, .prepare, nil]
      for index in views.indices {
        if let event = try source(.element(of: beginnings)) { script.append((index, event)) }
      }
      script += try source(.oneOf(.array(of: event, count: 1...6), .array(of: event, count: 4...20)))
      return CleanupScript(views: views, events: script)
    }
  }
}
