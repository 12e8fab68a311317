import DeterministicScheduling
import PropertyTesting
import StandardLaws
import Testing

/// The laws of asynchronous sequences under schedules: no order of tasks loses an element.
@Suite struct ScheduledLawsTests {
  private static func laws() -> Laws<Relay> { Laws(.asyncSequence) { trial, body in try trial.schedule(.mixed, body) } }

  private static func relays(_ mistake: Relay.Mistake?) -> Generator<Relay> {
    Generator<[Int]>.array(of: .int(in: 0...5), count: 0...4).map { Relay($0, mistake) }
  }

  @Test func aSoundRelayKeepsThem() throws {
    try checkLaws(Self.laws(), of: Self.relays(nil))
  }

  @Test(arguments: Relay.Mistake.allCases) func aLostElementIsFoundFromEverySeed(_ mistake: Relay.Mistake) throws {
    for seed in UInt64(1)...15 {
      let failure = #expect(throws: LawFailure.self, "seed \(seed)") {
        try checkLaws(Self.laws().only("two sequences made alike return the same elements"), of: Self.relays(mistake), seed: seed)
      }
      guard case .falsified? = failure?.failures.first?.result.verdict else {
        Issue.record("seed \(seed): \(failure.map(String.init(describing:)) ?? "")")
        continue
      }
    }
  }
}

/// Integers that a task of its own hands over.
struct Relay: AsyncSequence, Sendable, CustomStringConvertible {
  enum Mistake: CaseIterable, Sendable { case keepsTheLastAlone, forgetsWhatIsLeftAtTheEnd }

  let items: [Int]
  let mistake: Mistake?

  init(_ items: [Int], _ mistake: Mistake?) { (self.items, self.mistake) = (items, mistake) }

  var description: String { "\(items)" }

  func makeAsyncIterator() -> Iterator {
    let slot = Slot(mistake)
    Task { [items] in
      for item in items { await slot.put(item) }
      await slot.finish()
    }
    return Iterator(slot: slot)
  }

  struct Iterator: AsyncIteratorProtocol {
    let slot: Slot
    func next() async -> Int? { await slot.take() }
  }

  actor Slot {
    private let mistake: Mistake?
    private var waiting: [Int] = []
    private var taker: CheckedContinuation<Int?, Never>?
    private var isFinished = false

    init(_ mistake: Mistake?) { self.mistake = mistake }

    func put(_ item: Int) {
      if let taker {
        self.taker = nil
        return taker.resume(returning: item)
      }
      if mistake == .keepsTheLastAlone { waiting = [] }
      waiting.append(item)
    }

    func finish() {
      isFinished = true
      if mistake == .forgetsWhatIsLeftAtTheEnd { waiting = [] }
      taker?.resume(returning: nil)
      taker = nil
    }

    func take() async -> Int? {
      if !waiting.isEmpty { return waiting.removeFirst() }
      if isFinished { return nil }
      return await withCheckedContinuation { taker = $0 }
    }
  }
}
