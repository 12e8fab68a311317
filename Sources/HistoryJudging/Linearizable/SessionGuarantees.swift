/// Guarantees for sessions (Terry, Demers, Petersen, Spreitzer, Theimer and Welch: Session guarantees for weakly consistent replicated
/// data, PDIS 1994). A process is a session. What a call sees is a set of writes; all writes have one order, and a read returns the last
/// of those that it sees.
struct SessionGuarantees: OptionSet {
  let rawValue: Int

  /// A read sees the writes that its process made before.
  static let readYourWrites = SessionGuarantees(rawValue: 1)
  /// A read sees what earlier reads of its process saw.
  static let monotonicReads = SessionGuarantees(rawValue: 2)
  /// The writes of a process are in its order, and whoever sees one sees those before it.
  static let monotonicWrites = SessionGuarantees(rawValue: 4)
  /// A write comes behind all that its process saw before, and whoever sees it sees those, too.
  static let writesFollowReads = SessionGuarantees(rawValue: 8)
  /// Together they are causal consistency with one order of the writes (Brzezinski, Sobaniec and Wawrzyniak, 2004): the causal convergence
  /// of Bouajjani, Enea, Guerraoui and Hamza (POPL 2017).
  static let all: SessionGuarantees = [.readYourWrites, .monotonicReads, .monotonicWrites, .writesFollowReads]

  /// By name, all four first, with what a history that breaks them shows.
  static let named: [(name: String, guarantees: SessionGuarantees, rule: String)] = [
    ("causal", .all, "what processes saw and wrote, one after the other, would have a cause behind its effect"),
    ("read-your-writes", .readYourWrites, "a process does not see what it wrote before"),
    ("monotonic-reads", .monotonicReads, "a process does not see what it saw before"),
    ("monotonic-writes", .monotonicWrites, "a write is seen without one that its process made before"),
    ("writes-follow-reads", .writesFollowReads, "a write is not behind what its process saw before"),
  ]
}

/// What a call says to ``SessionGuarantees``; values by their numbers.
struct SessionView: Sendable {
  enum Reads: Sendable {
    case nothing
    /// The last write of a register that the call sees wrote this; nil: it sees none.
    case last(Int?)
    /// These values of a set are all that the call sees.
    case all(Set<Int>)
    /// Whether it sees this value of a set.
    case one(Int, Bool)
    /// Nothing that is told: a comparison that failed saw one of many writes.
    case unclear
  }

  var reads = Reads.nothing
  var writes: Int?
  /// Removes a value, or writes the one that is there at first: what others then see has several causes.
  var isAmbiguous = false
}
