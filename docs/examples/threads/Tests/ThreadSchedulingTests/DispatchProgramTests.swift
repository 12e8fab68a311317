import Foundation
import PropertyTesting
import Testing
import ThreadScheduling

/// Random programs of Dispatch: what a search says of one, it says again, and its replays say it ten times in one process.
@Suite(.serialized)
struct DispatchProgramTests {
  /// Four programs in a default run; TOUCHSTONE_ALL=1: three hundred.
  @Test func verdictsAreTheSameEachTime() throws {
    let isLong = ProcessInfo.processInfo.environment["TOUCHSTONE_ALL"] != nil
    let seed = ProcessInfo.processInfo.environment["TOUCHSTONE_SEED"].flatMap { UInt64($0, radix: 16) } ?? UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(state: seed)
    for number in 0..<(isLong ? 300 : 4) {
      let program = DispatchProgram.random(&random)
      if isLong { FileHandle.standardError.write(Data("program \(number) of \(String(seed, radix: 16))\n".utf8)) }
      let name = "program \(number) of seed \(String(seed, radix: 16))"
      func result(_ token: ReplayToken?) throws -> PropertyResult {
        do {
          return try check("a program of Dispatch", scheduled: .threads, cases: 40, seed: 1, replaying: token.map { "\($0)" }) {
            try program.run()
          }
        } catch let failure as PropertyFailure { return failure.result }
      }
      let found = try result(nil)
      #expect(["held", "falsified", "deadlocked"].contains(found.verdict.name), "\(name):\n\(program)\n\(found)")
      guard let counterexample = found.verdict.counterexample else {
        #expect(try result(nil).verdict.name == found.verdict.name, "\(name):\n\(program)")
        continue
      }
      for _ in 1...10 {
        let again = try result(counterexample.token)
        #expect(again.verdict.name == found.verdict.name, "\(name):\n\(program)\n\(again)")
        #expect(again.verdict.counterexample?.message == counterexample.message, "\(name):\n\(program)\n\(again)")
      }
    }
  }
}
