/// The value that a generator makes in one case.
public struct GeneratedExample: Sendable, Equatable {
  /// The index of the case in a run with the same seed.
  public let index: Int
  /// The phase of a run that would try the case.
  public let phase: Phase
  /// The value as it prints; nil if the generator discarded the case.
  public let value: String?
  /// Why the generator discarded the case.
  public let discardReason: String?
  /// How many choices the case drew.
  public let choices: Int
}

extension Property {
  /// The values of the first `count` cases of a run. It does not call the property itself.
  /// - Throws: ``GeneratorFailure`` if the generator throws anything but ``Discard``.
  public func examples(_ settings: RunSettings, count: Int) throws -> [GeneratedExample] {
    try (0..<count).map { index in
      let examination = Examination(seed: settings.seed, index: index, printsValue: true, isWanted: { _ in false })
      execution.generate(examination)
      var reason: String?
      switch examination.result {
      case .discarded(let given): reason = given
      case .failed(let failure): throw GeneratorFailure(index: index, message: failure.message)
      case .passed, .skipped: break
      }
      return GeneratedExample(
        index: index, phase: Phase(ofCase: index), value: reason == nil ? examination.value ?? "" : nil,
        discardReason: reason, choices: examination.tape.choiceCount)
    }
  }
}

extension [GeneratedExample] {
  /// The distribution of the values, of the length of their texts, and of the number of their choices.
  public var distribution: Distribution {
    var collected: [String: Collected] = [:]
    for example in self {
      guard let value = example.value else { continue }
      collected["choices", default: Collected()].add(.number(Double(example.choices)))
      collected["characters in print", default: Collected()].add(.number(Double(value.count)))
      collected["values", default: Collected()].add(Double(value).map { .number($0) } ?? .text(String(value.prefix(60))))
    }
    let counts = Dictionary(map { ($0.value == nil ? "discarded" : "from the \($0.phase.rawValue) phase", 1) }, uniquingKeysWith: +)
    return Distribution(cases: count, counts: counts, collected: collected, requiredShares: [:], settings: RunSettings())
  }
}

/// The error for a generator that throws something other than ``Discard``.
public struct GeneratorFailure: Error, Sendable, CustomStringConvertible {
  /// The index of the case.
  public let index: Int
  /// What the generator threw, as it prints.
  public let message: String

  public var description: String { "the generator threw in case \(index): \(message)" }
}
