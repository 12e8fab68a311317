/// The life cycle of views and their models, as the properties see it: a factory for each component.
public struct ViewSystem: Sendable {
  public var makeStore: @MainActor @Sendable () -> any ViewModelKeeping
  /// A place below another, or at the top.
  public var makeEnvironment: @MainActor @Sendable ((any EnvironmentScope)?) -> any EnvironmentScope
  public var makeHost: @MainActor @Sendable (HostSetup) -> any ViewHosting
  public var makeScene: @MainActor @Sendable (SceneSetup) -> any SceneHosting

  /// The reference.
  public static let reference = ViewSystem(
    makeStore: { ViewModelStore() },
    makeEnvironment: { ViewEnvironment(below: $0) },
    makeHost: { ViewHost($0) },
    makeScene: { SceneHost($0) })

  /// A scene of these parts, with a store of its own.
  @MainActor
  public func openScene(
    _ name: String, tasks: any TaskRegistry, presenter: any ErrorPresenting
  ) -> any SceneHosting {
    makeScene(
      SceneSetup(
        name: name, tasks: tasks, store: makeStore(), presenter: presenter,
        makeEnvironment: makeEnvironment, makeHost: makeHost))
  }
}
