import Foundation
import PropertyTesting
import StorageContract
import Testing
import TouchstoneCatalogue

/// How `swift test` runs the catalogue: TOUCHSTONE_ONLY, TOUCHSTONE_CASES, TOUCHSTONE_SEED and
/// TOUCHSTONE_REPLAY, which mean what the options of the command line mean.
struct Environment: Sendable {
  let only: String?
  let settings: RunSettings
  /// Whether TOUCHSTONE_CASES says how many cases there are.
  let namesCases: Bool
  let replay: String?
  /// What is wrong with the variables: reported by a test of its own, and nothing else runs on a guess.
  let errors: [String]

  static let current = Environment(ProcessInfo.processInfo.environment)

  init(_ variables: [String: String]) {
    func value(_ name: String) -> String? {
      variables["TOUCHSTONE_" + name].flatMap { $0.isEmpty ? nil : $0 }
    }
    var settings = RunSettings()
    var errors: [String] = []
    if let text = value("CASES") {
      do { settings.cases = try RunEnvironment.cases(text) } catch { errors.append("\(error)") }
    }
    if let text = value("SEED") {
      do { settings.seed = try RunEnvironment.seed(text) } catch { errors.append("\(error)") }
    }
    namesCases = value("CASES") != nil
    only = value("ONLY")
    replay = value("REPLAY")
    do { _ = try Selection.entries(only: only) } catch { errors.append("TOUCHSTONE_ONLY: \(error)") }
    if let replay {
      do {
        let token = try ReplayToken(replay)
        if !Catalogue.entries.contains(where: { $0.id == token.propertyID }) {
          errors.append(
            "TOUCHSTONE_REPLAY: \(UnknownName(what: "property", name: token.propertyID, known: Catalogue.entries.map(\.id)))")
        }
      } catch {
        errors.append("TOUCHSTONE_REPLAY: \(error)")
      }
    }
    self.settings = settings
    self.errors = errors
  }

  /// The properties to run.
  var entries: [CatalogueEntry] { (try? Selection.entries(only: only)) ?? [] }

  var runsProperties: Bool { replay == nil && errors.isEmpty }

  /// `make verify` tries all cases over all stores, ten times as fast as a debug build. Here, unless TOUCHSTONE_CASES says
  /// otherwise, it is a quarter of them, and a quarter of those over other stores than memory; a class whose share is in doubt
  /// asks for more. Faults have all their cases.
  func settings(over kind: BackendSpec.Kind) -> RunSettings {
    guard !namesCases else { return settings }
    var fewer = settings
    fewer.cases /= kind == .memory ? 4 : 16
    return fewer
  }
}

/// One property over one backend.
struct Cell: Sendable, CustomTestStringConvertible {
  let entry: CatalogueEntry
  let spec: BackendSpec
  var settings: RunSettings { Environment.current.settings(over: spec.kind) }

  var testDescription: String { "\(entry.id) \(entry.title), \(spec)" }

  static func all(of entries: [CatalogueEntry]) -> [Cell] {
    entries.flatMap { entry in
      // What touches no storage is the same over every backend.
      BackendSpec.standard.prefix(entry.stores ? BackendSpec.standard.count : 1).map { Cell(entry: entry, spec: $0) }
    }
  }
}

/// Paths of this package, wherever it is.
enum Package {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let regressions = root.appendingPathComponent("Tests/Regressions").path

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Paths below `folder`, from the root, of files that end in `ending`.
  static func files(in folder: String, ending: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }
      .map { "\(folder)/\($0)" }.sorted()
  }
}

extension FailureReport.Context {
  static func swiftTest(_ spec: BackendSpec) -> FailureReport.Context {
    FailureReport.Context { token in
      let backend = spec.kind == .memory ? "" : " --backend \(spec)"
      return [
        "TOUCHSTONE_REPLAY=\(token) swift test",
        "swift run touchstone replay \(token)\(backend)",
      ]
    }
  }
}
