import ArgusReference
import PropertyTesting
import SourceLayering

// What ARG-53 must catch: a check that overlooks or invents something, by what it is given or gives.
extension Fault<ArgusSystem> {
  static let layerFaults: [Fault] = [
    reading("overlooksReexports", "overlooks modules that are re-exported") { $0.replacingEach("@_exported import", with: "import") },
    reading("readsComments", "treats comments as code") { $0.replacingEach("// ", with: "") },
    reading("readsTexts", "treats the text of strings as code") {
      $0.replacingEach("let c = \"", with: "").replacingEach("\"", with: "")
    },
    reading("overlooksImportsForTests", "overlooks imports for tests") { $0.replacingEach("@testable import", with: "// import") },
    reading("overlooksImportsOfTypes", "overlooks imports of single types") {
      $0.replacingEach("public import struct", with: "// import struct")
    },
    reading("takesMembersForTypes", "treats members as types of the same name") { $0.replacingEach("value.", with: "") },
    reading("overlooksFullNames", "overlooks types with their module's name before them") { text in
      (0..<5).reduce(text) { $0.replacingEach("= Layer\($1).", with: "= other.") }
    },
    reporting("overlooksNames", "looks only at imports") { $0.filter { $0.kind != .names } },
    reporting("overlooksImports", "looks only at names") { $0.filter { $0.kind != .imports } },
    reporting("stopsAtTheFirst", "stops at a file's first finding") { findings in
      findings.enumerated().filter { place, finding in !findings.prefix(place).contains { $0.file == finding.file } }.map(\.element)
    },
    reporting("countsLinesFromZero", "counts lines from 0") {
      $0.map {
        LayerFinding(file: $0.file, line: $0.line - 1, column: $0.column, kind: $0.kind, token: $0.token, reason: $0.reason)
      }
    },
    Fault("overlooksDoors", "allows every type of a layer that has an entry point") { system in
      let check = system.checkLayers
      system.checkLayers = { rules, files in
        try check(
          rules.split(separator: "\n").map { $0.split(separator: " through ", maxSplits: 1)[0] }.joined(separator: "\n"), files)
      }
    },
    Fault("allowsWhatOthersMay", "lets a layer use indirectly everything that its layers may use") { system in
      let check = system.checkLayers
      system.checkLayers = { rules, files in
        let layers = try LayerRules(rules)
        return try check(rules, files).filter { finding in
          guard finding.kind == .imports, let uses = layers.layer(of: finding.file)?.uses else { return true }
          return !uses.contains { layers.layer($0)?.uses.contains(finding.token) ?? false }
        }
      }
    },
    Fault("skipsAFile", "does not read the last file") { system in
      let check = system.checkLayers
      system.checkLayers = { rules, files in
        let findings = try check(rules, files)
        guard let last = files.map(\.path).filter({ $0.contains("File") }).max() else { return findings }
        return findings.filter { $0.file != last }
      }
    },
  ]

  private static func reading(_ id: String, _ fact: String, _ change: @escaping @Sendable (String) -> String) -> Fault {
    Fault(id, fact) { system in
      let check = system.checkLayers
      system.checkLayers = { rules, files in try check(rules, files.map { SourceText(path: $0.path, change($0.text)) }) }
    }
  }

  private static func reporting(
    _ id: String, _ fact: String, _ change: @escaping @Sendable ([LayerFinding]) -> [LayerFinding]
  ) -> Fault {
    Fault(id, fact) { system in
      let check = system.checkLayers
      system.checkLayers = { try change(check($0, $1)) }
    }
  }

  static let needsTheMigration = Fault("needsTheMigration", "does not start without the migration's module") { system in
    let launch = system.launch
    system.launch = { platform, parts in
      if platform.legacyStore == nil { throw ArgusError.notFound }
      return try await launch(platform, parts)
    }
  }

  static let blocksWithoutTheMigration = Fault(
    "blocksWithoutTheMigration", "refuses user actions until a migration has run"
  ) { system in
    let launch = system.launch
    system.launch = { platform, parts in
      var parts = parts
      if platform.legacyStore == nil { parts.makeMigration = { _ in EndlessMigration() } }
      return try await launch(platform, parts)
    }
  }
}

private struct EndlessMigration: MigrationCoordinating {
  var modal: MigrationModal { .shown(progress: 0) }
  func runIfNeeded() async throws -> Bool { false }
}

extension String {
  /// By bytes, and each occurrence.
  fileprivate func replacingEach(_ old: String, with new: String) -> String {
    var rest = Array(utf8)[...]
    var result: [UInt8] = []
    while let byte = rest.first {
      if rest.starts(with: old.utf8) {
        result += new.utf8
        rest = rest.dropFirst(old.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
