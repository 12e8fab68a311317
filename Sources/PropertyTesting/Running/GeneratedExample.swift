/// What a generator made of one case.
public struct GeneratedExample: Sendable, Equatable {
  /// Of the case in a run with the same seed.
  public let index: Int
  public let phase: Phase
  /// How it prints; nil where the generator discarded the case.
  public let value: String?
  /// Why it was discarded.
  public let discardReason: String?
  public let choices: Int
}

extension Property {
  /// What the first `count` cases of a run are made of; the property itself is not called.
  /// - Throws: ``GeneratorFailure`` where the generator throws anything but ``Discard``.
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
  /// What they are like: values, how long they print, and how many choices they take.
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

/// A generator threw something else than ``Discard``.
public struct GeneratorFailure: Error, Sendable, CustomStringConvertible {
  public let index: Int
  public let message: String

  public var description: String { "the generator threw in case \(index): \(message)" }
}
