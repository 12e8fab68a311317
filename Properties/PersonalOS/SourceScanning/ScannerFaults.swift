import PersonalOSReference
import PropertyTesting

extension Fault<PersonalOSSystem> {
  static let keepsStateUnobserved = Fault("keepsStateUnobserved", "keeps its state in a class without the macro") { system in
    system.sources.components.append(StateComponent("UnobservedCounter") { .init(UnobservedCounter(), probes: []) })
  }

  static let ignoresTheLastRoot = Fault("ignoresTheLastRoot", "scans all roots but the last of several") { system in
    let scan = system.sources.scan
    system.sources.scan = { scan($0.count > 1 ? $0.dropLast() : $0, $1) }
  }

  static let missesTheLastFinding = Fault("missesTheLastFinding", "misses the last finding") { system in
    let findings = system.sources.findings
    system.sources.findings = { text, file, settings in Array(findings(text, file, settings).dropLast()) }
  }
}

@MainActor
private final class UnobservedCounter {
  var count = 0
}
