import PropertyTesting

/// The laws of a protocol, for one type that conforms to it. What a protocol refines is included.
///
/// A protocol of your own gets laws as those of the standard library have them, by an extension:
///
///     extension Laws where Value: Shape {
///       static var shape: Laws {
///         Laws("Shape", including: .equatable) {
///           Law("the area is not negative", from: "the comment of Shape.area") { values in … }
///         }
///       }
///     }
///     …  try checkLaws(.shape, of: .circle)
public struct Laws<Value: SendableMetatype>: Sendable {
  /// The name of the protocol or topic: "Hashable".
  public let name: String
  /// The laws, those of included protocols first, each once.
  public private(set) var laws: [Law<Value>]
  /// What the protocol promises besides, which no law looks at; empty: nothing that can be checked is left.
  public let unchecked: String
  /// Waivers that name a law, to find those that name none.
  private(set) var named: [Waiver<Value>] = []
  /// What is wrong with the statements that ``only(_:)`` got; nil: nothing.
  private(set) var unknown: String?

  /// Laws of a protocol or topic.
  /// - Parameters:
  ///   - others: laws that hold of all that conforms, such as those of protocols that this one refines.
  ///   - unchecked: what the protocol promises besides, which no law looks at.
  public init(
    _ name: String, including others: Laws..., unchecked: String = "", @LawBuilder<Law<Value>> _ laws: () -> [Law<Value>]
  ) {
    self.name = name
    self.unchecked = unchecked
    self.laws = others.flatMap(\.laws).eachOnce + laws().map { law in
      var law = law
      law.topic = name
      return law
    }
    named = others.flatMap(\.named)
  }

  /// Laws whose checks wait, of which `run` runs each case to its end: under a schedule, so that no order of tasks loses an element.
  ///
  ///     import DeterministicScheduling
  ///     try checkLaws(Laws(.asyncSequence) { trial, body in try trial.schedule(.mixed, body) }, of: .feed)
  ///
  /// What the generator starts, it starts within the run.
  public init(
    _ others: AsyncLaws<Value>, run: @escaping @Sendable (Trial, @escaping @Sendable () async throws -> Void) throws -> Void
  ) {
    name = others.name
    unchecked = others.unchecked
    named = others.named
    unknown = others.unknown
    laws = others.laws.map { law in
      var made = Law<Value>(law.statement, from: law.source) { values in try run(values.trial) { try await law.claim(values) } }
      made.topic = law.topic
      made.waivers = law.waivers
      return made
    }
  }

  /// The same, with what the documentation of a type waives of them. The report shows each waiver.
  public func except(_ waivers: Waiver<Value>...) -> Laws {
    var copy = self
    for place in copy.laws.indices { copy.laws[place].waivers += waivers }
    copy.named += waivers.filter { $0.statements != nil }
    return copy
  }

  /// Those of the laws that its own protocol adds.
  public var own: [Law<Value>] { laws.filter { $0.topic == name } }

  /// Those with these statements alone, to look at one that does not hold. If there are none, the check fails.
  public func only(_ statements: String...) -> Laws {
    var copy = self
    copy.laws = laws.filter { statements.contains($0.statement) }
    copy.unknown = laws.unknown(statements)
    return copy
  }
}

/// Laws whose checks wait, for one type. See ``Laws``.
public struct AsyncLaws<Value: SendableMetatype>: Sendable {
  /// The name of the protocol or topic: "AsyncSequence".
  public let name: String
  /// The laws, those of included protocols first, each once.
  public private(set) var laws: [AsyncLaw<Value>]
  /// What the protocol promises besides, which no law looks at.
  public let unchecked: String
  /// Waivers that name a law, to find those that name none.
  private(set) var named: [Waiver<Value>] = []
  /// What is wrong with the statements that ``only(_:)`` got; nil: nothing.
  private(set) var unknown: String?

  /// Laws of a protocol or topic.
  public init(
    _ name: String, including others: AsyncLaws..., unchecked: String = "",
    @LawBuilder<AsyncLaw<Value>> _ laws: () -> [AsyncLaw<Value>]
  ) {
    self.name = name
    self.unchecked = unchecked
    self.laws = others.flatMap(\.laws).eachOnce + laws().map { law in
      var law = law
      law.topic = name
      return law
    }
    named = others.flatMap(\.named)
  }

  /// The same, with what the documentation of a type waives of them. The report shows each waiver.
  public func except(_ waivers: Waiver<Value>...) -> AsyncLaws {
    var copy = self
    for place in copy.laws.indices { copy.laws[place].waivers += waivers }
    copy.named += waivers.filter { $0.statements != nil }
    return copy
  }

  /// Those of the laws that its own protocol adds.
  public var own: [AsyncLaw<Value>] { laws.filter { $0.topic == name } }

  /// Those with these statements alone, to look at one that does not hold. If there are none, the check fails.
  public func only(_ statements: String...) -> AsyncLaws {
    var copy = self
    copy.laws = laws.filter { statements.contains($0.statement) }
    copy.unknown = laws.unknown(statements)
    return copy
  }
}

/// Lists laws one after the other; a list of laws stands for its laws.
@resultBuilder
public enum LawBuilder<Element> {
  /// One law.
  public static func buildExpression(_ law: Element) -> [Element] { [law] }
  /// Several laws, such as those of a function.
  public static func buildExpression(_ laws: [Element]) -> [Element] { laws }
  /// All of them, in their order.
  public static func buildBlock(_ laws: [Element]...) -> [Element] { laws.flatMap(\.self) }
}

/// What the two kinds of laws have in common.
protocol StatedLaw<Value>: Sendable {
  associatedtype Value: SendableMetatype
  var waivers: [Waiver<Value>] { get set }
  var topic: String { get }
  var statement: String { get }
  var source: LawSource { get }
}

extension Law: StatedLaw {}
extension AsyncLaw: StatedLaw {}

extension Array where Element: StatedLaw {
  /// Their statements, as errors list them.
  var listed: String { "its laws are " + map { "“\($0.statement)”" }.joined(separator: ", ") }

  /// What is wrong with `statements` if some are of none of these laws; nil: nothing.
  func unknown(_ statements: [String]) -> String? {
    let missing = statements.filter { statement in !contains { $0.statement == statement } }
    return missing.isEmpty ? nil : "only(…) asks for “\(missing.joined(separator: "”, “"))”, but \(listed)"
  }

  /// Each law once, with all of its waivers: protocols that several others refine are included several times.
  var eachOnce: [Element] {
    var places: [[String]: Int] = [:]
    var laws: [Element] = []
    for law in self {
      if let place = places[[law.topic, law.statement]] {
        laws[place].waivers += law.waivers
      } else {
        places[[law.topic, law.statement]] = laws.count
        laws.append(law)
      }
    }
    return laws
  }
}
