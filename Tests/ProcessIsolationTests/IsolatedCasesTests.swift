import Foundation
import ProcessIsolation
import PropertyTesting
import Testing

@Suite("Numbered cases in workers")
struct IsolatedCasesTests {
  @Test func everyDeathIsReportedAndTheRunGoesOn() throws {
    var limits = IsolationLimits(timeout: .seconds(60))
    let deaths = Death.allCases.filter { $0 != .infiniteLoop && $0 != .memoryBomb }
    let reported = try IsolatedCases(limits: limits).run(0..<(deaths.count * 3)) { index in
      if index % 3 == 1 { deaths[index / 3].strike(Death.least) }
    }
    #expect(reported.map(\.index) == deaths.indices.map { $0 * 3 + 1 })
    for (death, found) in zip(deaths, reported) {
      #expect(found.interruption.message.contains(death.message), "\(found.interruption.message)")
    }

    limits.timeout = .milliseconds(100)
    let hung = try IsolatedCases(limits: limits).run(5..<8) { if $0 == 6 { Death.infiniteLoop.strike(17) } }
    #expect(hung.map(\.index) == [6])
    guard case .timedOut? = hung.first?.interruption.kind else {
      Issue.record("\(hung)")
      return
    }
  }

  @Test func noCasesAreNoWork() throws {
    #expect(try IsolatedCases().run(3..<3) { _ in fatalError("never") }.isEmpty)
  }

  @Test func casesThatPassShareAWorker() throws {
    // A file says which processes there were.
    let folder = try TemporaryDirectory()
    let deaths = try IsolatedCases().run(0..<100) { index in
      try? Data().write(to: URL(fileURLWithPath: "\(folder.path)/\(getpid())"))
      if index == 50 { abort() }
    }
    #expect(deaths.map(\.index) == [50])
    #expect(try folder.names().count == 2)
  }
}
