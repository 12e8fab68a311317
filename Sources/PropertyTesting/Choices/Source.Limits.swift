// A generator that never ends would keep a run from any verdict: one that draws until it likes what it gets, that calls itself
// at every level, or a filter that nothing passes. Each gives up, and says so.

extension Source {
  /// So many values a case may draw. The largest collection has ten million elements.
  static let mostDraws: UInt64 = 20_000_000
  /// So many of a case that is recorded, where each takes room.
  static let mostRecorded = 5_000_000
  /// So many values a filter may reject in a row, whatever it was asked for.
  static let mostRejected = 10_000_000
  /// The same of a replay, which has drawn what a filter likes: a shrink attempt without it is not worth more.
  static let mostRejectedInReplay = 10_000
  /// How many random words the case has taken: the state moves by a constant with each, so that nothing has to be counted.
  var wordsDrawn: UInt64 {
    // The inverse of the constant, modulo 2⁶⁴.
    (state &- Source.firstState(seed, index)) &* 0xf1de_83e1_9937_733d
  }

  /// Whether it is time for ``checkLimits()``: on average once in 64 words, and after 89 at most, because multiples of the golden ratio
  /// are spread evenly.
  @inlinable @inline(__always)
  var isLimitDue: Bool { state &>> 58 == 0 }

  /// - Throws: if the case draws without an end, or draws one value inside the other until the stack is full.
  @usableFromInline @inline(never)
  mutating func checkLimits() throws {
    if wordsDrawn > Source.mostDraws { throw endless("the generator drew \(Source.mostDraws.grouped) values without an end") }
    if let tape, tape.choiceCount > Source.mostRecorded {
      throw endless("the generator drew \(Source.mostRecorded.grouped) values without an end")
    }
    var local: UInt8 = 0
    let here = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    // A stack grows downwards. A case is drawn on one thread.
    if stackMark < here { stackMark = here }
    if let half = StackRoom.half, stackMark - here > half {
      throw endless("the generator draws one value inside the other without an end: half of the stack is full")
    }
  }

  /// - Parameter attempt: how many values in a row a filter has rejected.
  func checkRejected(_ attempt: Int) throws {
    if let tape, tape.isReplaying, attempt >= Source.mostRejectedInReplay {
      throw Discard(reason: "a filter rejected \(attempt.grouped) values in a row")
    }
    if attempt >= Source.mostRejected { throw endless("a filter rejected \(attempt.grouped) values in a row") }
  }

  private func endless(_ what: String) -> Interruption {
    Interruption(.gaveUp, "\(what), in case \(index) of seed \(String(seed, radix: 16))", origin: "endless generator")
  }
}

extension BinaryInteger {
  /// "100,000,000".
  fileprivate var grouped: String {
    var digits = String(self)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }
}
