/// Tasks of views, cancellation and effects, as the properties see it: one closure per thing it does.
public struct TaskSystem: Sendable {
  /// The reference.
  public static let reference = TaskSystem()
}
