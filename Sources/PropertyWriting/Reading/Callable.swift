/// A public function, method, initializer, property, subscript, operator or case, for concrete types.
struct Callable: Sendable {
  enum Kind: Sendable { case initializer, method, property, function, operatorSign, `subscript`, enumCase }

  let kind: Kind
  /// Without parentheses: `quotientAndRemainder`, `+`, `init`.
  let name: String
  /// The type that it belongs to, with arguments; nil for a function of the module.
  let owner: SwiftType?
  var parameters: [Parameter]
  /// The owner for an initializer.
  let result: SwiftType
  let attributes: Set<String>
  let isFailable: Bool
  /// Whether it can be assigned to.
  let isSettable: Bool
  let comment: String
  /// "Sources/Money/Money.swift:12", or empty.
  let place: String

  var isStatic: Bool { !attributes.isDisjoint(with: ["static", "class"]) || kind == .enumCase }
  var isMutating: Bool { attributes.contains("mutating") }
  var isThrowing: Bool { attributes.contains("throws") || attributes.contains("rethrows") }
  /// Whether it is a property that nobody outside can set, and no constant: most of these are computed.
  var isReadOnly: Bool { kind == .property && attributes.contains("get") }
  /// Whether it is a property with accessors: what it returns need not be what it was given.
  var isComputed: Bool { isReadOnly || kind == .property && attributes.contains("set") }
  var isAsync: Bool { attributes.contains("async") }
  /// Whether a value of its owner stands before the dot.
  var needsReceiver: Bool { owner != nil && !isStatic && kind != .initializer && kind != .operatorSign }
  /// The parameters that a call cannot leave out.
  var required: [Parameter] { parameters.filter { !$0.hasDefault } }

  /// The initializer as one that is given what it has defaults for; nil: it has none that a value could be given for.
  var withDefaultsGiven: Callable? {
    let ofThePlace: Set = ["file", "fileID", "filePath", "line", "column", "function", "isolation"]
    var whole = self
    for index in parameters.indices where parameters[index].hasDefault && !ofThePlace.contains(parameters[index].name) {
      if case .other = parameters[index].type { continue }
      whole.parameters[index].hasDefault = false
    }
    return kind == .initializer && whole.parameters != parameters ? whole : nil
  }

  /// As documentation writes it: `Money.init(cents:currency:)`.
  var title: String {
    let labels = parameters.map { "\($0.label ?? "_"):" }.joined()
    let call = kind == .property || kind == .operatorSign || parameters.isEmpty && kind == .enumCase ? name : "\(name)(\(labels))"
    return owner.map { "\($0).\(call)" } ?? call
  }

  /// With the types of its parameters: `Money.init(cents: Int)`.
  var typedTitle: String {
    let list = required.map { parameter in "\(parameter.label ?? "_"): \(parameter.type)" }.joined(separator: ", ")
    return required.isEmpty ? title : "\(owner.map { "\($0)." } ?? "")\(name)(\(list))"
  }

  /// What tells it from its overloads.
  var identity: String { "\(title) \(required.count) \(parameters.map { "\($0.type)" }) \(result)" }

  /// The call as an expression, without `try`.
  /// - Parameters:
  ///   - receiver: the value before the dot, if it needs one.
  ///   - arguments: one for each of ``required``.
  func call(on receiver: String = "", _ arguments: [String]) -> String {
    let list = zip(required, arguments).map { parameter, argument in parameter.label.map { "\($0): \(argument)" } ?? argument }
      .joined(separator: ", ")
    let before = needsReceiver ? "\(receiver)." : owner.map { "\($0)." } ?? ""
    switch kind {
    case .initializer: return "\(owner?.description ?? "")(\(list))"
    case .property: return "\(before)\(escapedName)"
    case .enumCase: return "\(before)\(escapedName)" + (parameters.isEmpty ? "" : "(\(list))")
    case .method, .function: return "\(before)\(escapedName)(\(list))"
    case .subscript: return "\(receiver)[\(list)]"
    case .operatorSign: return arguments.count == 2 ? "(\(arguments[0]) \(name) \(arguments[1]))" : "(\(name)\(arguments.first ?? ""))"
    }
  }

  private var escapedName: String { ["init", "self", "default", "in", "repeat", "is", "as", "for"].contains(name) ? "`\(name)`" : name }

  /// Whether its documentation says what becomes of values that are too large or too small.
  var isDocumentedToClamp: Bool { ["clamp", "saturat"].contains { comment.lowercased().contains($0) } }

  /// Whether its documentation demands something that the code may well check.
  var isChecked: Bool {
    precondition.map { demand in !["unsafe", "unchecked", "undefined"].contains { demand.lowercased().contains($0) } } ?? false
  }

  /// What its documentation demands of the caller; nil: nothing that a reader of it finds.
  var precondition: String? {
    let demands = [
      "requires:", "precondition", "must ", "fatal", "runtime error", "traps", "crash", "undefined behavio", "unchecked", "unsafe",
      "only use", "do not use", "don't use",
    ]
    return comment.split(separator: "\n").first { line in
      let line = line.lowercased()
      // What is generated is finite.
      return demands.contains { line.contains($0) } && !line.contains("must be finite")
    }.map(String.init)
  }
}
