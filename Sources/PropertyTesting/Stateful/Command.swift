/// One thing that can be done to a system, told twice: what the system does, and what the model says comes of it.
///
///     static let take = Command<[Int], Ring>("take", when: { !$0.isEmpty }) { items in
///       items.removeFirst()
///     } system: { ring in
///       ring.take()
///     }
///
/// The first closure changes the model and gives the result that is expected; the second runs the system and gives
/// the one that there is. They must be equal: by `==`, or as printed where the type has none; `agreeing:` gives
/// another rule. An error is a result like any other: where the model throws, the system must throw the same.
///
/// - `when:` says in which states the command may be run at all. It holds whenever the system is called, also in
///   shrunk cases: commands that no longer apply are left out of them. `requiring:` says it of model and argument.
/// - `with:` makes the argument, by a generator or by one that depends on the model.
/// - `weight:` how often it is chosen, compared with the others.
/// - `part:` which independent part of the model it concerns: parallel runs are then judged part by part.
/// - `judging:` for a command that may come to several results: the initialisers with `foreseeing:` and `judging:`.
///
/// The model's closure must depend on nothing but its arguments: it is called many times for one command.
public struct Command<Model: Sendable, System>: Sendable {
  /// What traces and labels call it.
  public let name: String
  /// From 1 to 2³²; what is outside counts as the nearer of the two.
  public var weight: Int

  let yields: Bool
  /// Whether it never runs beside others.
  let isAlone: Bool
  private(set) var labels: [CommandLabel<Model>] = []
  private let isApplicable: (@Sendable (Model) -> Bool)?
  private let make: @Sendable (Model, CommandSlot, inout Source) throws -> any BoundCommand<Model, System>

  init<Argument, Expected, Actual>(
    _ definition: CommandDefinition<Model, System, Argument, Expected, Actual>, weight: Int
  ) {
    name = definition.name
    self.weight = weight
    yields = definition.yields
    isAlone = definition.judge != nil
    isApplicable = definition.when
    make = { model, slot, source in
      TypedCommand(
        definition: definition, argument: try source.draw(definition.argument(model)), slot: slot)
    }
  }

  /// This command, with a class for the cases in which `contains` returns true for one of its steps: "overdrawn and refused".
  ///
  ///     transfer.labelled("overdrawn and refused") { $0.error is Overdrawn }
  public func labelled(
    _ name: String, _ contains: @escaping @Sendable (CommandStep<Model>) -> Bool
  ) -> Command {
    var copy = self
    copy.labels.append(CommandLabel(name: name, contains: contains))
    return copy
  }

  func isApplicable(in model: Model) -> Bool { isApplicable?(model) ?? true }

  /// Draws an argument. Nil where the command does not apply, or no argument fits.
  func bind(
    in model: Model, _ slot: CommandSlot, from source: inout Source
  ) throws -> (any BoundCommand<Model, System>)? {
    guard isApplicable(in: model) else { return nil }
    do {
      let bound = try make(model, slot, &source)
      return bound.isAllowed(in: model) ? bound : nil
    } catch is Discard {
      try source.checkLimit()
      return nil
    }
  }
}
