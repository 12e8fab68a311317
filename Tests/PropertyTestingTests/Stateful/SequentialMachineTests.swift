import Foundation
import PropertyTesting
import Testing

@Suite("State machines, one command after the other")
struct SequentialMachineTests {
  /// From each of 8 seeds, within 100 cases, down to the one known minimum.
  @Test func theRingThatCountsModuloItsCapacity() async {
    let found = await counterexamples(of: RingMachine.machine) { Ring(capacity: 3, .countsModuloCapacity) }
    #expect(found == ["[put(0), put(0), put(0), count()]": 8])
  }

  @Test func theRingThatDoesNotWrap() async {
    let found = await counterexamples(of: RingMachine.machine) { Ring(capacity: 3, .doesNotWrap) }
    #expect(
      found == ["[put(0), put(0), put(0), take(), put(1), take(), take()]": 8])
  }

  @Test func theCacheForWhichReadingIsNoUse() async {
    let found = await counterexamples(of: CacheMachine.machine) { Cache(.readingIsNoUse) }
    #expect(found == ["[put(0, 0), put(1, 0), get(0), put(2, 0), get(0)]": 8])
  }

  @Test func theCacheForWhichUpdatingIsNoUse() async {
    let found = await counterexamples(of: CacheMachine.machine) { Cache(.updatingIsNoUse) }
    #expect(found == ["[put(0, 0), put(1, 0), put(0, 0), put(2, 0), get(0)]": 8])
  }

  @Test func theFilesThatCloseEveryHandleOfAPath() async {
    let found = await counterexamples(of: FilesMachine.machine()) { Files(.closesEveryHandleOfThePath) }
    #expect(found == [#"[open("a"), open("a"), close(#1)]"#: 8])
  }

  @Test func theFilesThatMistakeAHandle() async {
    let found = await counterexamples(of: FilesMachine.machine()) { Files(.readsTheLatestPath) }
    #expect(found == [#"[open("a"), open("b"), write(handle: #1, value: 0), read(#2)]"#: 8])
  }

  @Test func theBankThatDoublesATransferToTheSameAccount() async {
    let found = await counterexamples(of: BankMachine.machine) {
      var bank = Bank()
      Fault<Bank>.doublesATransferToItself.apply(&bank)
      return bank
    }
    #expect(
      found == ["[open(), deposit(account: #1, amount: 1), transfer(amount: 1, from: #1, to: #1)]": 8])
  }

  @Test func rightOnesHold() async {
    for seed in 1...5 as ClosedRange<UInt64> {
      #expect(await run(RingMachine.machine, seed: seed, cases: 200) { Ring(capacity: 3) }.verdict.isHeld)
      #expect(await run(CacheMachine.machine, seed: seed, cases: 200) { Cache() }.verdict.isHeld)
      #expect(await run(FilesMachine.machine(), seed: seed, cases: 200) { Files() }.verdict.isHeld)
      #expect(await run(BankMachine.machine, seed: seed, cases: 200) { Bank() }.verdict.isHeld)
      #expect(await run(StackMachine.machine, seed: seed, cases: 200) { Stack(limit: 1_000) }.verdict.isHeld)
    }
  }
}
