import Foundation
import MutationTesting
import PropertyTesting
import Testing
import TouchstoneCatalogue

/// The catalogue is whole: nothing forgotten, nothing twice, and the documents say what is there.
@Suite("Completeness")
struct CompletenessTests {
  @Test("The ids are exactly those of the specification, in its order")
  func ids() {
    #expect(Catalogue.entries.map(\.id) == Specification.all.map(\.id))
  }

  @Test("Every property has the title, the requirements and the needs of the specification", arguments: Specification.all)
  func metadata(_ specified: Specification) throws {
    let entry = try #require(Catalogue.entries.first { $0.id == specified.id })
    #expect(entry.title == specified.title)
    #expect(entry.requirements.sorted() == specified.requirements.sorted())
    // A property may look at more than it has to: at appends that come at the same time, say.
    #expect(entry.needs.isSuperset(of: specified.needs))
    let systems = ["POS": "PersonalOS", "CM": "CountMe", "QV": "QuickVault", "ARG": "Argus"]
    #expect(entry.system == systems[String(specified.id.prefix { $0 != "-" })])
    #expect(!entry.component.isEmpty)
    #expect((60...400).contains(entry.says.count) && entry.says.hasSuffix("."), "\(entry.says)")
  }

  @Test("Every property has a fault or a mistake that it must catch: otherwise it proves nothing")
  func everyPropertyCanFail() throws {
    let mistakes = try Self.mistakes().byTest
    for entry in Catalogue.entries + Catalogue.laws {
      #expect(!entry.faults.isEmpty || mistakes[entry.id] != nil, "\(entry.id)")
      let names = entry.faults.map(\.id) + (mistakes[entry.id] ?? []).map(\.name)
      #expect(Set(names).count == names.count, "the ids of \(entry.id) must differ")
    }
  }

  /// Those in Properties/*.edits, which `make mistakes` makes.
  private static func mistakes() throws -> NamedEdits {
    try NamedEdits(Package.files(in: "Properties", ending: ".edits").map { (try Package.text($0), $0) })
  }

  @Test("docs/properties.md is what `make docs` writes")
  func propertyTable() throws {
    let mistakes = try Self.mistakes().byTest
    #expect(try Package.text("docs/properties.md") == PropertyTable.markdown(of: Catalogue.entries, mistakes: mistakes) + "\n")
  }

  @Test("docs/fault-figures.md has a row for every fault, and no other")
  func faultFigures() throws {
    let measured = try Package.text("docs/fault-figures.md").split(separator: "\n")
      .filter { $0.hasPrefix("| CM-") || $0.hasPrefix("| POS-") || $0.hasPrefix("| QV-") || $0.hasPrefix("| ARG-") || $0.hasPrefix("| STO-") }
      .map { $0.split(separator: " | ", maxSplits: 2).prefix(2).joined(separator: " | ") }
    let faults = (Catalogue.entries + Catalogue.laws).flatMap { entry in
      entry.faults.map { "| \(entry.id) | \($0.fact.replacing("|", with: "\\|"))" }
    }
    #expect(measured == faults)
  }

  @Test("The README's counts are the real ones")
  func readmeCounts() throws {
    let readme = try Package.text("README.md")
    let faults = (Catalogue.entries + Catalogue.laws).reduce(0) { $0 + $1.faults.count }
    let stored = Catalogue.entries.count(where: \.stores)
    #expect(readme.contains("\(Catalogue.entries.count) properties, \(stored) of them over \(BackendSpec.standard.count) backends"))
    #expect(readme.contains("\(faults) of \(faults) faults caught"))
    let mistakes = try Self.mistakes().edits.count
    #expect(readme.contains("\(mistakes) of \(mistakes) killed, 100.0 %"))
  }

  @Test("A selection takes ids and prefixes, and names the nearest of an unknown one")
  func selection() throws {
    #expect(try Selection.entries(only: nil).count == Catalogue.entries.count)
    #expect(try Selection.entries(only: "cm-13,CM-02").map(\.id) == ["CM-02", "CM-13"])
    #expect(try Selection.entries(only: "CM-1").map(\.id) == ["CM-10", "CM-11", "CM-12", "CM-13", "CM-14"])
    let error = #expect(throws: UnknownName.self) { try Selection.entries(only: "CN-13") }
    #expect(error?.nearest == "CM-13")
  }
}
