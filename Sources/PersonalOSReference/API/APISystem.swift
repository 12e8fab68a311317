/// The news proxy, throttle, back-off, circuit breaker and usage log, as the properties see it: one closure per thing it does.
public struct APISystem: Sendable {
  /// The reference.
  public static let reference = APISystem()
}
