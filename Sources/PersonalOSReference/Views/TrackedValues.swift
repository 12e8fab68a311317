import Observation

/// What an observable object holds at the time, as far as values can be compared.
///
/// `@Observable` keeps each property that it tracks under the property's name with an underscore before it.
/// Values that are neither `Equatable` nor objects count as unchanged, and so does what nested objects hold.
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

  /// Of an optional what is in it.
  private func content(of value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }

  /// A value that does not equal itself, such as not-a-number, has not changed for that.
  private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    guard let other = other as? Value else { return false }
    return value == other || value != value
  }
}
