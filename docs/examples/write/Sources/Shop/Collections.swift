/// Things that somebody likes.
public struct Favourites: Equatable, Sendable {
  private var items: [Int] = []
  public init() {}
  public mutating func insert(_ item: Int) { if !items.contains(item) { items.append(item) } }
  public mutating func remove(_ item: Int) { items.removeAll { $0 == item } }
  public func contains(_ item: Int) -> Bool { items.contains(item) }
}

/// Things that somebody will buy: inserted twice, one has to be removed twice.
public struct Basket: Equatable, Sendable {
  private var items: [Int] = []
  public init() {}
  public mutating func insert(_ item: Int) { items.append(item) }
  public mutating func remove(_ item: Int) { if let place = items.firstIndex(of: item) { items.remove(at: place) } }
  public func contains(_ item: Int) -> Bool { items.contains(item) }
}

/// Jobs, the oldest first.
public struct Line: Sendable {
  private var waiting: [Int] = []
  public init() {}
  public mutating func enqueue(_ job: Int) { waiting.append(job) }
  public mutating func dequeue() -> Int? { waiting.isEmpty ? nil : waiting.removeFirst() }
}

/// Jobs, of which the newest comes first as soon as there are three.
public struct Pile: Sendable {
  private var waiting: [Int] = []
  public init() {}
  public mutating func enqueue(_ job: Int) { waiting.append(job) }
  public mutating func dequeue() -> Int? { waiting.isEmpty ? nil : waiting.count > 2 ? waiting.removeLast() : waiting.removeFirst() }
}

/// Numbers in some order.
public struct Ranking: Equatable, Sendable {
  public private(set) var places: [Int]
  public init(places: [Int]) { self.places = places }
  public mutating func sort() { places.sort() }
  public func sorted() -> Ranking { Ranking(places: Array(Set(places)).sorted()) }
  public mutating func reverse() { places.reverse() }
  public func reversed() -> Ranking { Ranking(places: places.reversed()) }
}
