/// The classes that a case falls into by its commands: each command ("put"), each pair in a row ("put → take"), and
/// each that the model says throws ("take throws").
///
/// The names are made once for a machine; a case only marks them.
struct CommandLabels: Sendable {
  private let names: [String]
  /// "take throws", by command.
  let throwing: [String]
  /// Row by row; empty where there are too many commands for a table that anybody reads.
  private let transitions: [String]

  private static let mostCommandsWithTransitions = 16

  init(_ names: [String]) {
    self.names = names
    throwing = names.map { "\($0) throws" }
    transitions =
      names.count > Self.mostCommandsWithTransitions
      ? [] : names.flatMap { first in names.map { "\(first) → \($0)" } }
  }

  /// Labels a case with these commands, one run after the other.
  func label(_ trial: Trial, _ commands: some Sequence<Int>) {
    var seen = Array(repeating: false, count: names.count)
    var seenTransitions = Array(repeating: false, count: transitions.count)
    var previous: Int?
    for command in commands {
      seen[command] = true
      if let previous, !transitions.isEmpty { seenTransitions[previous * names.count + command] = true }
      previous = command
    }
    for (index, isSeen) in seen.enumerated() where isSeen { trial.label(names[index]) }
    for (index, isSeen) in seenTransitions.enumerated() where isSeen { trial.label(transitions[index]) }
  }
}
