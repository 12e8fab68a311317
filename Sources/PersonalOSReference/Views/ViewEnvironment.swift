import Observation

/// The observable objects that views share, from a place in the tree of views downwards.
@MainActor
public protocol EnvironmentScope: AnyObject {
  /// The object of this type that the nearest place upwards provides, beginning here.
  /// - Throws: ``DependencyError/missing(_:)`` with the name of the type.
  func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object
  /// Provides the object here and below, in the place of what comes from above.
  func provide<Object: AnyObject & Observable>(_ object: Object)
  /// Takes back what was provided here; what comes from above shows through again.
  func withdraw<Object: AnyObject & Observable>(_ type: Object.Type)
  /// The place is now below `parent`, or at the top; also at the top where `parent` is itself or below it.
  func move(below parent: (any EnvironmentScope)?)
}

/// One slot for each type. A look-up walks up the tree each time, so that it is right after every change, and
/// a view that looks something up is evaluated again when a place on the way changes.
@Observable
@MainActor
public final class ViewEnvironment: EnvironmentScope {
  private var slots: [ObjectIdentifier: AnyObject] = [:]
  private var parent: (any EnvironmentScope)?

  public init(below parent: (any EnvironmentScope)? = nil) {
    self.parent = parent
  }

  public func object<Object: AnyObject & Observable>(_ type: Object.Type) throws -> Object {
    if let object = slots[ObjectIdentifier(type)] as? Object { return object }
    guard let parent else { throw DependencyError.missing(String(describing: type)) }
    return try parent.object(type)
  }

  public func provide<Object: AnyObject & Observable>(_ object: Object) {
    let key = ObjectIdentifier(Object.self)
    if slots[key] !== object { slots[key] = object }
  }

  public func withdraw<Object: AnyObject & Observable>(_ type: Object.Type) {
    slots[ObjectIdentifier(type)] = nil
  }

  public func move(below parent: (any EnvironmentScope)?) {
    let places = sequence(first: parent) { ($0 as? ViewEnvironment)?.parent }
    // A walk up a ring would have no end.
    let parent = places.contains { $0 === self } ? nil : parent
    if self.parent !== parent { self.parent = parent }
  }
}
