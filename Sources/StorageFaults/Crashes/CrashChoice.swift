import StorageContract

/// Chooses one of the states that a crash may leave: a number from 0 to `last`, for the question `what`.
///
/// 0 always means that the written data is there, so that choices which shrink towards 0 shrink towards a disk that
/// has lost nothing. Draw the number with the engine, take it from ``CrashEnumeration``, or use `{ _, _ in 0 }`.
public typealias CrashChoice = (_ last: Int, _ what: String) throws -> Int

/// Goes through all combinations of choices, one after the other. Use it for small histories.
///
///     var choices = CrashEnumeration()
///     repeat {
///       try disk.restart(losing: { last, _ in choices.choose(upTo: last) })
///       …
///       disk.rewind(to: image)
///     } while choices.advance()
public struct CrashEnumeration: Sendable {
  private var choices: [(choice: Int, last: Int)] = []
  private var position = 0

  /// Begins with the combination in which every choice is 0.
  public init() {}

  /// The choices of this combination, so far.
  public var current: [Int] { choices.prefix(position).map(\.choice) }

  /// The choice of this combination for the next question, from 0 to `last`.
  public mutating func choose(upTo last: Int) -> Int {
    defer { position += 1 }
    if position == choices.count { choices.append((0, last)) }
    return choices[position].choice
  }

  /// Goes on to the next combination. False if there is none.
  public mutating func advance() -> Bool {
    choices.removeSubrange(position...)
    position = 0
    while let (choice, last) = choices.popLast() {
      if choice < last {
        choices.append((choice + 1, last))
        return true
      }
    }
    return false
  }
}
