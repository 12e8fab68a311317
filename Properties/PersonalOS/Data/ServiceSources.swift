import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Sources of the services of a graph, a file each, in folders inside folders: those that cannot be made
/// end the process in place of throwing, the others nearly do.
struct ServiceSources {
  private let folder: String
  private let trapping: [String]
  private let count: Int

  /// - Throws: where the files cannot be written.
  init(_ graph: DependencyGraph) throws {
    folder = try TemporaryDirectory.make(prefix: "touchstone-services")
    count = graph.nodes.count
    var trapping: [String] = []
    do {
      for (place, node) in graph.nodes.enumerated() {
        let isTrapping = node.registration == .failing
        let path = Self.path(of: place)
        let parent = (folder + "/" + path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        let lines = isTrapping ? Self.traps : Self.nearMisses
        let text = "final class Service\(place) {\n  func make() { \(lines[place % lines.count]) }\n}\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + path))
        if isTrapping { trapping.append(path) }
      }
    } catch {
      TemporaryDirectory.remove(folder)
      throw error
    }
    self.trapping = trapping.sorted()
  }

  func remove() { TemporaryDirectory.remove(folder) }

  /// The scanner finds a trap in each file that has one, reads them all, and finds nothing else.
  func expectTrapsFound(by sources: SourceScanningSystem) throws {
    let scan = sources.scan([folder], SourceScanner.Settings(rules: ScanRule.traps))
    let found = scan.findings.map { String($0.file.dropFirst(folder.count + 1)) }
    try expect("sources that end the process", found.sorted(), equals: trapping)
    try expect("sources that were read", scan.filesRead, equals: count)
  }

  private static func path(of place: Int) -> String {
    ["Parts/Deeper/", "", "Parts/Deeper/", "Parts/Other/"][place % 4] + "Service\(place).swift"
  }

  // In parts, so that the search for traps in the sources here does not find these.
  private static let traps = [
    "fatal" + "Error(\"no service\")", "_ = try" + "! part()", "_ = part as" + "! String", "_ = part!.name",
    "precondition" + "Failure()",
  ]

  private static let nearMisses = [
    "/* fatal" + "Error() */ }; func part() throws {", "_ = try? part()", "_ = part as? String",
    "_ = part != other", "_ = \"precondition" + "Failure()\"",
  ]
}
