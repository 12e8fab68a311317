import CThreads
import DeterministicScheduling
import PropertyTesting

/// Failures that the runtime finds, as claims that do not hold.
enum ThreadFailure {
  /// Two accesses without an order between them.
  static func race(_ outcome: ct_outcome, _ record: ThreadRecord?) -> ExpectationFailure {
    let (first, second) = (outcome.race.0, outcome.race.1)
    let stacks = [first, second].map { ThreadRecord.stack($0.place, $0.stack) }
    let places = ThreadPlaces(stacks)
    let sides = zip([first, second], stacks).map { access, stack in
      let shown = stack.compactMap { places.place($0) }
      var line = (record?.label(Int(access.thread)) ?? "thread \(access.thread)")
        + (access.is_atomic ? access.writes ? " updates, as an atomic, " : " loads, as an atomic, " : access.writes ? " writes " : " reads ")
        + "\(access.size) \(access.size == 1 ? "byte" : "bytes")"
      if let place = shown.first { line += " in \(place.function) at \(place.position)" }
      if shown.count > 1 { line += ", called at " + shown.dropFirst().prefix(4).map(\.position).joined(separator: " < ") }
      return (line: line, place: shown.first)
    }
    // The same pair is the same failure, whichever comes first.
    let place = sides.compactMap(\.place).min { ($0.file, $0.line) < ($1.file, $1.line) }
    return ExpectationFailure(
      claim: "no data race: \(sides[0].line); \(sides[1].line); nothing orders one before the other", location: location(place))
  }

  /// What ends a process in Dispatch.
  static func misuse(_ outcome: ct_outcome) -> ExpectationFailure {
    let stack = ThreadRecord.stack(outcome.misuse_place, outcome.misuse_stack)
    let places = ThreadPlaces([stack])
    let place = stack.compactMap { places.place($0) }.first
    return ExpectationFailure(
      claim: outcome.misuse.map { String(cString: $0) } ?? "", location: location(place))
  }

  private static func location(_ place: CodePlace?) -> SourceLocation {
    let file = place?.file ?? "unknown"
    return SourceLocation(fileID: file.split(separator: "/").suffix(2).joined(separator: "/"), filePath: file, line: place?.line ?? 0)
  }
}
