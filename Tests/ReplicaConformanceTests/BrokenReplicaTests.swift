import Foundation
import PropertyTesting
import Testing

@testable import ReplicaConformance

@Suite("The broken replicas")
struct BrokenReplicaTests {
  /// Each is caught by every law that names it, from seeds that nobody chose; TOUCHSTONE_SEEDS asks for more of them.
  @Test(arguments: ReplicaLaws.all) func areCaught(_ law: ReplicaLaw) async {
    let count = ProcessInfo.processInfo.environment["TOUCHSTONE_SEEDS"].flatMap { Int($0) } ?? 1
    for fault in law.property.faults {
      for number in 0..<count {
        let seed = UInt64(number) &* 0x9e37_79b9_7f4a_7c15 &+ 11
        let settings = RunSettings(cases: 100, seed: seed, shrinks: false)
        let fixture = ReplicaConformance.fixture {
          var subject = ReplicaSubject(format: .fields())
          fault.apply(&subject)
          return subject
        }
        let result = await Runner(settings: settings).run(law.property, on: fixture)
        #expect(result.verdict.counterexample != nil, "\(law.id) does not catch “\(fault.id)” from seed \(number): \(result.verdict.name)")
      }
    }
  }
}

extension ReplicaSubject {
  init(format: ReplicaFormat) {
    self.init(capabilities: format.capabilities) { try await MergingReplica($0, format) }
  }
}

extension ReplicaLaw: CustomTestStringConvertible {
  public var testDescription: String { id }
}
