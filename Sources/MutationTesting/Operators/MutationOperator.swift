/// A kind of small change that a programmer could have made by mistake.
///
/// The classes are those of the literature on mutation testing (DeMillo, Lipton and Sayward 1978; Offutt et al.
/// 1996), with what Swift adds: `nil`, `try`, `await`, cases, argument labels.
public enum MutationOperator: String, Sendable, CaseIterable, Codable {
  /// `<` and `<=`, `>` and `>=`, `..<` and `...`.
  case border
  /// `==` and `!=`, `===` and `!==`.
  case equality
  /// `&&` and `||`; a `!` dropped.
  case logic
  /// A condition negated; one of several dropped; the branches of `? :` exchanged.
  case condition
  /// `+` and `-`, `*` and `/`, and their like.
  case arithmetic
  /// A number one more or less; `true` and `false`.
  case constant
  /// A call, an assignment, a `throw`, `break` or `continue` dropped.
  case statement
  /// An awaited effect dropped, an error swallowed.
  case effect
  /// A simple value returned in place of the computed one.
  case result
  /// `nil` in place of a value.
  case absence
  /// Two arguments of one type exchanged.
  case arguments
  /// The other end: `first` and `last`, `min` and `max`, `prefix` and `suffix`.
  case end
  /// Sorting dropped or turned around.
  case order
  /// A filter or a `where` dropped.
  case filter
  /// A row of a table dropped.
  case table
  /// Text emptied, an interpolation dropped.
  case text
  /// Rounding another way; a call that brings values into one form dropped.
  case normalization
  /// The other of an enumeration's cases.
  case alternative
  /// A ``NamedEdit``.
  case edit

  /// Every change of this kind in a unit, in the order of their places.
  func edits(in scope: Scope) -> [Edit] {
    switch self {
    case .border: scope.exchanged(Self.borders)
    case .equality: scope.exchanged(["==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="]])
    case .logic: scope.exchanged(["&&": ["||"], "||": ["&&"]]) + scope.negationsDropped()
    case .condition: scope.conditionsChanged() + scope.branchesExchanged()
    case .arithmetic: scope.exchanged(Self.arithmetics)
    case .constant: scope.constantsChanged()
    case .statement: scope.statementsDropped(thatAwait: false)
    case .effect: scope.statementsDropped(thatAwait: true) + scope.errorsSwallowed()
    case .result: scope.resultsReplaced()
    case .absence: scope.resultsRemoved()
    case .arguments: scope.argumentsExchanged()
    case .end: scope.renamed(Self.ends)
    case .order: scope.callsDropped(["sorted", "reversed", "sort", "reverse"]) + scope.comparisonsTurned()
    case .filter: scope.callsDropped(["filter"]) + scope.wheresDropped()
    case .table: scope.rowsDropped()
    case .text: scope.textsEmptied()
    case .normalization: scope.callsDropped(Self.normalizing) + scope.roundingsChanged()
    case .alternative: scope.casesExchanged()
    case .edit: []
    }
  }

  private static let borders = ["<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "..<": ["..."], "...": ["..<"]]
  private static let arithmetics = [
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="],
    "&+": ["&-"], "&-": ["&+"], "&*": ["&+"], "<<": [">>"], ">>": ["<<"], "&<<": ["&>>"], "&>>": ["&<<"], "&": ["|"],
    "|": ["&"],
    "^": ["&"], "&=": ["|="], "|=": ["&="], "^=": ["|="],
  ]
  private static let ends = [
    "first": "last", "last": "first", "min": "max", "max": "min", "prefix": "suffix", "suffix": "prefix",
    "hasPrefix": "hasSuffix", "hasSuffix": "hasPrefix", "dropFirst": "dropLast", "dropLast": "dropFirst",
    "removeFirst": "removeLast", "removeLast": "removeFirst", "firstIndex": "lastIndex", "lastIndex": "firstIndex",
    "startIndex": "endIndex", "endIndex": "startIndex", "lowerBound": "upperBound", "upperBound": "lowerBound",
    "popFirst": "popLast", "popLast": "popFirst", "allSatisfy": "contains",
  ]
  private static let normalizing: Set<String> = [
    "lowercased", "uppercased", "capitalized", "trimmingCharacters", "rounded", "standardized", "standardizedFileURL",
    "precomposedStringWithCanonicalMapping", "decomposedStringWithCanonicalMapping",
    "precomposedStringWithCompatibilityMapping", "folding", "resolvingSymlinksInPath",
  ]
}

/// A piece of text in place of another.
struct Edit: Sendable, Hashable {
  let bytes: Range<Int>
  let replacement: String
  /// The token that it is about: what is watched to see whether a test comes here.
  let token: Int
}
