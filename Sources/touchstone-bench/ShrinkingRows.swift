import PropertyTesting

/// How shrinking ends for any of the rows that tests have, with what it ended in beside the least: what a change of one pass costs and
/// gains elsewhere.
enum ShrinkingRows {
  static let all: [ChallengeRow] =
    ShrinkingChallenge.all + [ShrinkingChallenge.differenceSmall, ShrinkingChallenge.differenceOne] + HeldOutNumbers.all
    + HeldOutStructures.all + HeldOutCouplings.all + HeldOutGaps.all + HeldOutLong.all + HeldOutKinds.all
    + HeldOutMoreKinds.always + HeldOutMoreKinds.mostly + HeldOutFresh.always + HeldOutFresh.mostly
    + HeldOutUnseen.all + HeldOutRedrawn.all

  /// The rows written down before the steps that keep relations.
  static let later: [ChallengeRow] = HeldOutRelations.all + HeldOutSequences.all

  /// As a table: each row from 50 seeds.
  static func table(_ rows: [ChallengeRow]) async -> String {
    var lines = ["| row | least, of found | distinct | calls while shrinking | calls in all | others |", "|---|---|---|---|---|---|"]
    for row in rows {
      var (endings, calls): ([String: Int], [Int]) = ([:], [])
      for seed in 1...UInt64(50) {
        guard let found = await row.run(seed: seed).verdict.counterexample else { continue }
        endings[found.value, default: 0] += 1
        calls.append(found.shrinking.calls)
      }
      calls.sort()
      let others = endings.filter { $0.key != row.minimum }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        .prefix(4).map { "\($0.value) × \($0.key)" }.joined(separator: "; ")
      lines.append(
        "| \(row) | \(endings[row.minimum, default: 0]) of \(calls.count) | \(endings.count) "
          + "| \(calls.isEmpty ? 0 : calls[calls.count / 2]) | \(calls.reduce(0, +)) | \(others) |")
    }
    return lines.joined(separator: "\n")
  }
}
