/// A command with its argument: one step, ready to be run.
protocol BoundCommand<Model, System>: Sendable {
  associatedtype Model: Sendable
  associatedtype System
  associatedtype Argument: Sendable

  var argument: Argument { get }
  /// "put(1)".
  var text: String { get }
  /// Whether there are orders of commands that it must be kept out of.
  var hasPrecondition: Bool { get }
  /// The ordinals of the references in its argument.
  var references: [Int] { get }
  /// What tells the independent parts of the model apart; nil where the command does not say.
  var part: AnyHashable? { get }

  func isAllowed(in model: Model) -> Bool
  func apply(to model: inout Model) -> CommandOutcome
  func run(on system: inout System, _ results: EarlierResults) async -> CommandOutcome
  func agrees(_ expected: CommandOutcome, _ actual: CommandOutcome) -> Bool
  /// Whether it may come to several results, of which ``judge(_:_:)`` is given the one that came.
  var isJudged: Bool { get }
  /// Takes the model to where the system is.
  /// - Throws: if the system may not be there.
  func judge(_ actual: CommandOutcome, _ model: inout Model) throws
}

extension BoundCommand {
  /// Takes the model to where the system is that has done this; to where it may be if nobody knows what it did.
  /// - Returns: whether the system may do so there. If not, the model is in no particular state.
  func explains(_ actual: CommandOutcome?, from model: inout Model) -> Bool {
    if isJudged, let actual { return (try? judge(actual, &model)) != nil }
    let expected = apply(to: &model)
    return actual.map { agrees(expected, $0) } ?? true
  }
}

/// What a command does, with its types.
struct CommandDefinition<Model: Sendable, System, Argument: Sendable, Expected: Sendable, Actual: Sendable>: Sendable {
  let name: String
  var when: (@Sendable (Model) -> Bool)?
  var requires: (@Sendable (Model, Argument) -> Bool)?
  var yields = false
  var part: (@Sendable (Argument) -> AnyHashable)?
  let argument: @Sendable (Model) -> Generator<Argument>
  let model: @Sendable (inout Model, Argument, CommandSlot) throws -> Expected
  let system: @Sendable (inout System, Argument, EarlierResults) async throws -> Actual
  let agree: @Sendable (Expected, Actual) -> Bool
  var judge: (@Sendable (inout Model, Argument, Actual) throws -> Void)?
}

struct TypedCommand<Model: Sendable, System, Argument: Sendable, Expected: Sendable, Actual: Sendable>: BoundCommand {
  let definition: CommandDefinition<Model, System, Argument, Expected, Actual>
  let argument: Argument
  let slot: CommandSlot

  var text: String { commandText(definition.name, argument) }
  var hasPrecondition: Bool { definition.when != nil || definition.requires != nil }
  var references: [Int] { referenceOrdinals(in: argument) }
  var part: AnyHashable? { definition.part?(argument) }

  func isAllowed(in model: Model) -> Bool {
    definition.when?(model) ?? true && definition.requires?(model, argument) ?? true
  }

  func apply(to model: inout Model) -> CommandOutcome {
    do {
      return .returned(Returned(value: try definition.model(&model, argument, slot), alias: alias))
    } catch {
      return .threw(error)
    }
  }

  func run(on system: inout System, _ results: EarlierResults) async -> CommandOutcome {
    do {
      return .returned(
        Returned(value: try await definition.system(&system, argument, results), alias: alias))
    } catch {
      return .threw(error)
    }
  }

  func agrees(_ expected: CommandOutcome, _ actual: CommandOutcome) -> Bool {
    switch (expected, actual) {
    case (.returned(let expected), .returned(let actual)):
      guard let expected = expected as? Returned<Expected>, let actual = actual as? Returned<Actual> else {
        return false
      }
      return definition.agree(expected.value, actual.value)
    case (.threw(let expected), .threw(let actual)): return areEqual(expected, actual)
    case (.returned, .threw), (.threw, .returned): return false
    }
  }

  var isJudged: Bool { definition.judge != nil }

  func judge(_ actual: CommandOutcome, _ model: inout Model) throws {
    switch actual {
    case .threw(let error): throw error
    case .returned(let value):
      guard let judge = definition.judge, let value = value as? Returned<Actual> else { return }
      try judge(&model, argument, value.value)
    }
  }

  /// What a handle prints as says nothing, and differs from run to run.
  private var alias: String? { definition.yields ? "#\(slot.step)" : nil }
}

/// "take()", "put(1)", "write(#1, 7)", "move(from: #1, to: #2)": a tuple's or a record's parts stand for themselves.
private func commandText(_ name: String, _ argument: some Any) -> String {
  let text = describe(argument)
  if argument is any CounterexampleDescribable { return "\(name)(\(text))" }
  switch Mirror(reflecting: argument).displayStyle {
  case .tuple: return name + text
  case .struct:
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      text[..<open].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
    else { break }
    return name + text[open...]
  default: break
  }
  return "\(name)(\(text))"
}
