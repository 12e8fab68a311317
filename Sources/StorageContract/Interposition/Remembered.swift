import Synchronization

/// What hooks remember: a value that copies of a closure share.
public final class Remembered<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  /// Remembers `value` at first.
  public init(_ value: Value) {
    self.value = Mutex(value)
  }

  /// The value at this moment. To change it depending on what it is, use ``withValue(_:)``.
  public var now: Value { value.withLock { $0 } }

  /// Replaces the value.
  public func set(_ new: Value) { value.withLock { $0 = new } }

  /// Reads or changes the value under a lock, which `body` holds: it must not use this object.
  public func withValue<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock { value in try body(&value) }
  }

  /// Puts another value there; returns the one that was.
  public func exchange(_ new: Value) -> Value {
    withValue { value in
      defer { value = new }
      return value
    }
  }
}
