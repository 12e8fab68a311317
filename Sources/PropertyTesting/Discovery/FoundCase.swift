/// A case that failed in a run, before it is looked at.
struct FoundCase: Sendable {
  /// Which case of the run it was, from 0: for the report.
  let number: Int
  /// The index whose size it has, and whose choices where there is no script.
  let index: Int
  /// Its choices, where they were not drawn at random.
  let script: Tape.Script?
  /// Which of the generator's examples it is, from 0; nil: none.
  var example: Int?

  init(number: Int, index: Int, script: Tape.Script?) {
    self.number = number
    self.index = index
    self.script = script
  }

  /// A case that was drawn at random.
  init(_ index: Int) {
    self.init(number: index, index: index, script: nil)
  }
}
