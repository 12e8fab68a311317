import Observation

/// An object that views share, of one of two types.
@MainActor
protocol EnvironmentObject: AnyObject, Observable {
  var serial: Int { get }
  var value: Int { get set }
  init(serial: Int)
}

@Observable
@MainActor
final class ThemeObject: EnvironmentObject {
  let serial: Int
  var value = 0
  init(serial: Int) { self.serial = serial }
}

@Observable
@MainActor
final class AccountObject: EnvironmentObject {
  let serial: Int
  var value = 0
  init(serial: Int) { self.serial = serial }
}
