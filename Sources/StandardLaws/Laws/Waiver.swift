/// What the documentation of a type takes back of a protocol's laws, said by a word: `.hashable.except(.nan)`.
///
/// It sets values aside, which are then not drawn, or one law. Reports show it.
public struct Waiver<Value: SendableMetatype>: Sendable {
  /// The word: "nan".
  public let name: String
  /// Why it is waived. Reports print it.
  public let reason: String
  let setsAside: @Sendable (Value) -> Bool
  /// The statements of the laws that are not checked; nil: the waiver is about values.
  let statements: Set<String>?

  /// Sets values aside.
  public init(_ name: String, because reason: String, setsAside: @escaping @Sendable (Value) -> Bool) {
    self.name = name
    self.reason = reason
    self.setsAside = setsAside
    statements = nil
  }

  /// Leaves out the laws with these statements.
  public init(_ name: String, because reason: String, laws statements: Set<String>) {
    self.name = name
    self.reason = reason
    self.statements = statements
    setsAside = { _ in false }
  }

  /// Leaves out the law with this statement. If there is no such law, the check fails.
  public static func law(_ statement: String, because reason: String) -> Waiver {
    Waiver(statement, because: reason, laws: [statement])
  }

  /// Sets aside values that the condition holds for: `.values("leap seconds", because: "…") { $0.second == 60 }`.
  public static func values(
    _ name: String, because reason: String, where setsAside: @escaping @Sendable (Value) -> Bool
  ) -> Waiver {
    Waiver(name, because: reason, setsAside: setsAside)
  }
}

extension Waiver where Value: Equatable {
  /// Sets aside values that are not equal to themselves, such as those that hold a NaN.
  public static var nan: Waiver {
    Waiver("nan", because: "a value with a NaN in it is not equal to itself") { value in !(value == value) }
  }
}

extension Waiver where Value: FloatingPoint {
  /// Sets NaN aside.
  public static var nan: Waiver {
    Waiver("nan", because: "NaN compares as neither equal to, less than nor greater than any value") { $0.isNaN }
  }

  /// Sets infinities and NaN aside.
  public static var nonFinite: Waiver { Waiver("nonFinite", because: "infinities and NaN are no numbers") { !$0.isFinite } }
}
