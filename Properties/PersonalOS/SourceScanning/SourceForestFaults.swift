import Foundation
import PersonalOSReference
import PropertyTesting

// What POS-71 must catch: scans that leave files out, or read some twice.

extension Fault<PersonalOSSystem> {
  static let stopsAtTheFirstUnreadableFile = scan(
    "stopsAtTheFirstUnreadableFile", "stops at the first file that it cannot read") {
    roots, scan in
    var result = scan(roots)
    if let first = result.findings.firstIndex(where: { $0.rule == .unreadable }) {
      result.findings = Array(result.findings[...first])
      result.filesUnreadable = 1
    }
    return result
  }

  static let ignoresTheLastRoot = scan(
    "ignoresTheLastRoot", "scans all roots but the last of several") { roots, scan in
    scan(roots.count > 1 ? roots.dropLast() : roots)
  }

  static let takesEverySwiftNameForSource = scan(
    "takesEverySwiftNameForSource", "treats every file with “swift” in its name as a source") {
    roots, scan in
    let others = files(below: roots).filter { path in
      let name = (path as NSString).lastPathComponent
      return name.contains("swift") && !name.hasSuffix(".swift")
    }
    return merged(scan(roots), scan(others))
  }

  static let takesTheFirstDotForTheExtension = scan(
    "takesTheFirstDotForTheExtension", "treats the text after a name's first dot as its extension"
  ) { roots, scan in
    var result = scan(roots)
    let missed = Set(result.findings.map(\.file)).filter { path in
      (path as NSString).lastPathComponent.drop { $0 == "." }.filter { $0 == "." }.count > 1
    }
    result.findings.removeAll { missed.contains($0.file) }
    result.filesRead -= missed.count
    return result
  }

  static let reportsATokenOncePerFile = scan(
    "reportsATokenOncePerFile", "reports a token once for each file") { roots, scan in
    var result = scan(roots)
    var seen: Set<[String]> = []
    result.findings = result.findings.filter { seen.insert([$0.file, $0.token]).inserted }
    return result
  }

  static let skipsHiddenFiles = scan(
    "skipsHiddenFiles", "skips files and folders whose name begins with a dot") { roots, scan in
    var result = scan(roots)
    result.findings.removeAll { $0.file.contains("/.") }
    return result
  }

  static let readsAFileAgainForEachLink = scan(
    "readsAFileAgainForEachLink", "reads a file again for each link to it") { roots, scan in
    let links = files(below: roots).filter { path in
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      return type == .typeSymbolicLink && path.hasSuffix(".swift")
        && FileManager.default.isReadableFile(atPath: path)
    }
    return merged(scan(roots), scan(links))
  }

  static let takesUnreadableFilesForEmpty = scan(
    "takesUnreadableFilesForEmpty", "treats an unreadable file as empty") {
    roots, scan in
    var result = scan(roots)
    result.findings.removeAll { $0.rule == .unreadable }
    result.filesRead += result.filesUnreadable
    result.filesUnreadable = 0
    return result
  }

  static let readsOnlyTheFirstThousandLines = scan(
    "readsOnlyTheFirstThousandLines", "reads the first 1,000 lines of a file") { roots, scan in
    var result = scan(roots)
    result.findings.removeAll { $0.line > 1_000 }
    return result
  }

  private static func scan(
    _ id: String, _ fact: String,
    _ change: @escaping @Sendable (_ roots: [String], _ scan: ([String]) -> SourceScan) -> SourceScan
  ) -> Fault {
    Fault(id, fact) { system in
      let scan = system.sources.scan
      system.sources.scan = { roots, settings in change(roots) { scan($0, settings) } }
    }
  }
}

private func files(below roots: [String]) -> [String] {
  roots.flatMap { root in
    (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).map { root + "/" + $0 }
  }
}

private func merged(_ first: SourceScan, _ second: SourceScan) -> SourceScan {
  SourceScan(
    findings: first.findings + second.findings, filesRead: first.filesRead + second.filesRead,
    filesUnreadable: first.filesUnreadable + second.filesUnreadable,
    tokensRead: first.tokensRead + second.tokensRead)
}
