/// The host of one view on the screen: see ``ViewHost``.
@MainActor
public protocol ViewHosting: AnyObject {
  /// The identity of the view, which never changes.
  var identity: ViewIdentity { get }
  /// How far the life of the view has come.
  var phase: ViewPhase { get }
  /// What the view shows now: see ``ViewContent``.
  var content: ViewContent { get }
  /// The environment at the view's place, which the view's children inherit.
  var environment: any EnvironmentScope { get }

  /// Makes the model, then the bindings, unless the host has already tried to.
  func prepare()
  /// Makes the view visible and evaluates it at once. If the view is not prepared, the host prepares it first.
  func appear()
  /// Makes the view invisible: cancels its tasks and ends its subscriptions. The model stays.
  func disappear()
  /// Ends the view permanently, and releases its model unless another view shows it.
  func tearDown()
  /// Takes a new description from the parent. The next tick evaluates the view again. Bindings stay as they are.
  func update(_ view: ViewDescription)
  /// Evaluates the view if anything that it shows has changed since the last evaluation. It repeats the evaluation
  /// while the view changes what it shows, at most eight times.
  func tick()
  /// Does what the user wants to do with a visible view.
  /// - Returns: false if nothing was done, because the view is not visible, or is just being evaluated or shown.
  @discardableResult
  func act(_ action: @MainActor (any ViewModel) -> Void) -> Bool
  /// Adds a binding, which lasts until the view next disappears.
  /// - Throws: ``DependencyError/missing(_:)`` if the view has no model.
  func bind(_ binding: ViewBinding) throws
  /// Tries again to make a missing model. It does nothing if no model is missing.
  /// - Throws: ``DependencyError/missing(_:)`` if the model is still missing.
  func retry() throws
}

/// What a view shows.
public enum ViewContent: Sendable, Equatable {
  /// Nothing, because the view is not visible.
  case nothing
  /// What the view's body returned.
  case text(String)
  /// A sentence for the user, in place of content that cannot be shown.
  case error(String)
}

/// The parts of a view's host.
public struct HostSetup {
  /// The view, as its parent first describes it.
  public var view: ViewDescription
  /// The name of the scene that the view belongs to.
  public var scene: String
  /// Keeps the view's model, and makes it if there is none.
  public var store: any ViewModelKeeping
  /// The environment at the view's place.
  public var environment: any EnvironmentScope
  /// Keeps the view's tasks, in ``scope``.
  public var tasks: any TaskRegistry
  /// Shows the view's errors.
  public var presenter: any ErrorPresenting

  /// Creates a setup from its parts.
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

  /// The scope of the view's tasks.
  public var scope: TaskScope { TaskScope("\(scene)/\(view.identity)") }
}
