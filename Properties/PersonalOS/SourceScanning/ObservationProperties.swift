import Observation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// State management: Observation, and nothing that came before it.
public enum ObservationProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [observableMacroUsage, migrationCompleteness]

  // **Feature: system-architecture-upgrade-p0, Property 70: Observable macro usage**
  static let observableMacroUsage = Requirement<PersonalOSSystem>(
    "POS-70", "Observable macro usage",
    says: """
      Every component with displayed state is @Observable, and every reader of a component's value is \
      told of each change. A source scan reports each use of ObservableObject and related names at its \
      exact place, also in aliases and inactive branches. The scan ignores comments and strings.
      """,
    covers: "18.1", of: "SourceScanner, state components",
    mustCatch: [.keepsStateUnobserved]
  ).holds(
    forAll: .zip(.plantedSource, .array(of: .int(in: 0...999), count: 2...3)),
    requiring: [
      "uses what is forbidden": 0.35, "forbids nothing": 0.12, "a qualified name": 0.03, "a typealias": 0.03,
      "split over lines": 0.03, "interpolated": 0.03, "behind a literal that looks open": 0.03,
      "in an inactive branch": 0.15, "in a comment": 0.3, "in a nested comment": 0.08, "in a raw string": 0.25,
    ]
  ) { (drawn: (source: PlantedSource, numbers: [Int]), system, trial) in
    for component in StateComponents.all + system.sources.components {
      try await expectObserved(component, changedTo: drawn.numbers)
    }
    let found = system.sources.findings(drawn.source.text, "Source.swift", .observation)
    let planted = drawn.source.planted.map { $0.finding(in: "Source.swift") }
    try expect("what is forbidden in the source", found.map(\.text), equals: planted)
    for kind in drawn.source.kinds { trial.label(kind) }
    trial.label(planted.isEmpty ? "forbids nothing" : "uses what is forbidden")
  }

  // **Feature: system-architecture-upgrade-p0, Property 71: Migration completeness**
  static let migrationCompleteness = Requirement<PersonalOSSystem>(
    "POS-71", "Migration completeness",
    says: """
      A scan of all source folders reports every leftover of ObservableObject and related names, each with \
      its place. The scan reads each Swift file exactly once, including hidden and linked files, and no \
      build products. It reports each file that it cannot read, with the reason. So an empty result means \
      that nothing is left.
      """,
    covers: "18.2", "18.5", of: "SourceScanner",
    mustCatch: [.ignoresTheLastRoot]
  ).holds(
    forAll: .sourceForest,
    requiring: [
      "something is planted": 0.4, "a file cannot be read": 0.25, "something is planted after that": 0.1,
      "several roots": 0.35, "a link to a file": 0.01, "a link to a folder": 0.06, "a link out of the roots": 0.01,
      "a hidden file or folder": 0.3, "twice the same in one file": 0.2, "no source by its name": 0.15,
    ]
  ) { forest, system, trial in
    try ForestReport(forest).expectMatches(try forest.scanned(by: system.sources))
    ForestReport(forest).label(trial)
    let odd = try SourceForest.odd.scanned(by: system.sources)
    try ForestReport(.odd).expectMatches(odd)
    try expect("tokens that were read", odd.tokensRead, equals: odd.filesRead * 5)
    try expect("money places that are not there", odd.moneyPlacesNotFound, equals: ["Nowhere", "deep/er"])
  }
}

extension SourceScanner.Settings {
  /// What POS-70 and POS-71 look for.
  static let observation = SourceScanner.Settings(
    rules: ScanRule.observation.union([.unreadable]), moneyPlaces: ["build", "a.swift", "Nowhere", "deep/er"])
}

/// The component is observable, and a view that shows any of its properties is told of each change.
@MainActor
private func expectObserved(_ component: StateComponent, changedTo numbers: [Int]) async throws {
  let instance = try await component.open()
  try expect("\(component.name) is observable", instance.object is any Observable)
  for probe in instance.probes {
    for number in numbers {
      let before = instance.probes.map { $0.read() }
      let told = instance.probes.map { shown in
        let isTold = Remembered(false)
        withObservationTracking { _ = shown.read() } onChange: { isTold.set(true) }
        return isTold
      }
      try await probe.change(number)
      for (index, shown) in instance.probes.enumerated() where shown.read() != before[index] {
        try expect("whoever shows \(shown.name) of \(component.name) is told that it changes", told[index].now)
      }
    }
    try await probe.change(1_000)
    let shown = probe.read()
    try await probe.change(1_001)
    try expect("\(probe.name) of \(component.name) can change", probe.read() != shown)
  }
}
