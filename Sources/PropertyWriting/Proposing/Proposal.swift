/// A property that may hold, and why somebody may expect it.
struct Proposal: Sendable {
  /// What kind of expectation it is. The order is that of reports.
  enum Kind: String, Sendable, CaseIterable {
    case laws = "laws of protocols"
    case roundTrip = "round trips"
    case coders = "encoders and decoders"
    case stored = "what an initializer is given"
    case setting = "what a property is set to"
    case forms = "two forms of one operation"
    case overloads = "overloads"
    case repeating = "done twice"
    case algebra = "algebra"
    case sets = "operations of sets"
    case wholeNumbers = "beside the integers of Swift"
    case bounds = "bounds"
    case machine = "operations in any order"
    case sameAnswer = "the same answer"
    case initializers = "initializers"
    case ends = "near the ends of Int"
    case notANumber = "not a number"
    case farIndices = "indices far away"
    case symmetry = "even and odd functions"
    case order = "an order that is kept"
    case readNumbers = "numbers in texts"
    case impossibleDates = "days that do not exist"
    case steps = "equal steps"
    case prefixes = "beginnings that are removed"
    case names = "names in any case"
    case urls = "beside the URLs of Foundation"
  }

  /// A value that the property is about.
  struct Input: Sendable {
    let name: String
    let type: SwiftType
    let generator: String
  }

  let kind: Kind
  /// The type or the module in whose file it is written.
  let subject: String
  /// The name of the test: `descriptionIsReadBack`.
  let name: String
  /// Why it is proposed, as a sentence for a comment.
  let because: String
  /// None for laws, which draw for themselves.
  let inputs: [Input]
  /// Statements, the claim last. For laws, the call of `checkLaws`.
  let body: [String]
  /// The declarations that it is about.
  let about: [Callable]
  /// For laws, their generator.
  var laws: String? = nil

  /// Whether it is about what generators make values with, and of which they leave out those that end the process.
  var isOfMaking: Bool { kind == .initializers || kind == .setting }
  /// Whether its statements label the case.
  var usesTrial: Bool { body.contains { $0.hasPrefix("trial.") } }
  /// Whether all that it is about is one value.
  func isOfOneValue(_ plan: GeneratorPlan) -> Bool {
    !generators.isEmpty && generators.allSatisfy(plan.makesOneValue)
  }
  /// Of its inputs, or of its laws.
  var generators: [String] { laws.map { [$0] } ?? inputs.map(\.generator) }
  /// Whether its statements wait for something.
  var isAsync: Bool { about.contains(where: \.isAsync) }
  /// Labels the cases in which a call that may refuse its values did not.
  static let labelOfAccepted = "accepted"
}

/// Proposes properties of one kind.
protocol Proposer: SendableMetatype {
  init()
  func propose(_ context: inout ProposalContext) -> [Proposal]
}

/// What proposers look at.
struct ProposalContext {
  let api: PublicAPI
  var plan: GeneratorPlan
  private let types: [String: TypeDeclaration]

  init(_ api: PublicAPI, _ plan: GeneratorPlan) {
    self.api = api
    self.plan = plan
    types = Dictionary(api.types.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// All that can be called, but for ``PublicAPI/asynchronous``.
  var callables: [Callable] { api.functions + api.types.flatMap(\.members) }

  /// Whether the module declares a type.
  func declares(_ type: SwiftType) -> Bool {
    guard case .named(let path, _) = type else { return false }
    return types[path] != nil
  }

  /// Whether a type of the module conforms to a protocol.
  func conforms(_ type: SwiftType, to name: String) -> Bool {
    guard case .named(let path, _) = type else { return false }
    return types[path]?.conformances.contains(name) ?? false
  }

  func isEquatable(_ type: SwiftType) -> Bool {
    switch type {
    case .named("Set", let arguments), .named("ArraySlice", let arguments), .named("Array", let arguments), .named("Range", let arguments),
      .named("ClosedRange", let arguments), .named("Optional", let arguments):
      arguments.allSatisfy(isEquatable)
    case .named(let path, _): types[path].map { $0.conformances.contains("Equatable") } ?? StandardTypes.isEquatable(path)
    case .optional(let wrapped), .array(let wrapped): isEquatable(wrapped)
    case .dictionary(let key, let value): isEquatable(key) && isEquatable(value)
    case .tuple, .other: false
    }
  }

  /// The file in which what is about a callable is written.
  func subject(of callable: Callable) -> String {
    guard case .named(let path, _)? = callable.owner, types[path] != nil else { return api.module }
    return path
  }

  /// Inputs for the receiver, if there is one, and for every parameter that a call cannot leave out.
  /// - Returns: nil if one of them cannot be generated.
  mutating func inputs(of callable: Callable, receiver: String = "value") -> [Proposal.Input]? {
    var inputs: [Proposal.Input] = []
    if callable.needsReceiver {
      guard let owner = callable.owner, let generator = plan.generator(of: owner) else { return nil }
      inputs.append(Proposal.Input(name: receiver, type: owner, generator: generator))
    }
    for (index, parameter) in callable.required.enumerated() {
      guard let generator = plan.generator(of: parameter, of: callable, named: parameter.label ?? parameter.name) else { return nil }
      let name = Self.isName(parameter.name) && !inputs.contains { $0.name == parameter.name } ? parameter.name : "part\(index + 1)"
      inputs.append(Proposal.Input(name: name, type: parameter.type, generator: generator))
    }
    return inputs
  }

  private static func isName(_ text: String) -> Bool {
    let reserved: Set = [
      "self", "in", "is", "as", "for", "value", "default", "case", "where", "while", "repeat", "func", "let", "var", "operator", "copy",
      "range", "extension", "protocol", "switch", "if", "else", "return", "throws", "try", "true", "false", "nil", "class", "struct",
      "enum", "init", "import",
    ]
    return !reserved.contains(text) && !text.isEmpty && text != "_" && text.allSatisfy { $0.isLetter || $0.isNumber }
  }
}

extension Callable {
  /// The call with its inputs, `try` and `await` included.
  func expression(_ inputs: [Proposal.Input]) -> String {
    let names = inputs.map(\.name)
    let call = needsReceiver ? self.call(on: names.first ?? "", Array(names.dropFirst())) : self.call(names)
    return (isThrowing ? "try " : "") + (isAsync ? "await " : "") + call
  }

  /// The call with its inputs; nil where it throws.
  func optionalExpression(_ inputs: [Proposal.Input]) -> String {
    isThrowing ? "try? " + expression(inputs).dropFirst(4) : expression(inputs)
  }

  /// Whether two calls with equal inputs may be expected to give equal results, whatever these are.
  var isPure: Bool { precondition == nil && isRepeatable && !isMutating }

  /// Whether it changes its value and may refuse to, as the functions of a parser do: two copies of the value may be expected to answer
  /// alike.
  var isStep: Bool {
    guard isMutating, needsReceiver, precondition == nil, isRepeatable else { return false }
    if case .optional = result { return true }
    return isThrowing
  }

  /// Whether nothing in its name says that two calls with equal inputs differ.
  var isRepeatable: Bool {
    let words = [
      "random", "shuffle", "now", "uuid", "current", "next", "today", "generate", "sleep", "exit", "abort", "fork", "download", "fetch",
      "bootstrap",
    ]
    let name = name.lowercased()
    return !words.contains { name.contains($0) }
      && !parameters.contains { if case .other = $0.type { !$0.hasDefault } else { false } }
  }

  /// The name with the first letter of each part made large: for the name of a test.
  var words: String {
    let labels = parameters.compactMap(\.label).map { $0.capitalizingFirst }
    let known = [
      "+": "plus", "-": "minus", "*": "times", "/": "dividedBy", "%": "remainder", "&": "and", "|": "or", "^": "xor", "~": "not",
      "<<": "shiftedLeft", ">>": "shiftedRight", "==": "equals", "<": "less", "!": "not", "??": "orElse", "&+": "wrappingPlus",
      "&-": "wrappingMinus", "&*": "wrappingTimes", "&<<": "maskedShiftedLeft", "&>>": "maskedShiftedRight",
      "**": "power",
    ]
    let base = kind == .operatorSign ? known[name] ?? name.unicodeScalars.map { "op\($0.value)" }.joined() : name
    return base + labels.joined()
  }
}

extension StringProtocol {
  /// For a name inside another name: only the first letter becomes a capital.
  var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
