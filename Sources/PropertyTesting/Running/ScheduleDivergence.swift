/// Says at which step two runs of the same choices diverge.
package struct ScheduleDivergence: CustomStringConvertible {
  private let step: Int
  private let words: (String, String)

  /// - Parameters: a word for each step of either run.
  package init(_ first: [String], _ second: [String]) {
    let step = zip(first, second).prefix { $0 == $1 }.count
    self.step = step
    func word(_ steps: [String]) -> String { step < steps.count ? steps[step] : "the end" }
    words = (word(first), word(second))
  }

  package var description: String {
    """
    the same choices led to two schedules: step \(step + 1) was \(words.0), then \(words.1). \
    Something outside the scheduler's control decided this: a thread or a queue, the order of a Set or a \
    Dictionary, an address, or state from an earlier run.
    """
  }
}
