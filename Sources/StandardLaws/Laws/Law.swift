import PropertyTesting

/// A sentence about every value of a type, which a protocol or its documentation promises, and a check of it.
///
///     Law("the area is not negative", from: "the comment of Shape.area") { values in
///       let shape = try values.one("shape")
///       try expect("shape.area >= 0", shape.area >= 0)
///     }
///
/// The claim draws what it needs from ``Values``, so one shrinker makes all of it simple together. It claims by `expect`.
public struct Law<Value: SendableMetatype>: Sendable {
  /// The law as a sentence without a full stop: "equal values have equal hashes".
  public let statement: String
  /// Where it is documented.
  public let source: LawSource
  /// The protocol or topic that it belongs to: the name of the ``Laws`` that it was declared in.
  public internal(set) var topic = ""
  var waivers: [Waiver<Value>] = []
  let claim: @Sendable (Values<Value>) throws -> Void

  /// A law.
  /// - Parameters:
  ///   - statement: unique among the laws of its topic.
  ///   - claim: throws, as `expect` does, if the law does not hold for what it drew.
  public init(_ statement: String, from source: LawSource, _ claim: @escaping @Sendable (Values<Value>) throws -> Void) {
    self.statement = statement
    self.source = source
    self.claim = claim
  }
}

/// A ``Law`` whose check waits: for an asynchronous sequence, a clock, a task.
public struct AsyncLaw<Value: SendableMetatype>: Sendable {
  /// The law as a sentence without a full stop.
  public let statement: String
  /// Where it is documented.
  public let source: LawSource
  /// The protocol or topic that it belongs to.
  public internal(set) var topic = ""
  var waivers: [Waiver<Value>] = []
  let claim: @Sendable (Values<Value>) async throws -> Void

  /// A law.
  /// - Parameters:
  ///   - statement: unique among the laws of its topic.
  ///   - claim: throws, as `expect` does, if the law does not hold for what it drew.
  public init(_ statement: String, from source: LawSource, _ claim: @escaping @Sendable (Values<Value>) async throws -> Void) {
    self.statement = statement
    self.source = source
    self.claim = claim
  }
}
