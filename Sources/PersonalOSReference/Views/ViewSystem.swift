import Foundation

/// The components for views and their models that the properties test, one closure to make each.
public struct ViewSystem: Sendable {
  /// Makes a store without factories or models.
  public var makeStore: @MainActor @Sendable () -> any ViewModelKeeping
  /// Makes an environment below another one, or at the top.
  public var makeEnvironment: @MainActor @Sendable ((any EnvironmentScope)?) -> any EnvironmentScope
  /// Makes the host of a view, in the phase ``ViewPhase/initial``.
  public var makeHost: @MainActor @Sendable (HostSetup) -> any ViewHosting
  /// Makes a presenter for the errors of one scene. The closure returns the date for the log entries.
  public var makePresenter:
    @MainActor @Sendable (_ log: any ErrorLog, _ now: @escaping @Sendable () -> Date) -> any ErrorPresenting
  /// Makes a scene that shows no views.
  public var makeScene: @MainActor @Sendable (SceneSetup) -> any SceneHosting

  /// The reference implementation.
  public static let reference = ViewSystem(
    makeStore: { ViewModelStore() },
    makeEnvironment: { ViewEnvironment(below: $0) },
    makeHost: { ViewHost($0) },
    makePresenter: { ErrorPresenter(log: $0, now: $1) },
    makeScene: { SceneHost($0) })

  /// Makes a scene from these components, with its own store and presenter.
  /// - Parameter now: Returns the date for the log entries.
  @MainActor
  public func openScene(
    _ name: String, tasks: any TaskRegistry, log: any ErrorLog, now: @escaping @Sendable () -> Date = { Date() }
  ) -> any SceneHosting {
    makeScene(
      SceneSetup(
        name: name, tasks: tasks, store: makeStore(), presenter: makePresenter(log, now),
        makeEnvironment: makeEnvironment, makeHost: makeHost))
  }
}
