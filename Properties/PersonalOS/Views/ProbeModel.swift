import Observation
import PersonalOSReference

/// A model that can be told from every other.
@Observable
@MainActor
final class ProbeModel: ViewModel {
  /// Its place among the models that a case has made, from 1.
  let serial: Int
  var number = 0

  init(serial: Int) {
    self.serial = serial
  }
}

extension ViewModel {
  /// Of a probe; 0 where it is none.
  var serial: Int { (self as? ProbeModel)?.serial ?? 0 }
}

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
