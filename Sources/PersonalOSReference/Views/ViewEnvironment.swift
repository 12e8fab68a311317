import Observation

/// The observable objects that views share, from one place in the tree of views downwards.
@MainActor
public protocol EnvironmentScope: AnyObject {
  /// Returns the object of this type that is provided at the nearest place, from this one upwards.
  /// - Throws: ``DependencyError/missing(_:)`` with the name of the type.
  func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object
  /// Provides the object at this place and below. It hides an object of the same type from above.
  func provide<Object: AnyObject & Observable>(_ object: Object)
  /// Withdraws what this place provides. An object of the type from above becomes visible again.
  func withdraw<Object: AnyObject & Observable>(_ type: Object.Type)
  /// Moves the place below `parent`, or to the top if `parent` is nil. If `parent` is this place or below it, the place
  /// also moves to the top.
  func move(below parent: (any EnvironmentScope)?)
}

/// The reference implementation, with one slot for each type. A look-up walks up the tree every time, so it is right
/// after every change. If a place on the way changes, Observation causes a new evaluation of each view that looked
/// something up.
@Observable
@MainActor
public final class ViewEnvironment: EnvironmentScope {
  private var slots: [ObjectIdentifier: AnyObject] = [:]
  private var parent: (any EnvironmentScope)?

  /// Creates a place below `parent`, or at the top, that provides nothing.
  public init(below parent: (any EnvironmentScope)? = nil) {
    self.parent = parent
  }

  /// Returns the object of this type that is provided at the nearest place, from this one upwards.
  /// - Throws: ``DependencyError/missing(_:)`` with the name of the type.
  public func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object {
    if let object = slots[ObjectIdentifier(type)] as? Object { return object }
    guard let parent else { throw DependencyError.missing(String(describing: type)) }
    return try parent.object(type)
  }

  /// Provides the object. Providing the same object again changes nothing, so no view is evaluated for it.
  public func provide<Object: AnyObject & Observable>(_ object: Object) {
    let key = ObjectIdentifier(Object.self)
    if slots[key] !== object { slots[key] = object }
  }

  public func withdraw<Object: AnyObject & Observable>(_ type: Object.Type) {
    slots[ObjectIdentifier(type)] = nil
  }

  public func move(below parent: (any EnvironmentScope)?) {
    let places = sequence(first: parent) { ($0 as? ViewEnvironment)?.parent }
    // A walk up a ring would never end.
    let parent = places.contains { $0 === self } ? nil : parent
    if self.parent !== parent { self.parent = parent }
  }
}
