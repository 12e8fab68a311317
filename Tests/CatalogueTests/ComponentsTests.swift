import Foundation
import Testing

/// What docs/components.md says of the sources' names is so.
@Suite("The document on components")
struct ComponentsTests {
  /// The folders of each system's core, by the title of its table.
  private static let cores = [
    "PersonalOS": ["Sources/PersonalOSReference"], "Argus": ["Sources/ArgusReference", "Sources/ArgusMigration"],
    "QuickVault": ["Sources/QuickVaultReference"], "CountMe": ["Sources/CountMeReference"],
  ]

  @Test("Each file of a row declares the names of the row")
  func declared() throws {
    let rows = try Self.rows().filter { $0.file != nil }
    #expect(rows.count > 80)
    for row in rows {
      let text = try Package.text(row.file ?? "")
      for name in row.names { #expect(Self.declares(name, text), "\(row.file ?? "") does not declare \(name)") }
    }
  }

  @Test("No core declares a type or a function that is said not to be there")
  func absent() throws {
    let rows = try Self.rows().filter { $0.file == nil }
    #expect(rows.count > 10)
    for (system, folders) in Self.cores {
      let names = rows.filter { $0.system == system }.flatMap(\.names).filter { !$0.contains(".") }
      #expect(!names.isEmpty)
      for file in folders.flatMap({ Package.files(in: $0, ending: ".swift") }) {
        let text = try Package.text(file)
        for name in names where text.contains(name) {
          #expect(!Self.declares(name, text), "\(file) declares \(name), which the document says is not there")
        }
      }
    }
  }

  @Test("No name stands on both sides")
  func once() throws {
    for system in Self.cores.keys {
      let rows = try Self.rows().filter { $0.system == system }
      let (there, absent) = (rows.filter { $0.file != nil }, rows.filter { $0.file == nil })
      #expect(Set(there.flatMap(\.names)).isDisjoint(with: absent.flatMap(\.names)), "\(system)")
    }
  }

  private struct Row {
    let system: String
    let names: [String]
    /// Nil: not there.
    let file: String?
  }

  private static func rows() throws -> [Row] {
    var system = ""
    return try Package.text("docs/components.md").split(separator: "\n").compactMap { line in
      if line.hasPrefix("## ") { system = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `") else { return nil }
      let cells = line.split(separator: "|")
      let names = cells[0].matches(of: #/`([^`]+)`/#).map { String($0.1) }
      return Row(system: system, names: names, file: cells[1].firstMatch(of: #/\]\(\.\.\/([^)]+)\)/#).map { String($0.1) })
    }
  }

  private static func declares(_ name: String, _ text: String) -> Bool {
    // `validated` is the label of an initialiser.
    let pattern = #"\b(struct|class|actor|enum|protocol|typealias|func|var|let|case) `?\#(name)\b|\binit\(\#(name) "#
    return text.range(of: pattern, options: .regularExpression) != nil
  }
}
