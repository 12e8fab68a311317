/// A window of the app: a tree of views with their own models.
@MainActor
public protocol SceneHosting: AnyObject {
  /// The name. It must be unique among the app's scenes, because it is part of the scopes of the views' tasks.
  var name: String { get }
  /// Keeps the models of the scene's views.
  var store: any ViewModelKeeping { get }
  /// The top of the scene's environment, above the environments of all its views.
  var environment: any EnvironmentScope { get }
  /// Shows the errors of this scene in this scene.
  var presenter: any ErrorPresenting { get }
  /// The host of a view in the current tree; nil if the tree has no such view.
  func host(of identity: ViewIdentity) -> (any ViewHosting)?
  /// Shows these views. A view that is already shown keeps its host and its model, even if its place in the tree has
  /// changed. A view that is not in the new tree is torn down. If an identity occurs twice, only the first occurrence
  /// counts.
  ///
  /// If a view calls this while views are being shown, the call waits until that is done. Of several waiting calls only
  /// the last counts. If this never ends, the scene stops and reports it.
  func show(_ views: [ViewNode])
  /// Lets every view follow the changes since its last evaluation.
  func tick()
  /// Tears down every view. A closed scene shows nothing any more.
  func close()
}

/// The parts of a scene. Functions make some of them, so that each part can be replaced.
public struct SceneSetup {
  /// The name of the scene.
  public var name: String
  /// Keeps the tasks of the scene's views.
  public var tasks: any TaskRegistry
  /// Keeps the models of the scene's views.
  public var store: any ViewModelKeeping
  /// Shows the errors of the scene's views.
  public var presenter: any ErrorPresenting
  /// Makes an environment below another one, or at the top. It is called for the scene and for each new view.
  public var makeEnvironment: @MainActor @Sendable ((any EnvironmentScope)?) -> any EnvironmentScope
  /// Makes the host of a view. It is called for each view that the scene does not show yet.
  public var makeHost: @MainActor @Sendable (HostSetup) -> any ViewHosting

  /// Creates a setup from its parts.
  public init(
    name: String, tasks: any TaskRegistry, store: any ViewModelKeeping, presenter: any ErrorPresenting,
    makeEnvironment: @escaping @MainActor @Sendable ((any EnvironmentScope)?) -> any EnvironmentScope,
    makeHost: @escaping @MainActor @Sendable (HostSetup) -> any ViewHosting
  ) {
    self.name = name
    self.tasks = tasks
    self.store = store
    self.presenter = presenter
    self.makeEnvironment = makeEnvironment
    self.makeHost = makeHost
  }
}

/// The reference implementation. It matches the views of a new tree with the present ones by their identities.
@MainActor
public final class SceneHost: SceneHosting {
  private let setup: SceneSetup
  /// The top of the scene's environment, made with the scene.
  public let environment: any EnvironmentScope
  /// The hosts in the order of the tree, parents before their children.
  private var hosts: [any ViewHosting] = []
  private var isClosed = false
  private var isShowing = false
  private var next: [ViewNode]?

  /// Creates a scene that shows no views.
  public init(_ setup: SceneSetup) {
    self.setup = setup
    environment = setup.makeEnvironment(nil)
  }

  public var name: String { setup.name }
  public var store: any ViewModelKeeping { setup.store }
  public var presenter: any ErrorPresenting { setup.presenter }

  public func host(of identity: ViewIdentity) -> (any ViewHosting)? {
    hosts.first { $0.identity == identity }
  }

  public func show(_ views: [ViewNode]) {
    guard !isClosed else { return }
    next = views
    guard !isShowing else { return }
    isShowing = true
    defer { isShowing = false }
    var repetitions = 0
    while let views = next {
      next = nil
      // After closing, only the empty tree can be waiting, so let it through.
      guard repetitions <= ViewEvaluation.mostRepetitions || isClosed else {
        return reportThatItNeverSettles()
      }
      repetitions += 1
      replaceHosts(by: views)
    }
  }

  private func reportThatItNeverSettles() {
    let scene = ViewIdentity("Scene", name)
    presenter.present(
      ViewError.neverSettles(scene), during: ViewError.operation(of: scene), retry: nil)
  }

  private func replaceHosts(by views: [ViewNode]) {
    let before = hosts
    var shown: [any ViewHosting] = []
    // Place the new views first, because one of them may take over the model of a view that goes.
    place(views, below: environment, &shown)
    hosts = shown
    for host in before.reversed() where !shown.contains(where: { $0 === host }) { host.tearDown() }
  }

  public func tick() {
    for host in hosts { host.tick() }
  }

  public func close() {
    show([])
    isClosed = true
  }

  private func place(
    _ views: [ViewNode], below parent: any EnvironmentScope, _ shown: inout [any ViewHosting]
  ) {
    for node in views where !shown.contains(where: { $0.identity == node.view.identity }) {
      let host = host(of: node.view.identity) ?? makeHost(node.view)
      host.environment.move(below: parent)
      host.update(node.view)
      shown.append(host)
      if node.isVisible { host.appear() } else { host.disappear() }
      place(node.children, below: host.environment, &shown)
    }
  }

  private func makeHost(_ view: ViewDescription) -> any ViewHosting {
    let host = setup.makeHost(
      HostSetup(
        view: view, scene: name, store: store, environment: setup.makeEnvironment(nil), tasks: setup.tasks,
        presenter: presenter))
    host.prepare()
    return host
  }
}
