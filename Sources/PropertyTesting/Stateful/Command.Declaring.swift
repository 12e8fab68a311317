// A command has an argument or none, drawn by itself or from the model; it reads earlier results or not. The compiler
// chooses by the labels and by how many parameters the closures have.

extension Command {
  /// A command without an argument: `{ model in … } system: { system in … }`.
  public init<Result: Sendable>(
    _ name: String, weight: Int = 1, when precondition: (@Sendable (Model) -> Bool)? = nil,
    model: @escaping @Sendable (inout Model) throws -> Result,
    system: @escaping @Sendable (inout System) async throws -> Result
  ) {
    self.init(name, weight: weight, when: precondition, agreeing: { areEqual($0, $1) }, model: model, system: system)
  }

  /// As above, for results that are not compared for equality: `agreeing` is given the model's and the system's.
  public init<Expected: Sendable, Actual: Sendable>(
    _ name: String, weight: Int = 1, when precondition: (@Sendable (Model) -> Bool)? = nil,
    agreeing agree: @escaping @Sendable (Expected, Actual) -> Bool,
    model: @escaping @Sendable (inout Model) throws -> Expected,
    system: @escaping @Sendable (inout System) async throws -> Actual
  ) {
    self.init(
      CommandDefinition<Model, System, Void, Expected, Actual>(
        name: name, when: precondition, argument: { _ in .constant(()) },
        model: { state, _, _ in try model(&state) },
        system: { target, _, _ in try await system(&target) }, agree: agree),
      weight: weight)
  }

  /// A command with an argument: `{ model, argument in … } system: { system, argument in … }`.
  public init<Argument: Sendable, Result: Sendable>(
    _ name: String, weight: Int = 1, with argument: Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil,
    part: (@Sendable (Argument) -> AnyHashable)? = nil,
    model: @escaping @Sendable (inout Model, Argument) throws -> Result,
    system: @escaping @Sendable (inout System, Argument) async throws -> Result
  ) {
    self.init(
      name, weight: weight, with: { _ in argument }, when: precondition, requiring: requirement, part: part,
      model: model, system: system)
  }

  /// A command whose argument depends on the model: keys that there are, and near misses.
  public init<Argument: Sendable, Result: Sendable>(
    _ name: String, weight: Int = 1, with argument: @escaping @Sendable (Model) -> Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil,
    part: (@Sendable (Argument) -> AnyHashable)? = nil,
    model: @escaping @Sendable (inout Model, Argument) throws -> Result,
    system: @escaping @Sendable (inout System, Argument) async throws -> Result
  ) {
    self.init(
      name, weight: weight, with: argument, when: precondition, requiring: requirement, part: part,
      model: model, system: { target, argument, _ in try await system(&target, argument) })
  }

  /// A command that reads earlier results by the references in its argument:
  /// `{ model, argument in … } system: { system, argument, results in … try results[reference] … }`.
  public init<Argument: Sendable, Result: Sendable>(
    _ name: String, weight: Int = 1, with argument: @escaping @Sendable (Model) -> Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil,
    part: (@Sendable (Argument) -> AnyHashable)? = nil,
    model: @escaping @Sendable (inout Model, Argument) throws -> Result,
    system: @escaping @Sendable (inout System, Argument, EarlierResults) async throws -> Result
  ) {
    self.init(
      name, weight: weight, with: argument, when: precondition, requiring: requirement, part: part,
      agreeing: { areEqual($0, $1) }, model: model, system: system)
  }

  /// As above, for results that are not compared for equality: `agreeing` is given the model's and the system's.
  public init<Argument: Sendable, Expected: Sendable, Actual: Sendable>(
    _ name: String, weight: Int = 1, with argument: @escaping @Sendable (Model) -> Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil,
    part: (@Sendable (Argument) -> AnyHashable)? = nil,
    agreeing agree: @escaping @Sendable (Expected, Actual) -> Bool,
    model: @escaping @Sendable (inout Model, Argument) throws -> Expected,
    system: @escaping @Sendable (inout System, Argument, EarlierResults) async throws -> Actual
  ) {
    self.init(
      CommandDefinition(
        name: name, when: precondition, requires: requirement, part: part, argument: argument,
        model: { state, argument, _ in try model(&state, argument) }, system: system, agree: agree),
      weight: weight)
  }

  /// A command that may come to several results, such as several things done at once in some order.
  ///
  /// The model foresees one of them, in whose state the commands after it are drawn. When the system has run, `judging` is
  /// given what came of it: it throws if that is none of the results that are allowed, and otherwise takes the model to
  /// where the system is. A later command that does not apply there is left out. It never runs in a lane.
  public init<Argument: Sendable, Observed: Sendable>(
    _ name: String, weight: Int = 1, with argument: @escaping @Sendable (Model) -> Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil,
    foreseeing foresee: @escaping @Sendable (inout Model, Argument) -> Void,
    system: @escaping @Sendable (inout System, Argument) async throws -> Observed,
    judging judge: @escaping @Sendable (inout Model, Argument, Observed) throws -> Void
  ) {
    self.init(
      CommandDefinition<Model, System, Argument, Void, Observed>(
        name: name, when: precondition, requires: requirement, argument: argument,
        model: { state, argument, _ in foresee(&state, argument) },
        system: { target, argument, _ in try await system(&target, argument) }, agree: { _, _ in true }, judge: judge),
      weight: weight)
  }

  /// As above, with an argument that does not depend on the model.
  public init<Argument: Sendable, Observed: Sendable>(
    _ name: String, weight: Int = 1, with argument: Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil,
    foreseeing foresee: @escaping @Sendable (inout Model, Argument) -> Void,
    system: @escaping @Sendable (inout System, Argument) async throws -> Observed,
    judging judge: @escaping @Sendable (inout Model, Argument, Observed) throws -> Void
  ) {
    self.init(
      name, weight: weight, with: { _ in argument }, when: precondition, requiring: requirement, foreseeing: foresee,
      system: system, judging: judge)
  }

  /// A command whose result later commands use: the model is given a ``Reference`` to keep, and the system gives what
  /// it stands for: `{ model, handle in … } system: { system in … return handle }`.
  ///
  /// Where the model throws, the system must throw the same, and there is nothing to refer to.
  public init<Yielded: Sendable>(
    _ name: String, weight: Int = 1, when precondition: (@Sendable (Model) -> Bool)? = nil,
    yielding type: Yielded.Type, model: @escaping @Sendable (inout Model, Reference<Yielded>) throws -> Void,
    system: @escaping @Sendable (inout System) async throws -> Yielded
  ) {
    self.init(
      name, weight: weight, with: { _ in .constant(()) }, when: precondition, yielding: type,
      model: { state, _, reference in try model(&state, reference) },
      system: { target, _, _ in try await system(&target) })
  }

  /// As above, with an argument.
  public init<Argument: Sendable, Yielded: Sendable>(
    _ name: String, weight: Int = 1, with argument: Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil, yielding type: Yielded.Type,
    model: @escaping @Sendable (inout Model, Argument, Reference<Yielded>) throws -> Void,
    system: @escaping @Sendable (inout System, Argument) async throws -> Yielded
  ) {
    self.init(
      name, weight: weight, with: { _ in argument }, when: precondition, requiring: requirement, yielding: type,
      model: model, system: { target, argument, _ in try await system(&target, argument) })
  }

  /// As above, with an argument that depends on the model and may hold references itself.
  public init<Argument: Sendable, Yielded: Sendable>(
    _ name: String, weight: Int = 1, with argument: @escaping @Sendable (Model) -> Generator<Argument>,
    when precondition: (@Sendable (Model) -> Bool)? = nil,
    requiring requirement: (@Sendable (Model, Argument) -> Bool)? = nil, yielding type: Yielded.Type,
    model: @escaping @Sendable (inout Model, Argument, Reference<Yielded>) throws -> Void,
    system: @escaping @Sendable (inout System, Argument, EarlierResults) async throws -> Yielded
  ) {
    self.init(
      CommandDefinition<Model, System, Argument, Void, Yielded>(
        name: name, when: precondition, requires: requirement, yields: true, argument: argument,
        model: { state, argument, slot in try model(&state, argument, Reference(slot)) }, system: system,
        agree: { _, _ in true }),
      weight: weight)
  }
}
