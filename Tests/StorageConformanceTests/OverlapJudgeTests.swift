import StorageContract
import Testing

@testable import StorageConformance

/// Histories by hand, each after the example that its anomaly is known by.
@Suite struct OverlapJudgeTests {
  /// Times are the places in the list: T1 began at 10 and ended at 19 unless said otherwise, so that all overlap.
  private func transaction(
    _ name: String, _ observations: OverlapObservation..., outcome: OverlapOutcome = .committed, began: Int = 10,
    ended: Int? = 19, place: OverlapPlace = .among
  ) -> OverlapTransaction {
    OverlapTransaction(
      name: name, observations: observations, outcome: outcome, began: began, ended: ended, place: place)
  }

  /// x = 1 and y = 2 come first.
  private func history(_ transactions: OverlapTransaction...) -> OverlapJudge {
    let first = transaction("the first transaction", .put("x", 1), .put("y", 2), began: 0, ended: 1, place: .first)
    return OverlapJudge(OverlapHistory(transactions: [first] + transactions))
  }

  private func lastRead(_ entries: (String, Int64)...) -> OverlapTransaction {
    transaction(
      "the reader at the end", .scan(.all, entries.map { OverlapEntry(key: $0.0, value: $0.1) }), began: 90, ended: 91,
      place: .last)
  }

  private func expect(
    _ judge: OverlapJudge, _ kind: OverlapAnomaly.Kind, _ words: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let anomaly = judge.anomaly(excludedBy: .strictSerializable)
    #expect(anomaly?.kind == kind, sourceLocation: sourceLocation)
    #expect(anomaly?.explanation == words, sourceLocation: sourceLocation)
  }

  @Test func nothingToSay() {
    let judge = history(
      transaction("T1", .get("x", 1), .put("x", 11)), transaction("T2", .get("x", 11), .put("y", 22)),
      lastRead(("x", 11), ("y", 22)))
    #expect(judge.anomaly(excludedBy: .strictSerializable) == nil)
  }

  // Adya 1999, G1a.
  @Test func abortedRead() {
    let judge = history(
      transaction("T1", .put("x", 11), outcome: .rolledBack), transaction("T2", .get("x", 11)))
    expect(judge, .abortedRead, "T2 read x = 11, which T1 had written; but T1 was rolled back")
    #expect(judge.anomaly(excludedBy: .snapshot)?.kind == .abortedRead)
  }

  @Test func whatAbortedTransactionsReadIsNotJudged() {
    let judge = history(
      transaction("T1", .put("x", 11), outcome: .rolledBack),
      transaction("T2", .get("x", 11), outcome: .conflict(reason: "")), lastRead(("x", 1), ("y", 2)))
    #expect(judge.anomaly(excludedBy: .strictSerializable) == nil)
  }

  // Adya G1b.
  @Test func intermediateRead() {
    let judge = history(transaction("T1", .put("x", 11), .put("x", 12)), transaction("T2", .get("x", 11)))
    expect(judge, .intermediateRead, "T2 read x = 11, which T1 itself has replaced by 12 before it committed")
  }

  // Adya G1c.
  @Test func circularFlow() {
    let judge = history(
      transaction("T1", .put("x", 11), .get("y", 21)), transaction("T2", .put("y", 21), .get("x", 11)))
    expect(judge, .circularFlow, "T1 read what T2 wrote, T2 read what T1 wrote: no one of them can be first")
  }

  @Test func thinAir() {
    expect(history(transaction("T1", .get("x", 7))), .thinAirRead, "T1 read x = 7, which no transaction wrote there")
    // Another record's value.
    expect(history(transaction("T1", .get("x", 2))), .thinAirRead, "T1 read x = 2, which no transaction wrote there")
  }

  @Test func ownWrites() {
    expect(
      history(transaction("T1", .put("x", 11), .get("x", 1))), .unseenOwnWrite,
      "T1 wrote x = 11, and then its “get x → 1” does not show it")
    expect(
      history(transaction("T1", .delete("x", found: true), .scan(.all, [OverlapEntry(key: "x", value: 1)]))),
      .unseenOwnWrite,
      "T1 deleted x, and then its “scan all → x = 1” does not show it")
    expect(
      history(transaction("T1", .put("z", 11), .delete("z", found: false))), .unseenOwnWrite,
      "T1 wrote z = 11, and then its “delete z → none” does not show it")
  }

  // Berenson and others 1995, H4: r1[x] r2[x] w2[x] c2 w1[x] c1.
  @Test func lostUpdate() {
    let judge = history(
      transaction("T1", .get("x", 1), .put("x", 11)), transaction("T2", .get("x", 1), .put("x", 21)),
      lastRead(("x", 11), ("y", 2)))
    expect(
      judge, .lostUpdate,
      """
      T1 and T2 both read x = 1, both wrote x and both committed: one of the two writes is overwritten by a \
      transaction that never saw it
      """)
    #expect(judge.anomaly(excludedBy: .snapshot)?.kind == .lostUpdate)
  }

  // The later one to commit had read what the earlier one, which did not read, overwrote.
  @Test func lostBlindWrite() {
    let judge = history(
      transaction("T1", .get("x", 1), .put("x", 11)), transaction("T2", .put("x", 21)), lastRead(("x", 11), ("y", 2)))
    expect(
      judge, .lostUpdate,
      """
      T1 read x = 1 and wrote x, T2 wrote x in between, and both committed: one of the two writes is overwritten by \
      a transaction that never saw it
      """)
  }

  @Test func missingWrite() {
    let judge = history(transaction("T1", .put("x", 11)), lastRead(("x", 1), ("y", 2)))
    expect(
      judge, .missingWrite,
      """
      the reader at the end read in all just x = 1 and y = 2, in a store that was opened when others had committed \
      and were closed, and that is not what they had left
      """)
  }

  // Berenson P2, fuzzy read: r1[x] w2[x] c2 r1[x].
  @Test func unrepeatableRead() {
    let judge = history(transaction("T1", .get("x", 1), .get("x", 21)), transaction("T2", .put("x", 21)))
    expect(
      judge, .readSkew,
      """
      T1 read x = 1 and x = 21, and that was never so at the same time in any committed state: x changed between two \
      reads
      """)
  }

  // Berenson A5A: r1[x] w2[x] w2[y] c2 r1[y].
  @Test func readSkew() {
    let judge = history(
      transaction("T1", .get("x", 1), .get("y", 22)), transaction("T2", .put("x", 21), .put("y", 22)))
    expect(
      judge, .readSkew,
      """
      T1 read x = 1 and y = 22, and that was never so at the same time in any committed state: of what T2 wrote at \
      once it saw y = 22 and not x = 21
      """)
    #expect(judge.anomaly(excludedBy: .snapshot)?.kind == .readSkew)
  }

  // Berenson P3 in one reader: two scans, and a record in between.
  @Test func phantomInAReader() {
    let judge = history(transaction("T1", .count(.all, 2), .count(.all, 3)), transaction("T2", .put("z", 21)))
    expect(
      judge, .readSkew, "T1 read 2 in all and 3 in all, and that was never so at the same time in any committed state")
  }

  // Berenson A5B: r1[x] r1[y] r2[x] r2[y] w1[y] w2[x].
  @Test func writeSkew() {
    let judge = history(
      transaction("T1", .get("x", 1), .get("y", 2), .put("y", 11)),
      transaction("T2", .get("x", 1), .get("y", 2), .put("x", 21)))
    expect(
      judge, .writeSkew,
      """
      T1 did “get x → 1” and did not see that T2 wrote x; T2 did “get y → 2” and did not see that T1 wrote y: \
      whichever of them is first, one would have seen it
      """)
    #expect(judge.anomaly(excludedBy: .snapshot) == nil)
    #expect(judge.anomaly(excludedBy: .serializable)?.kind == .writeSkew)
  }

  // Two who each see that there is nobody on call yet, and sign on (Adya G2).
  @Test func phantoms() {
    let judge = history(
      transaction("T1", .count(.all, 2), .put("w", 11)),
      transaction(
        "T2", .scan(.all, [OverlapEntry(key: "x", value: 1), OverlapEntry(key: "y", value: 2)]), .put("z", 21)))
    expect(
      judge, .phantom,
      """
      T1 did “count all → 2” and did not see that T2 wrote z; T2 did “scan all → x = 1, y = 2” and did not see that \
      T1 wrote w: whichever of them is first, one would have seen it
      """)
    #expect(judge.anomaly(excludedBy: .snapshot) == nil)
  }

  // Fekete, O'Neil and O'Neil 2004: the read-only transaction that sees a batch closed and then a receipt in it.
  @Test func readOnlyAnomaly() {
    let judge = history(
      transaction("T1", .get("x", 1), .get("y", 2), .put("x", 13)), transaction("T2", .get("y", 2), .put("y", 22)),
      transaction("T3", .get("x", 1), .get("y", 22)))
    #expect(judge.anomaly(excludedBy: .snapshot) == nil)
    #expect(judge.anomaly(excludedBy: .serializable)?.kind == .writeSkew)
  }

  @Test func staleOrder() {
    let judge = history(
      transaction("T1", .put("x", 11), began: 2, ended: 3), transaction("T2", .get("x", 1), began: 4, ended: 5))
    expect(
      judge, .staleRead,
      "T1 had committed before T2 began; but T2 read x = 1, so that it can only come before T1")
    #expect(judge.anomaly(excludedBy: .serializable) == nil)
    // While they overlap, either may be first.
    let overlapping = history(
      transaction("T1", .put("x", 11), began: 2, ended: 5), transaction("T2", .get("x", 1), began: 4, ended: 6))
    #expect(overlapping.anomaly(excludedBy: .strictSerializable) == nil)
  }

  @Test func unknownTransactionsMayBeInOrOut() {
    let unknown = OverlapOutcome.unknown(reason: "")
    for seen: Int64 in [1, 11] {
      let judge = history(
        transaction("T1", .get("y", 2), .put("x", 11), outcome: unknown, ended: nil), lastRead(("x", seen), ("y", 2)))
      #expect(judge.anomaly(excludedBy: .strictSerializable) == nil)
    }
    // But not half of it; and not before it was asked for.
    let half = history(
      transaction("T1", .put("x", 11), .put("y", 12), outcome: unknown, ended: nil), lastRead(("x", 11), ("y", 2)))
    expect(
      half, .readSkew,
      """
      the reader at the end read in all just x = 11 and y = 2, and that was never so at the same time in any \
      committed state: of what T1 wrote at once it saw x = 11 and not y = 12
      """)
    let twice = history(
      transaction("T1", .put("x", 11), outcome: unknown, began: 2, ended: nil),
      transaction("T2", .get("x", 11), began: 4, ended: 5), transaction("T3", .get("x", 1), began: 6, ended: 7))
    #expect(twice.anomaly(excludedBy: .strictSerializable)?.kind == .staleRead)
  }

  @Test func everyKindIsDefined() {
    for kind in OverlapAnomaly.Kind.allCases { #expect(kind.definition.hasSuffix(".")) }
  }
}
