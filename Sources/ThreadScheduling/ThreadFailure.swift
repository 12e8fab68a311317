import CThreads
import DeterministicScheduling
import PropertyTesting

/// Failures that the runtime finds, as claims that do not hold.
enum ThreadFailure {
  /// Two accesses without an order between them.
  static func race(_ outcome: ct_outcome, _ record: ThreadRecord?) -> ExpectationFailure {
    let (first, second) = (outcome.race.0, outcome.race.1)
    let stacks = [first, second].map { access in
      let stack = ThreadRecord.stack(access.place, access.stack)
      guard access.manner == 2, let place = access.place else { return stack }
      // The call for a whole variable has no line of its own; the code behind it has.
      return [12, 24, 40].map { UInt(bitPattern: place + $0) } + stack.dropFirst()
    }
    let places = ThreadPlaces(stacks)
    let sides = zip([first, second], stacks).map { access, stack in
      var shown = stack.compactMap { places.place($0) }
      for index in shown.indices.dropFirst().reversed() where shown[index] == shown[index - 1] { shown.remove(at: index) }
      var line = (record?.label(Int(access.thread)) ?? "thread \(access.thread)")
        + words(of: access)
      if let place = shown.first { line += " in \(place.function) at \(place.position)" }
      if shown.count > 1 { line += ", called at " + shown.dropFirst().prefix(4).map(\.position).joined(separator: " < ") }
      return (line: line, place: shown.first)
    }
    // The same pair is the same failure, whichever comes first.
    let place = sides.compactMap(\.place).min { ($0.file, $0.line) < ($1.file, $1.line) }
    return ExpectationFailure(
      claim: "no data race: \(sides[0].line); \(sides[1].line); nothing orders one before the other", location: location(place))
  }

  private static func words(of access: ct_access) -> String {
    let size = "\(access.size) \(access.size == 1 ? "byte" : "bytes")"
    switch (access.manner, access.writes) {
    case (1, true): return " updates an atomic of \(size)"
    case (1, false): return " loads an atomic of \(size)"
    case (2, true): return " changes a variable"
    case (2, false): return " reads a variable"
    case (3, _): return " frees memory"
    case (_, true): return " writes \(size)"
    case (_, false): return " reads \(size)"
    }
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
