/// Where two values of one type begin to differ, going down their parts: "requests[2].verb: model .upload, system .delete".
struct FirstDifference: CustomStringConvertible {
  private let path: String
  private let expected: String
  private let actual: String

  var description: String { "\(path): model \(expected), system \(actual)" }

  /// Nil if both print alike, or the values have no parts to be told apart by.
  init?(_ expected: Any, _ actual: Any) {
    guard let found = Self.search(expected, actual, "", depth: 0), !found.path.isEmpty else { return nil }
    (path, self.expected, self.actual) = found
  }

  private static func search(
    _ expected: Any, _ actual: Any, _ path: String, depth: Int
  ) -> (path: String, String, String)? {
    let (left, right) = (describe(expected), describe(actual))
    guard left != right || depth == 0 else { return nil }
    let (one, other) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    // Sets and dictionaries have no order of their own: a place in them names nothing.
    let hasOrder = one.displayStyle != .set && one.displayStyle != .dictionary
    // What says itself how to print is one thing, unless it is long, or says nothing of the difference.
    let isOneThing = expected is any CounterexampleDescribable && left.count + right.count <= 120
    guard depth < 16, hasOrder, one.subjectType == other.subjectType, !isOneThing else { return (path, left, right) }
    let parts = zip(one.children, other.children)
    for (number, (own, its)) in parts.enumerated() {
      let name = own.label.map { path.isEmpty ? $0 : ".\($0)" } ?? "[\(number)]"
      let isCase = one.displayStyle == .enum || one.displayStyle == .optional
      if let found = search(own.value, its.value, isCase ? path : path + name, depth: depth + 1) { return found }
    }
    if one.displayStyle == .collection, one.children.count != other.children.count {
      let shared = min(one.children.count, other.children.count)
      func element(_ mirror: Mirror) -> String {
        mirror.children.dropFirst(shared).first.map { describe($0.value) } ?? "nothing"
      }
      return ("\(path)[\(shared)]", element(one), element(other))
    }
    return (path, left, right)
  }
}

extension FirstDifference {
  init?(_ expected: CommandOutcome, _ actual: CommandOutcome) {
    guard case .returned(let expected) = expected, case .returned(let actual) = actual else { return nil }
    self.init(expected.any, actual.any)
  }
}
