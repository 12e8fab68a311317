import Synchronization

/// A function that a generator made: see ``Generator/function(from:to:)``.
///
/// It is pure: the same argument has the same result, in any order and from any thread. Arguments are the same if they print the same
/// (``describe(_:)``). A report prints the arguments that it was asked for, each with its result.
public final class GeneratedFunction<Argument, Result: Sendable>: Sendable, AskedFunction {
  private let results: [Result]
  private let salt: UInt64
  /// What it was asked, by argument.
  private let asked = Mutex<[String: String]>([:])

  init(_ results: [Result], salt: UInt64) {
    self.results = results
    self.salt = salt
  }

  /// The result for `argument`.
  public func callAsFunction(_ argument: Argument) -> Result {
    let text = describe(argument)
    // FNV-1a: the standard library's hash differs from process to process.
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ salt) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let result = results[Int(truncatingIfNeeded: Source.mix(hash) % UInt64(results.count))]
    asked.withLock { asked in
      if asked.count < Self.mostPrinted, asked[text] == nil { asked[text] = describe(result) }
    }
    return result
  }

  /// The arguments that it was asked for, each with its result: `{1 → true, 7 → false}`.
  public var counterexampleDescription: String {
    let lines = asked.withLock { asked in asked.map { ($0.key, "\($0.key) → \($0.value)") } }
    return "{" + lines.sorted { ($0.0.count, $0.0) < ($1.0.count, $1.0) }.map(\.1).joined(separator: ", ") + "}"
  }

  /// A table of more rows says nothing to a reader.
  private static var mostPrinted: Int { 100 }
}

/// What prints as what it was asked, so that it prints only after the property has run.
protocol AskedFunction: CounterexampleDescribable {}

extension Generator {
  /// Pure functions of any argument, whose results are values of `result`: for code that takes a closure.
  ///
  ///     let isWanted = try trial.draw(.function(from: Int.self, to: .bool))
  ///     let kept = list.filter { isWanted($0) }
  ///
  /// A function has one to eight results, and which one an argument gets follows from what the argument prints. The results shrink, and so
  /// does their number: the simplest function is a constant one. In a worker process a function that the property draws itself prints
  /// without its table.
  public static func function<Argument, Result: Sendable>(
    from argument: Argument.Type, to result: Generator<Result>
  ) -> Generator where Value == GeneratedFunction<Argument, Result> {
    let list = Generator<[Result]>.array(of: result, count: 1...8)
    return Generator { source in
      let salt = source.drawUniformly(.integer, upTo: 255)
      return GeneratedFunction(try source(list), salt: salt)
    }
  }
}
