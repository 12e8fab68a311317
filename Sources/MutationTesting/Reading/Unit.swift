/// A piece of a source that is planted as a whole: its mutants stand beside it, and the switch chooses one.
struct Unit: Sendable {
  enum Form: Sendable, Equatable {
    /// The statements between a function's braces, and the type that they return: nil for none or an unknown one.
    case body(returns: String?)
    /// An expression where no statement can stand: a stored property's first value, a parameter's default.
    case value
  }

  let form: Form
  /// Without the braces.
  let tokens: Range<Int>
  /// As a reader would name it: `Ledger.append`.
  let name: String
}

/// How the functions of a package are called: what tells arguments of one type.
struct Signature: Sendable, Hashable {
  /// A function's name; for an initialiser its type's.
  let name: String
  /// Of each parameter, `_` for none.
  let labels: [String]
  let types: [String]
}

/// The cases without a payload of an enumeration.
struct CaseList: Sendable, Hashable {
  let names: [String]
}
