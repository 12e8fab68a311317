import Observation
import PersonalOSReference

/// A place in the tree of views that hands out copies.
@MainActor
final class CopyingEnvironment: EnvironmentScope {
  let right: any EnvironmentScope

  init(_ right: any EnvironmentScope) { self.right = right }

  func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object {
    try copy(of: right.object(type))
  }

  func provide<Object: AnyObject & Observable>(_ object: Object) { right.provide(object) }
  func withdraw<Object: AnyObject & Observable>(_ type: Object.Type) { right.withdraw(type) }
  func move(below parent: (any EnvironmentScope)?) { right.move(below: (parent as? CopyingEnvironment)?.right) }

  private func copy<Object>(of object: Object) -> Object {
    guard let shared = object as? any EnvironmentObject else { return object }
    let copy = type(of: shared).init(serial: shared.serial)
    copy.value = shared.value
    return copy as? Object ?? object
  }
}
