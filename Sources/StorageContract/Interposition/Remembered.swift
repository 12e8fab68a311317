import Synchronization

/// What hooks remember: a value that copies of a closure share.
public final class Remembered<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  public init(_ value: Value) {
    self.value = Mutex(value)
  }

  public var now: Value { value.withLock { $0 } }

  public func set(_ new: Value) { value.withLock { $0 = new } }

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
