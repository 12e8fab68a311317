/// A cache in memory with a limit (002 NSCache for in-memory caching). It evicts the value that was not used for the
/// longest time. Evicted values can be read again: the cache never holds the only copy.
public struct MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var used: Int
  }

  /// The most values that the cache holds. With 0 or less it holds none.
  public let countLimit: Int
  private var entries: [Key: Entry] = [:]
  private var clock = 0

  /// Creates an empty cache.
  /// - Parameter countLimit: the most values. With 0 or less the cache keeps nothing.
  public init(countLimit: Int) {
    self.countLimit = countLimit
  }

  /// The number of cached values.
  public var count: Int { entries.count }

  /// Returns the value of a key, or nil if it is not cached. The value counts as used now.
  public mutating func value(for key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    clock += 1
    entries[key]?.used = clock
    return value
  }

  /// Caches a value in place of an earlier one of the same key. If the cache is full, it evicts another value first.
  public mutating func set(_ value: Value, for key: Key) {
    remove(key)
    guard countLimit > 0 else { return }
    // Evict before the insertion, so that the limit holds at all times.
    if entries.count == countLimit, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key { remove(oldest) }
    clock += 1
    entries[key] = Entry(value: value, used: clock)
  }

  /// Drops the value of a key, if there is one.
  public mutating func remove(_ key: Key) { entries[key] = nil }

  /// Drops all values, for a memory warning.
  public mutating func removeAll() {
    entries = [:]
  }
}
