/// The life cycle of views and their models, as the properties see it: a factory for each component.
public struct ViewSystem: Sendable {
  public var makeStore: @MainActor @Sendable () -> any ViewModelKeeping
  /// A place below another, or at the top.
  public var makeEnvironment: @MainActor @Sendable ((any EnvironmentScope)?) -> any EnvironmentScope
  public var makeHost: @MainActor @Sendable (HostSetup) -> any ViewHosting
  /// Of one scene's errors.
  public var makePresenter: @MainActor @Sendable (_ log: any ErrorLog) -> any ErrorPresenting
  public var makeScene: @MainActor @Sendable (SceneSetup) -> any SceneHosting

  /// The reference.
  public static let reference = ViewSystem(
    makeStore: { ViewModelStore() },
    makeEnvironment: { ViewEnvironment(below: $0) },
    makeHost: { ViewHost($0) },
    makePresenter: { ErrorPresenter(log: $0) },
    makeScene: { SceneHost($0) })

  /// A scene of these parts, with a store and a presenter of its own.
  @MainActor
  public func openScene(_ name: String, tasks: any TaskRegistry, log: any ErrorLog) -> any SceneHosting {
    makeScene(
      SceneSetup(
        name: name, tasks: tasks, store: makeStore(), presenter: makePresenter(log),
        makeEnvironment: makeEnvironment, makeHost: makeHost))
  }
}
