import Observation

/// What a view is known by from one evaluation of its parent to the next, within one scene.
public struct ViewIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The type of view; it decides which factory makes the model.
  public let type: String
  public let id: String

  public init(_ type: String, _ id: String) {
    self.type = type
    self.id = id
  }

  public var description: String { "\(type) \(id)" }
}

/// The state of a view, which lives as long as the view's identity does.
@MainActor
public protocol ViewModel: AnyObject, Observable, Sendable {}

/// A view as its parent describes it. The description is a value and comes anew with each evaluation; what
/// lasts is behind the identity: see ``ViewHost``.
public struct ViewDescription: Sendable {
  public var identity: ViewIdentity
  /// Whose model it shows, where a parent provides its own; nil for a model of its own.
  public var modelOf: ViewIdentity?
  /// What connects the model to its surroundings, from before the view appears until it disappears.
  public var bindings: [ViewBinding]
  /// What is shown. It reads the model and, by way of the environment, other observable objects, and should
  /// write nothing. Where it changes the model it is evaluated again, as after ``onUpdate``; what it changes
  /// elsewhere is not noticed, since Observation looks for changes from the end of an evaluation on.
  public var body: @MainActor @Sendable (any ViewModel, any EnvironmentScope) throws -> String
  /// Runs after each evaluation, and may write.
  public var onUpdate: @MainActor @Sendable (any ViewModel) -> Void
  /// Runs once each time the view appears: the place to start tasks.
  public var onAppear: @MainActor @Sendable (ViewTasks) -> Void
  /// Runs once each time the view disappears.
  public var onDisappear: @MainActor @Sendable () -> Void

  public init(
    _ identity: ViewIdentity, modelOf: ViewIdentity? = nil, bindings: [ViewBinding] = [],
    body: @escaping @MainActor @Sendable (any ViewModel, any EnvironmentScope) throws -> String,
    onUpdate: @escaping @MainActor @Sendable (any ViewModel) -> Void = { _ in },
    onAppear: @escaping @MainActor @Sendable (ViewTasks) -> Void = { _ in },
    onDisappear: @escaping @MainActor @Sendable () -> Void = {}
  ) {
    self.identity = identity
    self.modelOf = modelOf
    self.bindings = bindings
    self.body = body
    self.onUpdate = onUpdate
    self.onAppear = onAppear
    self.onDisappear = onDisappear
  }
}

/// A connection between a view's model and something else.
public struct ViewBinding: Sendable {
  public let name: String
  /// Makes the connection; what it returns is cancelled when the view disappears.
  public let connect: @MainActor @Sendable (any ViewModel) -> EventSubscription?

  public init(
    _ name: String, connect: @escaping @MainActor @Sendable (any ViewModel) -> EventSubscription?
  ) {
    self.name = name
    self.connect = connect
  }
}

/// A view and what is below it.
public struct ViewNode: Sendable {
  public var view: ViewDescription
  /// Whether it is to be seen; a view that is not keeps its model.
  public var isVisible: Bool
  public var children: [ViewNode]

  public init(_ view: ViewDescription, isVisible: Bool = true, children: [ViewNode] = []) {
    self.view = view
    self.isVisible = isVisible
    self.children = children
  }
}

/// Where a view starts its tasks: they are cancelled when it disappears.
@MainActor
public struct ViewTasks {
  private let registry: any TaskRegistry
  public let scope: TaskScope

  public init(_ registry: any TaskRegistry, scope: TaskScope) {
    self.registry = registry
    self.scope = scope
  }

  /// Starts a task; one with the same id is cancelled first.
  public func start(_ id: String, _ operation: @escaping @Sendable (EffectToken) async -> Void) {
    registry.start(id: id, in: scope, operation)
  }
}
