// What is written between a worker and its supervisor: choices, failures, sweeps.

extension ByteWriter {
  mutating func write(_ token: Token) {
    switch token {
    case .choice(let choice):
      write(UInt64(0))
      write(UInt64(choice.kind.rawValue))
      for word in [choice.value, choice.lower, choice.upper, choice.target] { write(word) }
    case .open(let label):
      write(UInt64(1))
      write(UInt64(label.rawValue))
    case .close:
      write(UInt64(2))
    }
  }

  mutating func write(_ script: Tape.Script) {
    switch script {
    case .tokens(let tokens):
      write(true)
      write(tokens.count)
      for token in tokens { write(token) }
    case .flat(let choices):
      write(false)
      write(choices.count)
      for choice in choices {
        write(UInt64(choice.kind.rawValue))
        write(choice.magnitude)
        write(choice.isBelow)
      }
    }
  }

  mutating func write(_ failure: Failure) {
    write(UInt64(failure.kind.code))
    write(failure.origin)
    write(failure.message)
    write(failure.location) { writer, location in
      writer.write(location.fileID)
      writer.write(location.filePath)
      writer.write(location.line)
    }
    write(failure.difference) { writer, difference in writer.write(difference.bitPattern) }
  }

  mutating func write(_ result: Examination.Result) {
    switch result {
    case .passed: write(UInt64(0))
    case .discarded(let reason):
      write(UInt64(1))
      write(reason)
    case .failed(let failure):
      write(UInt64(2))
      write(failure)
    case .skipped: write(UInt64(3))
    }
  }

  mutating func write(_ sweep: Sweep) {
    write(sweep.passed)
    write(sweep.discarded)
    write(sweep.counts.count)
    for (name, count) in sweep.counts {
      write(name)
      write(count)
    }
    write(sweep.targets.count)
    for (label, best) in sweep.targets {
      write(label)
      write(best.value.bitPattern)
      write(best.index)
    }
    write(sweep.failure) { $0.write($1) }
    write(sweep.setUpError)
    write(sweep.discardReason)
    write(sweep.failureMessage)
    write(sweep.gaveUp ? 1 : 0)
    write(sweep.evidence.rawValue)
    write(sweep.collected.count)
    for (name, collected) in sweep.collected {
      write(name)
      collected.write(to: &self)
    }
    write(sweep.earlyDiscards.count)
    for index in sweep.earlyDiscards { write(index) }
    write(sweep.knownFailures.count)
    for (name, count) in sweep.knownFailures {
      write(name)
      write(count)
    }
  }
}

extension ByteReader {
  private mutating func choiceKind() throws -> ChoiceKind {
    guard let raw = UInt8(exactly: try word()), let kind = ChoiceKind(rawValue: raw) else {
      throw Malformed()
    }
    return kind
  }

  mutating func token() throws -> Token {
    switch try word() {
    case 0:
      .choice(
        Choice(
          kind: try choiceKind(), value: try word(), lower: try word(), upper: try word(),
          target: try word()))
    case 1: .open(SpanLabel(rawValue: UInt8(truncatingIfNeeded: try word())))
    case 2: .close
    default: throw Malformed()
    }
  }

  mutating func script() throws -> Tape.Script {
    let hasSpans = try flag()
    let count = try number()
    guard count >= 0 else { throw Malformed() }
    if hasSpans { return .tokens(try (0..<count).map { _ in try token() }) }
    return .flat(
      try (0..<count).map { _ in
        ScriptedChoice(kind: try choiceKind(), magnitude: try word(), isBelow: try flag())
      })
  }

  mutating func failure() throws -> Failure {
    guard let kind = Failure.Kind(code: UInt8(truncatingIfNeeded: try word())) else { throw Malformed() }
    return Failure(
      kind: kind, origin: try text(), message: try text(),
      location: try optional { reader in
        SourceLocation(
          fileID: try reader.text(), filePath: try reader.text(), line: try reader.number())
      }, difference: try optional { reader in Double(bitPattern: try reader.word()) })
  }

  mutating func result() throws -> Examination.Result {
    switch try word() {
    case 0: .passed
    case 1: .discarded(try text())
    case 2: .failed(try failure())
    case 3: .skipped
    default: throw Malformed()
    }
  }

  mutating func sweep() throws -> Sweep {
    var sweep = Sweep()
    sweep.passed = try number()
    sweep.discarded = try number()
    for _ in 0..<max(0, try number()) { sweep.counts[try text()] = try number() }
    for _ in 0..<max(0, try number()) {
      sweep.targets[try text()] = Target.Best(value: Double(bitPattern: try word()), index: try number())
    }
    sweep.failure = try optional { try $0.number() }
    sweep.setUpError = try optional { try $0.text() }
    sweep.discardReason = try optional { try $0.text() }
    sweep.failureMessage = try optional { try $0.text() }
    sweep.gaveUp = try number() == 1
    sweep.evidence = Evidence(rawValue: try number()) ?? .none
    for _ in 0..<max(0, try number()) { sweep.collected[try text()] = try Collected(from: &self) }
    sweep.earlyDiscards = try (0..<max(0, try number())).map { _ in try number() }
    for _ in 0..<max(0, try number()) { sweep.knownFailures[try text()] = try number() }
    return sweep
  }
}

extension Failure.Kind {
  private static let coded: [Failure.Kind] = [
    .claim, .error, .setUp, .unrecorded, .interruption(.crashed), .interruption(.timedOut),
    .interruption(.deadlocked), .interruption(.uncontrolled), .interruption(.gaveUp),
  ]

  fileprivate var code: UInt8 {
    switch self {
    case .claim: 0
    case .error: 1
    case .setUp: 2
    case .unrecorded: 3
    case .interruption(.crashed): 4
    case .interruption(.timedOut): 5
    case .interruption(.deadlocked): 6
    case .interruption(.uncontrolled): 7
    case .interruption(.gaveUp): 8
    }
  }

  fileprivate init?(code: UInt8) {
    guard Self.coded.indices.contains(Int(code)) else { return nil }
    self = Self.coded[Int(code)]
  }
}
