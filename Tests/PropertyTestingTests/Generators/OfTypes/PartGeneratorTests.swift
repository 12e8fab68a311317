import Foundation
import Testing

@testable import PropertyTesting

@Suite("Generators for parts of a type")
struct PartGeneratorTests {
  private struct Library: Decodable {
    let order: Subject.Order
    let spare: Subject.Order?
    let optional: Int?
    let addresses: [Subject.Address]
  }

  @Test func aPropertyHasItsOwn() throws {
    let orders = try values(
      of: .of(Subject.Order.self) {
        // A `let`, whose key has another name.
        $0.set(\.quantity, .int(in: 1...9))
        $0.set(\.address.street, .element(of: ["road", "lane"]))
      }, count: 200)
    #expect(Set(orders.map(\.quantity)) == Set(1...9))
    #expect(Set(orders.map(\.address.street)) == ["road", "lane"])
    #expect(Set(orders.map(\.size.rawValue)).count == 3)
  }

  @Test func aTypeHasItsOwnEverywhere() throws {
    let libraries = try values(
      of: .of(Library.self) {
        $0.use(.element(of: [.small, .large]), for: Subject.Size.self)
        $0.set(\Subject.Address.zip, .optional(.int(in: 1_000...9_999)))
        $0.set(\.optional, .constant(7))
        $0.use(.constant(Date(timeIntervalSince1970: 5)), for: Date.self)
      }, count: 200)
    let orders = libraries.map(\.order) + libraries.compactMap(\.spare)
    #expect(Set(orders.map(\.size.rawValue)) == ["S", "L"])
    #expect(Set(orders.map(\.placed)) == [Date(timeIntervalSince1970: 5)])
    let zips = (orders.map(\.address) + libraries.flatMap(\.addresses)).compactMap(\.zip)
    #expect(zips.count > 100 && zips.allSatisfy { (1_000...9_999).contains($0) })
    #expect(libraries.allSatisfy { $0.optional == 7 })
  }

  @Test func aKeyHasItsOwn() throws {
    for key in ["qty", "quantity"] {
      let orders = try values(of: .of(Subject.Order.self) { $0.set(key: key, .int(in: 3...4)) }, count: 50)
      #expect(Set(orders.map(\.quantity)) == [3, 4])
    }
  }

  @Test(arguments: [
    ("no stored property", "names no stored property: give the coding key, as in set(key: \"name\", …)"),
    ("no such key", "Order decodes no key colour, for which a generator is given; it has address, counts, data"),
    ("another type", "the generator given for it makes a Int, and its type decodes a Size, at size"),
  ])
  func aMistakeIsSaid(_ mistake: String, _ reason: String) async {
    let generator = Generator.of(Subject.Order.self) {
      switch mistake {
      case "no stored property": $0.set(\.address.geo.count, .constant(1))
      case "no such key": $0.set(key: "colour", .int())
      default: $0.set(key: "size", .int())
      }
    }
    let result = await run(generator) { _ in }
    #expect(result.verdict.name == "errored")
    #expect(FailureReport(result).text.contains(reason), "\(FailureReport(result).text)")
  }

  @Test func theTypeReadsWhatItIsGiven() throws {
    struct Reader: Decodable {
      static let key = CodingUserInfoKey(rawValue: "unit")
      let unit: String

      init(from decoder: any Decoder) throws {
        unit = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? "none"
      }
    }
    let key = try #require(Reader.key)
    #expect(try values(of: .of(Reader.self) { $0.userInfo[key] = "mm" }, count: 1).map(\.unit) == ["mm"])
  }
}
