extension CaseBlocks: Codable {
  /// One block in a file: what is empty or zero is left out.
  private struct Block: Codable {
    var first: Int
    var end: Int
    var passed: Int
    var discarded: Int?
    var discardReason: String?
    var earlyDiscards: [Int]?
    var counts: [String: Int]?
    var failure: Int?
    var failureMessage: String?
    var setUpError: String?
    var gaveUp: Bool?
    var death: String?
    var targets: [String: Best]?
    var collected: [String: Values]?
    var knownFailures: [String: Int]?
    /// What the cases claimed, if they evaluated no claim.
    var evidence: Int?

    struct Best: Codable {
      var value: String
      var index: Int
    }
  }

  /// What was collected under one name. Doubles are texts: each of them is read back as it was, infinite ones too.
  private struct Values: Codable {
    var buckets: [[Int]]
    var least: String
    var greatest: String
    var sum: String
    var texts: [String: Int]
    var otherTexts: Int
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      sweeps.sorted { $0.key < $1.key }.map { first, block in
        let sweep = block.sweep
        return Block(
          first: first, end: block.end, passed: sweep.passed, discarded: sweep.discarded == 0 ? nil : sweep.discarded,
          discardReason: sweep.discardReason, earlyDiscards: sweep.earlyDiscards.isEmpty ? nil : sweep.earlyDiscards,
          counts: sweep.counts.isEmpty ? nil : sweep.counts, failure: sweep.failure, failureMessage: sweep.failureMessage,
          setUpError: sweep.setUpError, gaveUp: sweep.gaveUp ? true : nil, death: sweep.death,
          targets: sweep.targets.isEmpty
            ? nil : sweep.targets.mapValues { Block.Best(value: "\($0.value)", index: $0.index) },
          collected: sweep.collected.isEmpty
            ? nil
            : sweep.collected.mapValues { values in
              Values(
                buckets: values.numbers.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }, least: "\(values.least)",
                greatest: "\(values.greatest)", sum: "\(values.sum)", texts: values.texts, otherTexts: values.otherTexts)
            }, knownFailures: sweep.knownFailures.isEmpty ? nil : sweep.knownFailures,
          evidence: sweep.evidence == .claim ? nil : sweep.evidence.rawValue)
      })
  }

  /// - Throws: `DecodingError`, also if blocks overlap or their numbers are impossible.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func wrong(_ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(in: container, debugDescription: reason)
    }
    func number(_ text: String) throws -> Double {
      guard let number = Double(text) else { throw wrong("“\(text)” is not a number") }
      return number
    }
    var end = 0
    for block in try container.decode([Block].self) {
      let cases = block.passed + (block.discarded ?? 0) + (block.failure == nil ? 0 : 1)
      guard block.first >= end, block.end > block.first, block.passed >= 0, block.discarded ?? 0 >= 0,
        block.failure.map({ (block.first..<block.end).contains($0) }) ?? (cases == block.end - block.first),
        cases <= block.end - block.first
      else { throw wrong("the block that begins at case \(block.first) overlaps another, or its numbers do not add up") }
      end = block.end
      var sweep = Sweep()
      sweep.passed = block.passed
      sweep.discarded = block.discarded ?? 0
      sweep.discardReason = block.discardReason
      sweep.earlyDiscards = block.earlyDiscards ?? []
      sweep.counts = block.counts ?? [:]
      sweep.knownFailures = block.knownFailures ?? [:]
      sweep.evidence = block.evidence.flatMap(Evidence.init) ?? .claim
      sweep.failure = block.failure
      sweep.failureMessage = block.failureMessage
      sweep.setUpError = block.setUpError
      sweep.death = block.death
      sweep.gaveUp = block.gaveUp ?? false
      for (label, best) in block.targets ?? [:] {
        sweep.targets[label] = Target.Best(value: try number(best.value), index: best.index)
      }
      for (name, values) in block.collected ?? [:] {
        var buckets: [Int: Int] = [:]
        for bucket in values.buckets {
          guard bucket.count == 2 else { throw wrong("a bucket of “\(name)” is not a pair of numbers") }
          buckets[bucket[0]] = bucket[1]
        }
        sweep.collected[name] = Collected(
          numbers: buckets, least: try number(values.least), greatest: try number(values.greatest),
          sum: try number(values.sum), texts: values.texts, otherTexts: values.otherTexts)
      }
      sweeps[block.first] = (block.end, sweep)
    }
  }
}
