/// The steps of the schedules of one case, to be compared with those of another run of the same choices.
package struct ScheduleSteps: Sendable, Equatable {
  /// One schedule's.
  package struct Run: Sendable {
    /// Of all that the words are made of; nil where they come from another process.
    let identity: [Int]?
    /// A word for each step.
    let words: @Sendable () -> [String]

    package init(identity: [Int]?, words: @escaping @Sendable () -> [String]) {
      self.identity = identity
      self.words = words
    }
  }

  var runs: [Run] = []

  init() {}

  /// Those of a case that ran in another process.
  init(words: [String]) {
    if !words.isEmpty { runs = [Run(identity: nil) { words }] }
  }

  var isEmpty: Bool { runs.isEmpty }
  var words: [String] { runs.flatMap { $0.words() } }

  /// Two that are alike are so in words: the dear ones are asked for only where they are not.
  package static func == (one: ScheduleSteps, other: ScheduleSteps) -> Bool {
    let (left, right) = (one.runs.map(\.identity), other.runs.map(\.identity))
    if left == right && !left.contains(nil) { return true }
    return one.words == other.words
  }
}
