import Foundation
import PropertyTesting
import Testing
import TouchstoneCatalogue

/// The catalogue is whole: nothing forgotten, nothing twice, and the documents say what is there.
@Suite("Completeness")
struct CompletenessTests {
  @Test("The ids are exactly those of the catalogue")
  func ids() {
    let expected = (1...14).map { String(format: "CM-%02d", $0) }
    #expect(Catalogue.entries.map(\.id) == expected)
  }

  @Test("Every requirement of CountMe is covered")
  func requirements() {
    let covered = Set(Catalogue.entries.filter { $0.system == "CountMe" }.flatMap(\.requirements))
    let expected = [
      "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.1", "3.2",
      "3.3", "3.4", "3.5", "3.6", "3.7", "4.1", "4.2", "4.3", "4.4", "5.1", "5.2", "5.3", "5.4", "6.1",
      "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "7.1", "7.2", "7.3", "8.1", "8.2", "8.3", "8.4",
    ]
    #expect(covered.sorted() == expected.sorted())
  }

  @Test("Every property names a component, a title and faults, and the storage ones say so")
  func metadata() {
    for entry in Catalogue.entries {
      #expect(!entry.title.isEmpty && !entry.component.isEmpty && !entry.faults.isEmpty)
    }
    #expect(Catalogue.entries.filter { $0.needs.contains(.storage) }.map(\.id) == ["CM-13", "CM-14"])
  }

  @Test("docs/properties.md is what `make docs` writes")
  func propertyTable() throws {
    #expect(
      try Package.text("docs/properties.md") == PropertyTable.markdown(of: Catalogue.entries) + "\n")
  }

  @Test("The README's counts are the real ones")
  func readmeCounts() throws {
    let readme = try Package.text("README.md")
    let faults = Catalogue.entries.reduce(0) { $0 + $1.faults.count }
    let backends = BackendSpec.standard.count
    #expect(readme.contains("\(Catalogue.entries.count) properties × \(backends) backends"))
    #expect(readme.contains("\(faults) of \(faults) faults caught"))
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
