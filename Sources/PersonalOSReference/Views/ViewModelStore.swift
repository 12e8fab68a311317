/// Makes the models of a scene's views, and keeps each one for as long as a view uses it.
@MainActor
public protocol ViewModelKeeping: AnyObject {
  /// Registers the factory for models of views of this type. It replaces an earlier one.
  func register(_ type: String, _ make: @escaping @MainActor (ViewIdentity) throws -> any ViewModel)
  /// Returns the model of this identity, which then has one more user. If there is none, the store makes it.
  /// - Throws: ``DependencyError/missing(_:)`` if no factory is registered, or the factory fails.
  func acquire(_ identity: ViewIdentity) throws -> any ViewModel
  /// Removes one user of the model. The store drops the model with its last user.
  func release(_ identity: ViewIdentity)
  /// The number of models that the store keeps.
  var count: Int { get }
}

/// The models of one scene: one for each identity, even if several views show it.
@MainActor
public final class ViewModelStore: ViewModelKeeping {
  private var factories: [String: @MainActor (ViewIdentity) throws -> any ViewModel] = [:]
  private var models: [ViewIdentity: (model: any ViewModel, users: Int)] = [:]

  /// Creates a store without factories or models.
  public init() {}

  public var count: Int { models.count }

  public func register(
    _ type: String, _ make: @escaping @MainActor (ViewIdentity) throws -> any ViewModel
  ) {
    factories[type] = make
  }

  public func acquire(_ identity: ViewIdentity) throws -> any ViewModel {
    let model = try models[identity]?.model ?? make(identity)
    models[identity] = (model, (models[identity]?.users ?? 0) + 1)
    return model
  }

  public func release(_ identity: ViewIdentity) {
    guard let (model, users) = models[identity] else { return }
    models[identity] = users > 1 ? (model, users - 1) : nil
  }

  private func make(_ identity: ViewIdentity) throws -> any ViewModel {
    guard let factory = factories[identity.type] else { throw DependencyError.missing(identity.type) }
    do {
      return try factory(identity)
    } catch let error as DependencyError {
      throw error
    } catch {
      throw DependencyError.missing(identity.type)
    }
  }
}
