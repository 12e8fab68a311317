import Observation

/// The present values of an observable object, as far as they can be compared.
///
/// `@Observable` stores each property that it tracks under the property's name with an underscore in front. Values that
/// are neither `Equatable` nor objects count as unchanged, and so do the contents of nested objects.
@MainActor
struct TrackedValues {
  private var values: [String: Any] = [:]

  init(of object: any Observable) {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for case (let name?, let value) in current.children where name.hasPrefix("_") { values[name] = value }
      mirror = current.superclassMirror
    }
  }

  func differ(from others: TrackedValues) -> Bool {
    values.contains { name, value in others.values[name].map { !isSame(value, $0) } ?? true }
  }

  private func isSame(_ value: Any, _ other: Any) -> Bool {
    if let value = value as? any Equatable { return isEqual(value, other) }
    let (content, otherContent) = (content(of: value), content(of: other))
    guard let content, let otherContent else { return (content == nil) == (otherContent == nil) }
    guard type(of: content) is AnyClass else { return true }
    return content as AnyObject === otherContent as AnyObject
  }

  /// The value inside an optional; any other value as it is.
  private func content(of value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }

  /// Whether the values are equal. A value that does not equal itself, such as NaN, also counts as unchanged.
  private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    guard let other = other as? Value else { return false }
    return value == other || value != value
  }
}
