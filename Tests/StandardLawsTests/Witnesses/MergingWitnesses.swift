import PropertyTesting
import StandardLaws
import Testing

/// Merges and transformations that lack a law, and some that lack none.
enum MergingWitnesses {
  /// Counters of two devices: each counts its own.
  static let counters = Generator<[Int]>.array(of: .int(in: 0...5), count: 2)
  private static let devices = Generator<Int>.int(in: 0...1)

  private static func counting(_ counters: [Int], _ device: Int) -> [Int] {
    var counters = counters
    counters[device] += 1
    return counters
  }

  private static func replicated(_ merge: @escaping @Sendable ([Int], [Int]) -> [Int]) -> Laws<[Int]> {
    .replicated(edits: devices, apply: { counting($0, $1) }, merge)
  }

  private static let values = Generator<Int?>.optional(.int(in: 0...9))

  /// A register that the greatest value wins: an edit after a greater one does nothing.
  private static func register(_ transform: @escaping @Sendable (Int?, Int?) -> Int?) -> Laws<Int> {
    .transformableAnywhere(edits: { _ in values }, apply: { $1 ?? $0 }, transform)
  }

  /// Insertions of a number into a list, at its own place.
  private static func list(_ transform: @escaping @Sendable (Int, Int) -> Int) -> Laws<[Int]> {
    .transformable(
      edits: { .int(in: 0...$0.count) },
      apply: { list, place in
        var list = list
        list.insert(1_000 + place, at: min(place, list.count))
        return list
      }, transform)
  }

  static let soundCounters = replicated { zip($0, $1).map { max($0, $1) } }
  static let soundRegister = register { edit, other in
    guard let edit, let other else { return edit }
    return edit < other ? nil : edit
  }

  static let all: [Witness] = [
    Witness(
      "a merge that takes the lesser count", breaks: "an edit is not undone by what was before it",
      of: replicated { zip($0, $1).map { min($0, $1) } }, counters),
    Witness(
      "a merge that adds counts", breaks: "edits of two devices are both in the merge",
      of: replicated { zip($0, $1).map { $0 + $1 } }, counters),
    Witness(
      "an edit that ignores a greater one", breaks: "two edits lead to one state in either order (TP1)",
      of: register { edit, _ in edit }, .int(in: 0...9)),
    Witness(
      "an insertion that does not move", breaks: "two edits lead to one state in either order (TP1)",
      of: list { edit, _ in edit }, .array(of: .int(in: -9...9), count: 0...5)),
    Witness(
      "an edit that becomes a difference", breaks: "a third edit is the same after either order (TP2)",
      of: register { edit, other in edit.map { $0 - (other ?? 0) } }, .int(in: 0...9)),
  ]
}
