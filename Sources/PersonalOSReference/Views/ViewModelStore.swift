/// Makes the models of one scene's views and keeps them for as long as a view uses them.
@MainActor
public protocol ViewModelKeeping: AnyObject {
  /// From now on models of views of this type are made so.
  func register(_ type: String, _ make: @escaping @MainActor (ViewIdentity) throws -> any ViewModel)
  /// The model of this identity, made if there is none, and used by one view more.
  /// - Throws: ``DependencyError/missing(_:)`` where nothing makes it, or what makes it fails.
  func acquire(_ identity: ViewIdentity) throws -> any ViewModel
  /// One view less uses it; it is let go of with the last.
  func release(_ identity: ViewIdentity)
  /// How many models are kept.
  var count: Int { get }
}

/// The store of one scene: one model for each identity, however many views show it.
@MainActor
public final class ViewModelStore: ViewModelKeeping {
  private var factories: [String: @MainActor (ViewIdentity) throws -> any ViewModel] = [:]
  private var models: [ViewIdentity: (model: any ViewModel, users: Int)] = [:]

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
