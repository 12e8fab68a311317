/// What stands for one view on the screen: see ``ViewHost``.
@MainActor
public protocol ViewHosting: AnyObject {
  var identity: ViewIdentity { get }
  var phase: ViewPhase { get }
  var content: ViewContent { get }
  var environment: any EnvironmentScope { get }

  /// Makes the model, then the bindings.
  func prepare()
  /// The view is to be seen; it is prepared first if it was not. It is evaluated at once.
  func appear()
  /// The view is no longer to be seen: its tasks are cancelled, its subscriptions end. The model stays.
  func disappear()
  /// The view is gone for good, and so is the model, unless another view shows it.
  func tearDown()
  /// The parent has described the view anew: it is evaluated again at the next tick. Bindings stay.
  func update(_ view: ViewDescription)
  /// Evaluates the view if anything that it shows has changed since the last time: once, or until it no
  /// longer changes by its own doing, at most eight times more.
  func tick()
  /// Does what the user asks of a visible view.
  /// - Returns: false, and nothing is done, where the view is not visible, or is just being evaluated or
  ///   shown.
  @discardableResult
  func act(_ action: @MainActor (any ViewModel) -> Void) -> Bool
  /// Adds a binding, until the view next disappears.
  /// - Throws: ``DependencyError/missing(_:)`` where the view has no model.
  func bind(_ binding: ViewBinding) throws
  /// Tries once more to make a model that was missing.
  /// - Throws: ``DependencyError/missing(_:)`` where it still is.
  func retry() throws
}

/// What a view shows.
public enum ViewContent: Sendable, Equatable {
  /// It is not visible.
  case nothing
  case text(String)
  /// A sentence in the place of what cannot be shown.
  case error(String)
}

/// What a host is made of.
public struct HostSetup {
  public var view: ViewDescription
  /// The name of the scene that the view is in.
  public var scene: String
  public var store: any ViewModelKeeping
  public var environment: any EnvironmentScope
  public var tasks: any TaskRegistry
  public var presenter: any ErrorPresenting

  public init(
    view: ViewDescription, scene: String, store: any ViewModelKeeping, environment: any EnvironmentScope,
    tasks: any TaskRegistry, presenter: any ErrorPresenting
  ) {
    self.view = view
    self.scene = scene
    self.store = store
    self.environment = environment
    self.tasks = tasks
    self.presenter = presenter
  }

  /// Of the view's tasks.
  public var scope: TaskScope { TaskScope("\(scene)/\(view.identity)") }
}
