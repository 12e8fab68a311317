import Observation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

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
    mustCatch: [
      .keepsStateUnobserved, .ignoresADisplayedProperty, .scansCommentsAndStrings, .missesQualifiedNames,
      .missesTypealiases, .scansLineByLine, .skipsInactiveBranches, .endsNestedCommentsEarly,
      .takesInterpolationsForText, .takesRawStringsForPlainOnes, .findsPartsOfWords,
    ]
  ).holds(
    forAll: .zip(.plantedSource, .array(of: .int(in: 0...999), count: 2...3)),
    requiring: [
      "uses what is forbidden": 0.35, "forbids nothing": 0.12, "a qualified name": 0.03, "a typealias": 0.03,
      "split over lines": 0.03, "interpolated": 0.03, "behind a literal that looks open": 0.03,
      "in an inactive branch": 0.15, "in a comment": 0.3, "in a nested comment": 0.08,
      "in a raw string": 0.25,
    ]
  ) { (drawn: (source: PlantedSource, numbers: [Int]), system, trial) in
    for component in StateComponents.all + system.sources.components {
      try await expectObserved(component, changedTo: drawn.numbers)
    }
    let found = system.sources.findings(drawn.source.text, "Source.swift", .observation)
    try expect(
      "what is forbidden in the source", found.map(Place.init), equals: drawn.source.planted.map(Place.init))
    for kind in drawn.source.kinds { trial.label(kind) }
    trial.label(drawn.source.planted.isEmpty ? "forbids nothing" : "uses what is forbidden")
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
    mustCatch: [
      .stopsAtTheFirstUnreadableFile, .ignoresTheLastRoot, .takesEverySwiftNameForSource,
      .takesTheFirstDotForTheExtension, .reportsATokenOncePerFile, .skipsHiddenFiles,
      .readsAFileAgainForEachLink, .takesUnreadableFilesForEmpty, .readsOnlyTheFirstThousandLines,
      .scansBuildProducts, .saysNothingOfReasons, .countsMissingRootsAsFiles, .findsAllMoneyPlaces,
    ]
  ).holds(
    forAll: .sourceForest,
    requiring: [
      "something is planted": 0.4, "a file cannot be read": 0.25, "something is planted after that": 0.1,
      "several roots": 0.35, "a link to a file": 0.01, "a link to a folder": 0.06,
      "a link out of the roots": 0.01,
      "a hidden file or folder": 0.3, "twice the same in one file": 0.2, "no source by its name": 0.15,
    ]
  ) { forest, system, trial in
    let disk = try ForestOnDisk(forest)
    defer { disk.remove() }
    let scan = system.sources.scan(disk.rootPaths, .observation)
    let expected = disk.expected
    try expect(
      "what is forbidden in the files", disk.places(of: scan), equals: expected.planted.sorted())
    try expect(
      "files that could not be read", disk.unreadable(in: scan), equals: expected.unreadable.sorted())
    try expect("files that were read", scan.filesRead, equals: expected.sourceCount)
    try expect("how many files could not be read", scan.filesUnreadable, equals: expected.unreadable.count)
    try expect(
      "at least one token for each that is forbidden", scan.tokensRead >= expected.planted.count)
    disk.label(trial)
    let odd = try OddFiles()
    defer { odd.remove() }
    try odd.expectAll(system.sources)
  }
}

extension SourceScanner.Settings {
  /// What POS-70 and POS-71 look for.
  static let observation = SourceScanner.Settings(rules: ScanRule.observation.union([.unreadable]))
}

/// A finding and what was planted, alike.
private struct Place: Equatable, CustomStringConvertible {
  let description: String

  init(_ finding: SourceFinding) { description = "\(finding.token) at \(finding.line):\(finding.column)" }
  init(_ planted: PlantedSource.Planted) {
    description = "\(planted.token) at \(planted.line):\(planted.column)"
  }
}

/// The component is observable, and a view that shows any of its properties is told of each change.
@MainActor
private func expectObserved(_ component: StateComponent, changedTo numbers: [Int]) async throws {
  let instance = try await component.open()
  try expect("\(component.name) is observable", instance.object is any Observable)
  for probe in instance.probes {
    for number in numbers {
      let before = instance.probes.map { $0.read() }
      let told = instance.probes.map { probe in Watch { probe.read() } }
      try await probe.change(number)
      for (index, watched) in instance.probes.enumerated() where watched.read() != before[index] {
        try expect(
          "whoever shows \(watched.name) of \(component.name) is told that it changes", told[index].isTold)
      }
    }
    try await probe.change(1_000)
    let shown = probe.read()
    try await probe.change(1_001)
    try expect("\(probe.name) of \(component.name) can change", probe.read() != shown)
  }
}
