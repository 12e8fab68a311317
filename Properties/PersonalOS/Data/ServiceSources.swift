import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

enum ServiceSources {
  /// None in two cases of three.
  static let some = Generator<[PlantedSource]>.frequency(
    (2, .constant([])), (1, .array(of: .ruleSource, count: 1...5)))
  private static let folders = ["", "Parts/", "Parts/Deeper/"]

  /// In files in folders inside folders, the scanner finds each trap, reads all, and finds nothing else.
  static func expectTrapsFound(in sources: [PlantedSource], by system: SourceScanningSystem) throws {
    let root = try TemporaryDirectory.make(prefix: "touchstone-services")
    defer { TemporaryDirectory.remove(root) }
    var traps: [String] = []
    for (number, source) in sources.enumerated() {
      let folder = folders[number % folders.count]
      let file = "\(folder)Service\(number).swift"
      try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
      try Data(source.text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(file)"))
      traps += source.planted.filter { ScanPlan.traps.contains($0.rule) }.map { "\(file):\($0.line):\($0.token)" }
    }
    let scan = system.scan([root], SourceScanner.Settings(rules: ScanRule.traps))
    let found = scan.findings.map { "\($0.file.dropFirst(root.count + 1)):\($0.line):\($0.token)" }
    try expect("what ends the process", found.sorted(), equals: traps.sorted())
    try expect("sources that were read", scan.filesRead, equals: sources.count)
  }
}
