import Observation

/// Identifies a view within a scene, from one evaluation of its parent to the next.
public struct ViewIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The type of the view, which decides which factory makes its model.
  public let type: String
  /// Distinguishes views of the same type.
  public let id: String

  /// Creates the identity of the view `id` of this type.
  public init(_ type: String, _ id: String) {
    self.type = type
    self.id = id
  }

  public var description: String { "\(type) \(id)" }
}

/// The state of a view. It lives as long as the view's identity.
@MainActor
public protocol ViewModel: AnyObject, Observable, Sendable {}

/// A view, as its parent describes it. The description is a value, and the parent makes it again at each evaluation.
/// The lasting parts belong to the identity: see ``ViewHost``.
public struct ViewDescription: Sendable {
  /// Identifies the view within its scene.
  public var identity: ViewIdentity
  /// The identity of the view whose model this view shows, if a parent provides the model; nil if the view has its own.
  public var modelOf: ViewIdentity?
  /// The connections between the model and its surroundings. They are made before the view appears, and last until it
  /// disappears.
  public var bindings: [ViewBinding]
  /// Returns what the view shows. It reads the model and, through the environment, other observable objects, and should
  /// not write anything. If it changes the model, the host evaluates it again, as after ``onUpdate``. Changes to other
  /// objects go unnoticed, because Observation looks for changes only after the evaluation.
  public var body: @MainActor @Sendable (any ViewModel, any EnvironmentScope) throws -> String
  /// Runs after each evaluation. It may write.
  public var onUpdate: @MainActor @Sendable (any ViewModel) -> Void
  /// Runs once each time the view appears. It is the place to start tasks.
  public var onAppear: @MainActor @Sendable (ViewTasks) -> Void
  /// Runs once each time the view disappears.
  public var onDisappear: @MainActor @Sendable () -> Void

  /// Creates a description, by default of a view with its own model, no bindings, and nothing to do besides `body`.
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
  /// Makes the connection. The host cancels the returned subscription when the view disappears; nil means that there is
  /// nothing to cancel.
  public let connect: @MainActor @Sendable (any ViewModel) -> EventSubscription?

  /// Creates a binding that connects nothing yet.
  public init(connect: @escaping @MainActor @Sendable (any ViewModel) -> EventSubscription?) {
    self.connect = connect
  }
}

/// A view and the views below it.
public struct ViewNode: Sendable {
  /// The view's description.
  public var view: ViewDescription
  /// Whether the view is visible. An invisible view keeps its model.
  public var isVisible: Bool
  /// The views below it, whose environments are below the view's.
  public var children: [ViewNode]

  /// Creates a node, by default a visible one without children.
  public init(_ view: ViewDescription, isVisible: Bool = true, children: [ViewNode] = []) {
    self.view = view
    self.isVisible = isVisible
    self.children = children
  }
}

/// Starts the tasks of a view. The registry cancels them when the view disappears.
@MainActor
public struct ViewTasks {
  private let registry: any TaskRegistry
  /// The scope of the view's tasks.
  public let scope: TaskScope

  /// Creates the starter of tasks for one scope of the registry.
  public init(_ registry: any TaskRegistry, scope: TaskScope) {
    self.registry = registry
    self.scope = scope
  }

  /// Starts a task. If the scope already has a task with this id, that task is cancelled first.
  public func start(_ id: String, _ operation: @escaping @Sendable (EffectToken) async -> Void) {
    registry.start(id: id, in: scope, operation)
  }
}
