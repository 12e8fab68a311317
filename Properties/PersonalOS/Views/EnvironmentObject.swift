import Foundation
import Observation
import PersonalOSReference

/// An object that views share, of one of two types. Only a mistake copies it.
@MainActor
protocol EnvironmentObject: AnyObject, Observable, NSCopying, Sendable {
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

extension EnvironmentObject {
  static func found(in environment: any EnvironmentScope) throws -> Self { try environment.object(Self.self) }
  static func withdraw(from environment: (any EnvironmentScope)?) { environment?.withdraw(Self.self) }
  func provide(in environment: (any EnvironmentScope)?) { environment?.provide(self) }

  nonisolated func copy(with zone: NSZone?) -> Any {
    MainActor.assumeIsolated { () -> Self in
      let copy = Self(serial: serial)
      copy.value = value
      return copy
    }
  }
}

enum ObjectKind: Sendable, CaseIterable {
  case theme, account

  var typeName: String { self == .theme ? "ThemeObject" : "AccountObject" }

  @MainActor
  var type: any EnvironmentObject.Type { self == .theme ? ThemeObject.self : AccountObject.self }
}
