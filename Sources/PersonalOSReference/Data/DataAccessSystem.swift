/// The data actor, repositories, dependencies and shared state, as the properties see it: one closure per thing it does.
public struct DataAccessSystem: Sendable {
  /// The reference.
  public static let reference = DataAccessSystem()
}
