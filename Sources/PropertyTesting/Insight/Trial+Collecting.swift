// What a property says of its cases, for the tables of ``Distribution``. Counted for cases that pass.

extension Trial {
  /// Adds a number to the histogram `name`: `trial.collect("length", list.count)`. A case may add several.
  public func collect<Number: BinaryInteger>(_ name: String, _ value: Number) {
    keep(.number(Double(value)), as: name)
  }

  /// Adds a number to the histogram `name`.
  public func collect<Number: BinaryFloatingPoint>(_ name: String, _ value: Number) {
    keep(.number(Double(value)), as: name)
  }

  /// Notes that this case was run in every order that its tasks may take turns in, how many of them differ, and
  /// how many led to each value.
  package func collectInterleavings(_ count: Int, _ scope: InterleavingScope, outcomes: [String: Int]) {
    collect(scope.table, count)
    for (outcome, count) in outcomes { for _ in 0..<count { keep(.text(outcome), as: "outcomes") } }
  }

  /// Says what the verdict on the run does not cover: see ``PropertyResult/limits``.
  package func limit(_ sentence: String) { keep(.text(sentence), as: Collected.limits) }

  /// Adds a value to the table `name`, which counts values that print alike.
  public func collect<Value>(_ name: String, _ value: Value) {
    keep(.text((value as? String) ?? describe(value)), as: name)
  }

  /// Counts the case in the class whose name is `value` as it prints: `trial.classify(tree.kind)`.
  public func classify<Value>(_ value: Value) {
    label((value as? String) ?? describe(value))
  }
}
