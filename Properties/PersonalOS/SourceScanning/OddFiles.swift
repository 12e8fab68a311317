import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// What lies about in folders beside sources, and roots that are none: the claims of POS-71 that no forest has.
struct OddFiles {
  private let folder: String

  init() throws {
    folder = try TemporaryDirectory.make(prefix: "touchstone-odd")
    let files = FileManager.default
    for name in ["src/.build/x", "src/.git", "src/.hidden", "src/build", "apart"] {
      try files.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
    for name in [
      "src/a.swift", "src/.build/x/b.swift", "src/.git/c.swift", "src/.hidden/d.swift", "src/build/e.swift", "notes.txt", "src/f.txt",
      "apart/g.swift", "more.txt",
    ] {
      try Data("let a = b!\n".utf8).write(to: URL(fileURLWithPath: path(name)))
    }
    try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: path("src/latin.swift")))
    mkfifo(path("src/pipe.swift"), 0o600)
    mkfifo(path("src/pipe.txt"), 0o600)
    try files.createSymbolicLink(atPath: path("src/gone.swift"), withDestinationPath: "nowhere")
    try files.createSymbolicLink(atPath: path("src/gone.txt"), withDestinationPath: "nowhere")
    try files.createSymbolicLink(atPath: path("src/tube.swift"), withDestinationPath: "pipe.swift")
    try files.createSymbolicLink(atPath: path("way"), withDestinationPath: "apart")
    try files.createSymbolicLink(atPath: path("others"), withDestinationPath: "more.txt")
  }

  func remove() { TemporaryDirectory.remove(folder) }

  func expectAll(_ sources: SourceScanningSystem) throws {
    var settings = SourceScanner.Settings(rules: [.forceUnwrap, .unreadable], moneyPlaces: ["build", "a.swift", "Nowhere", "deep/er"])
    settings.findsMoneyByName = false
    // A folder with slashes behind it, a file by another name, a root that is not there, one that is a pipe, and links.
    let roots = ["src//", "notes.txt", "missing", "src/pipe.txt", "way", "others"]
    let scan = sources.scan(roots.map(path), settings)
    let found = scan.findings.filter { $0.rule == .forceUnwrap }.map { relative($0.file) }
    try expect(
      "files with findings", found, equals: [
        "notes.txt", "others", "src/.hidden/d.swift", "src/a.swift", "src/build/e.swift", "way/g.swift",
      ])
    try expect("files that were read", scan.filesRead, equals: 6)
    try expect("tokens that were read", scan.tokensRead, equals: 6 * 5)
    let reasons: [(String, [String])] = [
      ("missing", ["no such", "file", "folder"]), ("src/gone.swift", ["link", "nowhere"]), ("src/latin.swift", ["UTF-8"]),
      ("src/pipe.swift", ["not", "regular file"]), ("src/pipe.txt", ["neither", "file", "folder"]),
      ("src/tube.swift", ["not", "regular file"]),
    ]
    let unreadable = scan.findings.filter { $0.rule == .unreadable }
    try expect("what could not be read", unreadable.map { relative($0.file) }, equals: reasons.map(\.0))
    for (finding, (name, words)) in zip(unreadable, reasons) {
      let reason = finding.reason ?? ""
      try expect("why \(name) could not be read (\(reason)), without", words.filter { !reason.contains($0) }, equals: [])
      try expect("where \(name) could not be read", [finding.line, finding.column], equals: [1, 1])
      try expect("what stands for \(name)", finding.token, equals: "could not be read")
    }
    // A root that is not there may have been meant as a folder.
    try expect("files that could not be read", scan.filesUnreadable, equals: 5)
    try expect("money places that are not there", scan.moneyPlacesNotFound, equals: ["Nowhere", "deep/er"])
  }

  private func path(_ name: String) -> String { folder + "/" + name }
  private func relative(_ path: String) -> String { String(path.dropFirst(folder.count + 1)) }
}

extension Fault<PersonalOSSystem> {
  static let scansBuildProducts = Fault("scansBuildProducts", "scans build products too") { system in
    let scan = system.sources.scan
    system.sources.scan = { roots, settings in scan(roots + roots.map { $0 + "/.build/x" }, settings) }
  }
  static let saysNothingOfReasons = scanned("saysNothingOfReasons", "does not say why a file could not be read") { scan in
    scan.findings = scan.findings.map { finding in
      SourceFinding(
        file: finding.file, line: finding.line, column: finding.column, token: finding.token, rule: finding.rule)
    }
  }
  static let countsMissingRootsAsFiles = scanned("countsMissingRootsAsFiles", "counts everything unreadable as a file") { scan in
    scan.filesUnreadable = scan.findings.count { $0.rule == .unreadable }
  }
  static let findsAllMoneyPlaces = scanned("findsAllMoneyPlaces", "does not name missing money places") {
    $0.moneyPlacesNotFound = []
  }

  private static func scanned(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout SourceScan) -> Void) -> Fault {
    Fault(id, fact) { system in
      let scan = system.sources.scan
      system.sources.scan = { roots, settings in
        var result = scan(roots, settings)
        change(&result)
        return result
      }
    }
  }
}
