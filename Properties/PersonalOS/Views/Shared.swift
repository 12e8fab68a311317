/// Something that several parts of a system have.
@MainActor
final class Shared<Value> {
  var value: Value?
  nonisolated init() {}

  func value(_ make: () -> Value) -> Value {
    let value = value ?? make()
    self.value = value
    return value
  }
}
