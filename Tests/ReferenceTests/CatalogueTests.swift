import Foundation
import Testing

/// The catalogues in docs/reference, from which `make reference` builds the site.
@Suite("The reference: catalogues")
struct CatalogueTests {
  @Test("Every library product has a catalogue with a page of its own")
  func everyProductHasACatalogue() throws {
    let manifest = try Package.text("Package.swift")
    let products = manifest.matches(of: #/\.library\(\s*name: "(\w+)"/#).map { String($0.1) }
    #expect(products.count > 14 && Package.catalogues == products.sorted())
    for product in products {
      // A product of several modules is none itself: its page is the root, and links into them.
      let title = try Package.modules(of: product) == [product] ? "# ``\(product)``\n\n" : "# \(product)\n\n@Metadata {\n  @TechnologyRoot"
      #expect(try Package.text(page(of: product)).hasPrefix(title))
    }
  }

  @Test("The code of a page is the code that is compiled", arguments: Package.catalogues)
  func theCodeIsCompiled(product: String) throws {
    let file = try Package.text("Tests/ReferenceTests/Examples/\(product).swift")
    let code = file.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    #expect(try Package.text(page(of: product)).contains("```swift\n\(code)```"), "\(product)")
  }

  @Test("The documents that pages and comments name are there")
  func documentsExist() throws {
    let pages = Package.files(in: "docs/reference", ending: ".md")
    let sources = try Package.catalogues.flatMap { try Package.modules(of: $0) }
      .flatMap { Package.files(in: Package.folder(of: $0), ending: ".swift") }
    var named: Set<String> = []
    for file in pages + sources {
      for match in try Package.text(file).matches(of: #/`(docs/[\w/.-]+)`/#) {
        named.insert(String(match.1))
        #expect(Package.exists(String(match.1)), "\(file) names \(match.1)")
      }
    }
    #expect(named.count > 10)
  }

  private func page(of product: String) -> String { "docs/reference/\(product).docc/\(product).md" }
}
