import Foundation
import PersonalOSProperties
import PersonalOSReference
import Testing

/// The part of POS-31 and POS-34 that the sources themselves decide: no binary floating point where money is, and no
/// type with money in it that nobody looks into.
@Suite("Sources with money")
struct MoneySourcesTests {
  private static let places: Set<String> = [
    "Money", "Portfolio", "Trading", "Prices", "TradeRecord.swift", "AssetItem.swift", "Position.swift",
    "PriceData.swift", "ValidationError.swift",
  ]

  /// This file is Tests/PersonalOSReferenceTests/Money/….swift.
  private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  private static func files(in folder: String) -> [URL] {
    let all = FileManager.default.enumerator(
      at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }

  private static var moneyFiles: [URL] {
    files(in: "Sources/PersonalOSReference").filter { file in
      file.pathComponents.suffix(2).contains(where: places.contains)
    }
  }

  private var scanner: SourceScanner {
    SourceScanner(.init(rules: [.doubleMoney, .unreadable], moneyPlaces: Self.places))
  }

  @Test("No Double, Float, float literal, doubleValue or NSNumber where money is")
  func noFloatingPoint() {
    let files = Self.moneyFiles
    let scan = scanner.scan(files.map(\.path))
    #expect(scan.findings.map { "\($0.file):\($0.line): \($0.token)" } == [])
    #expect(scan.filesRead == files.count && scan.filesUnreadable == 0)
    // At least the places that there are, one file each.
    let seen = Set(files.flatMap { $0.pathComponents.suffix(2) })
    #expect(Self.places.subtracting(seen) == [])
  }

  @Test("The scanner sees the fault that holds money as a Double")
  func seesFaults() {
    let scan = scanner.scan([Self.root.appendingPathComponent("Properties/PersonalOS/Money").path])
    #expect(scan.findings.contains { $0.token == "Double" })
  }

  @Test("Every type with a stored Decimal is one that POS-31 looks into, field by field")
  func everyTypeIsListed() throws {
    var found: [String: Set<String>] = [:]
    for file in Self.moneyFiles {
      let text = try String(contentsOf: file, encoding: .utf8)
      found.merge(Self.storedDecimals(in: text)) { $0.union($1) }
    }
    let listed = FinancialTypes.moneyFields.filter { !$0.value.isEmpty }
    #expect(found == listed)
  }

  /// The fields of type `Decimal`, by the type that they stand in: by indentation, which the house keeps.
  private static func storedDecimals(in text: String) -> [String: Set<String>] {
    let type = #/^( *)(?:public |package |private |final )*(?:struct|enum|class|actor) (\w+).*/#
    let field = #/^( *)(?:public |package |private(?:\(set\))? )*(?:let|var) ([\w, ]+): Decimal\??(?: =.*)?/#
    let payload = #/^( *)case \w+\((.*)\)/#
    var open: [(indent: Int, name: String)] = []
    var found: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: type) {
        open.removeAll { $0.indent >= match.1.count }
        open.append((match.1.count, String(match.2)))
        continue
      }
      let names: [Substring]
      if let match = line.wholeMatch(of: field), match.1.count == (open.last?.indent ?? 0) + 2 {
        names = match.2.split(separator: ", ")
      } else if let match = line.wholeMatch(of: payload) {
        names = match.2.split(separator: ", ").filter { $0.hasSuffix(": Decimal") }.map { $0.prefix { $0 != ":" } }
      } else {
        if let indent = line.firstIndex(where: { $0 != " " }), line[indent] == "}" {
          let width = line.distance(from: line.startIndex, to: indent)
          open.removeAll { $0.indent >= width }
        }
        continue
      }
      if let name = open.last?.name, !names.isEmpty {
        found[name, default: []].formUnion(names.map(String.init))
      }
    }
    return found
  }
}
