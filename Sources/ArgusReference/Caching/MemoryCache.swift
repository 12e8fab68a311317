/// Values in memory within limits (002 NSCache for in-memory caching): the one that was not used longest goes first. What is
/// evicted is read again; nothing is ever only here.
public struct MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var cost: Int
    var used: Int
  }

  public let countLimit: Int
  public let costLimit: Int
  public private(set) var totalCost = 0
  private var entries: [Key: Entry] = [:]
  private var clock = 0

  /// - Parameters: of the limits, less than 0 counts as 0, and at 0 nothing is kept.
  public init(countLimit: Int, costLimit: Int = .max) {
    self.countLimit = max(0, countLimit)
    self.costLimit = max(0, costLimit)
  }

  public var count: Int { entries.count }

  public mutating func value(for key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    clock += 1
    entries[key]?.used = clock
    return value
  }

  public mutating func set(_ value: Value, for key: Key, cost: Int = 1) {
    remove(key)
    let cost = max(0, cost)
    guard countLimit > 0, cost <= costLimit else { return }
    // Before it is put: the limits hold at all times.
    while entries.count >= countLimit || totalCost > costLimit - cost {
      guard let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key else { break }
      remove(oldest)
    }
    clock += 1
    entries[key] = Entry(value: value, cost: cost, used: clock)
    totalCost += cost
  }

  public mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { totalCost -= entry.cost }
  }

  /// At a memory warning.
  public mutating func removeAll() {
    entries = [:]
    totalCost = 0
  }
}
