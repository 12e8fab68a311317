/// One window of the app: a tree of views with models of its own.
@MainActor
public protocol SceneHosting: AnyObject {
  var name: String { get }
  var store: any ViewModelKeeping { get }
  var environment: any EnvironmentScope { get }
  /// What went wrong in this scene is shown in this scene.
  var presenter: any ErrorPresenting { get }
  /// The host of a view of the current tree.
  func host(of identity: ViewIdentity) -> (any ViewHosting)?
  /// Shows these views. A view that was there before keeps its host and its model, wherever in the tree it
  /// now is; what is not there any more is torn down. An identity that comes twice counts once. Asked for by
  /// a view while views are being shown, it waits until that is done; of several that wait only the last
  /// counts, and what has no end that way is cut off and reported.
  func show(_ views: [ViewNode])
  /// Lets every view catch up with what has changed.
  func tick()
  /// Tears everything down. A closed scene shows nothing any more.
  func close()
}

/// What a scene is made of. The parts are made by functions, so that each can be replaced.
public struct SceneSetup {
  public var name: String
  public var tasks: any TaskRegistry
  public var store: any ViewModelKeeping
  public var presenter: any ErrorPresenting
  public var makeEnvironment: @MainActor @Sendable ((any EnvironmentScope)?) -> any EnvironmentScope
  public var makeHost: @MainActor @Sendable (HostSetup) -> any ViewHosting

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

/// The scene of the app: finds the views of a new tree among those that are there by their identities.
@MainActor
public final class SceneHost: SceneHosting {
  private let setup: SceneSetup
  public let environment: any EnvironmentScope
  /// In the order of the tree, parents before their children.
  private var hosts: [any ViewHosting] = []
  private var isClosed = false
  private var isShowing = false
  private var next: [ViewNode]?

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
      // A closed scene takes no more: what waits then is its end.
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
    // Newcomers first: one of them may go on with the model of a view that goes.
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
