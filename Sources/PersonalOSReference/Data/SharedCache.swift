/// Values that are made once and used by all: see ``SharedCache``.
public protocol ValueCaching: Sendable {
  /// The value under the key; where there is none, what `make` gives. Everybody gets the same one, also
  /// those who asked while it was being made.
  func value(for key: String, orMake make: @Sendable () async -> Int) async -> Int
  var count: Int { get async }
}

/// Values in a box. Making one takes its time, outside of the box; the first that is ready is everybody's.
public final class SharedCache: ValueCaching {
  private let box = SharedStateBox<[String: Int]>([:])

  public init() {}

  public func value(for key: String, orMake make: @Sendable () async -> Int) async -> Int {
    if let known = box.current[key] { return known }
    let made = await make()
    return box.update { values in
      if let known = values[key] { return known }
      values[key] = made
      return made
    }
  }

  public var count: Int { box.current.count }
}
