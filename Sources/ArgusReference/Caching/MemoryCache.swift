/// Values in memory within limits (002 NSCache for in-memory caching): the one that was not used longest goes first. What is
/// evicted is read again; nothing is ever only here.
public struct MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var used: Int
  }

  public let countLimit: Int
  private var entries: [Key: Entry] = [:]
  private var clock = 0

  /// - Parameter countLimit: at 0 and below, nothing is kept.
  public init(countLimit: Int) {
    self.countLimit = countLimit
  }

  public var count: Int { entries.count }

  public mutating func value(for key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    clock += 1
    entries[key]?.used = clock
    return value
  }

  public mutating func set(_ value: Value, for key: Key) {
    remove(key)
    guard countLimit > 0 else { return }
    // Before it is put: the limit holds at all times.
    if entries.count == countLimit, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key { remove(oldest) }
    clock += 1
    entries[key] = Entry(value: value, used: clock)
  }

  public mutating func remove(_ key: Key) { entries[key] = nil }

  /// At a memory warning.
  public mutating func removeAll() {
    entries = [:]
  }
}
