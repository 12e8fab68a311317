import CountMeReference
import PropertyTesting

// Ways to get a constructor wrong, from which the faults of the five models are made.

/// A constructor that also refuses what `check` throws at.
func refusing<Fields, Model>(
  _ make: @escaping @Sendable (Fields) throws -> Model,
  _ check: @escaping @Sendable (Fields) throws -> Void
) -> @Sendable (Fields) throws -> Model {
  { fields in
    let model = try make(fields)
    try check(fields)
    return model
  }
}

/// A constructor that checks other fields than it was given, and builds from the given ones all the same.
func checking<Fields, Model>(
  _ make: @escaping @Sendable (Fields) throws -> Model,
  _ build: @escaping @Sendable (Fields) -> Model,
  _ change: @escaping @Sendable (inout Fields) -> Void
) -> @Sendable (Fields) throws -> Model {
  { fields in
    var checked = fields
    change(&checked)
    _ = try make(checked)
    return build(fields)
  }
}

/// A constructor that checks what it was given, and keeps something else.
func keeping<Fields, Model>(
  _ make: @escaping @Sendable (Fields) throws -> Model,
  _ build: @escaping @Sendable (Fields) -> Model,
  _ change: @escaping @Sendable (inout Fields) -> Void
) -> @Sendable (Fields) throws -> Model {
  { fields in
    _ = try make(fields)
    var kept = fields
    change(&kept)
    return build(kept)
  }
}

/// A constructor that reports another error than it should.
func reporting<Fields, Model>(
  _ make: @escaping @Sendable (Fields) throws -> Model,
  _ changed: @escaping @Sendable (ValidationError) -> ValidationError
) -> @Sendable (Fields) throws -> Model {
  { fields in
    do { return try make(fields) } catch let error as ValidationError { throw changed(error) }
  }
}

// What CM-02 and its likes must catch in the texts that the user reads.
extension Fault<CountMeSystem> {
  static let describesNoError = Fault("describesNoError", "has no description for an error") { countMe in
    countMe.describe = { _ in nil }
  }

  static let describesMacrosAlike = Fault(
    "describesMacrosAlike", "describes the errors of all macros alike") { countMe in
    let describe = countMe.describe
    countMe.describe = { error in
      switch error {
      case .negativeMacro, .macroExceedMax: "A macro is out of range."
      default: describe(error)
      }
    }
  }
}
