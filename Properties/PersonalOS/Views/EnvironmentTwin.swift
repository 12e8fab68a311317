import Observation
import PersonalOSReference
import PropertyTesting

/// A place in the tree of views, written otherwise.
@Observable
@MainActor
final class EnvironmentTwin: EnvironmentScope {
  enum Defect: String, CaseIterable, Sendable {
    case copiesOnInheritance = "copies objects on their way down"
    case prefersTheFarthest = "prefers the farthest provider"
    case remembersLookups = "remembers the first object that it found above"
    case fallsBackToADefault = "makes up an object if none is provided"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("EnvironmentTwin") { system, defect in
    system.views.makeEnvironment = { EnvironmentTwin(defect, below: $0) }
  }

  private let defect: Defect?
  private var slots: [ObjectIdentifier: AnyObject] = [:]
  private var parent: (any EnvironmentScope)?
  @ObservationIgnored private var remembered: [ObjectIdentifier: AnyObject] = [:]

  init(_ defect: Defect?, below parent: (any EnvironmentScope)?) {
    self.defect = defect
    self.parent = parent
  }

  func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object {
    let key = ObjectIdentifier(type)
    if defect == .remembersLookups, let object = remembered[key] as? Object { return object }
    let own = slots[key] as? Object
    if defect != .prefersTheFarthest, let own { return own }
    do {
      guard let found = try parent?.object(type) else { throw DependencyError.missing("\(type)") }
      let object = defect == .copiesOnInheritance ? copy(of: found) : found
      if defect == .remembersLookups { remembered[key] = object }
      return object
    } catch {
      if let own { return own }
      if defect == .fallsBackToADefault, let fallback = Self.fallback(type) { return fallback }
      throw error
    }
  }

  func provide<Object: AnyObject & Observable>(_ object: Object) {
    slots[ObjectIdentifier(Object.self)] = object
    remembered[ObjectIdentifier(Object.self)] = nil
  }

  func withdraw<Object: AnyObject & Observable>(_ type: Object.Type) {
    slots[ObjectIdentifier(type)] = nil
    remembered[ObjectIdentifier(type)] = nil
  }

  func move(below parent: (any EnvironmentScope)?) {
    let places = sequence(first: parent) { ($0 as? EnvironmentTwin)?.parent }
    self.parent = places.contains { $0 === self } ? nil : parent
  }

  private func copy<Object>(of object: Object) -> Object {
    guard let shared = object as? any EnvironmentObject else { return object }
    let copy = type(of: shared).init(serial: shared.serial)
    copy.value = shared.value
    return copy as? Object ?? object
  }

  private static func fallback<Object>(_ type: Object.Type) -> Object? {
    (type as? any EnvironmentObject.Type)?.init(serial: 0) as? Object
  }
}
