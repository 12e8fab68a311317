import Synchronization

/// State of hooks: a value that copies of a closure share.
public final class Remembered<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  /// State with the given initial value.
  public init(_ value: Value) {
    self.value = Mutex(value)
  }

  /// The current value. To change it depending on itself, use ``withValue(_:)``.
  public var now: Value { value.withLock { $0 } }

  /// Replaces the value.
  public func set(_ new: Value) { value.withLock { $0 = new } }

  /// Reads or changes the value. `body` runs under a lock, so it must not use this object.
  public func withValue<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock { value in try body(&value) }
  }

  /// Replaces the value, and returns the earlier one.
  public func exchange(_ new: Value) -> Value {
    withValue { value in
      defer { value = new }
      return value
    }
  }
}
