import PropertyTesting

/// A tree of places, at each of them a view that looks objects up, and what happens to it.
public struct EnvironmentScript: Sendable {
  /// The types of object that are looked up.
  public enum Kind: String, Sendable, CaseIterable {
    case theme, account
  }

  public enum Event: Sendable {
    /// A new object is provided at a place.
    case provide(Kind, at: Int)
    /// One of the objects that are provided at the time (the nth).
    case withdraw(Int)
    /// A place moves below another; to the top where that is itself or below it.
    case move(Int, below: Int)
    /// One of the objects (the nth that was made) is changed.
    case mutate(Int, to: Int)
  }

  /// For each place but the first, an earlier one that it lies below.
  public let parents: [Int]
  /// What the view at each place reads.
  public let reads: [[Kind]]
  public let events: [Event]
}

extension Generator where Value == EnvironmentScript {
  public static var environmentScript: Generator {
    let kind = Generator<EnvironmentScript.Kind>.anyCase()
    let reads = Generator<[EnvironmentScript.Kind]>.element(of: [
      [.theme], [.account], [.theme, .account], [], [.theme],
    ])
    return Generator { source in
      let count = try source(.oneOf(.int(in: 1...4), .int(in: 4...8)))
      let place = Generator<Int>.int(in: 0...(count - 1))
      var parents: [Int] = []
      for index in 1..<count {
        // Deep as often as broad.
        parents.append(try source(.oneOf(.constant(index - 1), .int(in: 0...(index - 1)))))
      }
      let provide = Generator<EnvironmentScript.Event> { .provide(try $0(kind), at: try $0(place)) }
      let withdraw = Generator<EnvironmentScript.Event> { .withdraw(try $0(.int(in: 0...5))) }
      let move = Generator<EnvironmentScript.Event> { .move(try $0(place), below: try $0(place)) }
      let mutate = Generator<EnvironmentScript.Event> { source in
        .mutate(try source(.int(in: 0...5)), to: try source(.int(in: 0...99)))
      }
      let event = Generator<EnvironmentScript.Event>.frequency(
        (3, provide), (2, withdraw), (3, move), (5, mutate))
      let events = try source(.array(of: provide, count: 2...6))
      return EnvironmentScript(
        parents: parents, reads: try source(.array(of: reads, count: count)),
        events: events
          + (try source(.oneOf(.array(of: event, count: 2...8), .array(of: event, count: 10...25)))))
    }
  }
}
