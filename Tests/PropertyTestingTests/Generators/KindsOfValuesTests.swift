import Foundation
import Testing

@testable import PropertyTesting

@Suite("Addresses, times, ranges, arrangements")
struct KindsOfValuesTests {
  @Test func hostsAreHosts() throws {
    let hosts = try values(of: .host, count: 1_000)
    for host in hosts {
      let labels = host.split(separator: ".", omittingEmptySubsequences: false)
      #expect(labels.allSatisfy { (1...63).contains($0.count) && $0.first != "-" && $0.last != "-" }, "\(host)")
      #expect(host.utf8.count <= 253 && host.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "." || $0 == "-" })
    }
    #expect(Set(hosts).count > 500 && hosts.contains { $0.contains("xn--") } && hosts.contains { $0.count > 63 })
  }

  @Test func addressesOfMailHaveTwoParts() throws {
    let addresses = try values(of: .email, count: 1_000)
    for address in addresses {
      let parts = address.split(separator: "@", omittingEmptySubsequences: false)
      #expect(parts.count == 2 && (1...64).contains(parts[0].count) && parts[1].contains("."), "\(address)")
      #expect(!parts[0].hasPrefix(".") && !parts[0].hasSuffix(".") && !parts[0].contains(".."))
    }
    #expect(addresses.contains { $0.prefix { $0 != "@" }.count == 64 })
  }

  @Test func addressesOfMachinesRead() throws {
    for address in try values(of: .ipAddress, count: 1_000) {
      var four = in_addr()
      var six = in6_addr()
      let reads = inet_pton(AF_INET, address, &four) == 1 || inet_pton(AF_INET6, address, &six) == 1
      #expect(reads, "\(address)")
      #expect(address.components(separatedBy: "::").count <= 2)
    }
    #expect(try values(of: .ipv6Address, count: 300).contains("::1"))
    #expect(try values(of: .ipv4Address, count: 1) == ["0.0.0.0"])
  }

  @Test func addressesOfTheWebHaveTheirParts() throws {
    let urls = try values(of: .url, count: 1_000)
    #expect(urls.count == 1_000)
    #expect(urls.allSatisfy { ["http", "https"].contains($0.scheme) && $0.host?.isEmpty == false })
    #expect(urls.contains { $0.port != nil } && urls.contains { $0.query != nil } && urls.contains { $0.fragment != nil })
    #expect(urls.contains { $0.pathComponents.count > 2 } && urls.contains { $0.absoluteString.contains("%") })
    #expect(try values(of: .url(schemes: ["ftp"]), count: 50).allSatisfy { $0.scheme == "ftp" })
    #expect(try values(of: .url, count: 1).map(\.absoluteString) == ["https://com"])
  }

  @Test func timesKeepTheirRanges() throws {
    let range = Duration.milliseconds(-1_500)...(.seconds(90))
    let durations = try values(of: .duration(in: range), count: 1_000)
    #expect(durations.allSatisfy(range.contains))
    #expect(durations.contains(.zero) && durations.contains { $0.components.attoseconds % 1_000_000_000 != 0 })
    let zones = Set(try values(of: .timeZone, count: 500).map(\.identifier))
    #expect(zones.count > 20 && zones.contains("Asia/Kathmandu"))
    #expect(Set(try values(of: .locale, count: 500).map(\.identifier)).isSuperset(of: ["tr_TR", "ar_EG", "en_US_POSIX"]))
    #expect(Set(try values(of: .calendar, count: 300).map { "\($0.identifier)" }).count > 8)
    let parts = try values(of: .dateComponents, count: 500)
    #expect(parts.contains { $0.year == nil } && parts.allSatisfy { (1...31).contains($0.day ?? 1) })
    let lengths = try values(of: .measurement(.double(in: 0...9), in: [UnitLength.meters, .miles]), count: 100)
    #expect(Set(lengths.map(\.unit.symbol)) == ["m", "mi"])
  }

  @Test func theyPrintTheSameInEachProcess() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    #expect(describe(zone) == "Asia/Tokyo" && describe(calendar) == "gregorian in Asia/Tokyo")
    #expect(describe(Locale(identifier: "de_CH")) == "de_CH")
  }

  @Test func rangesAndResults() throws {
    let ranges = try values(of: .range(of: .int(in: 0...9)), count: 300)
    #expect(ranges.contains { $0.isEmpty } && ranges.contains(0..<9))
    #expect(Set(try values(of: .closedRange(of: .int(in: 1...2)), count: 100)) == [1...1, 1...2, 2...2])
    let results = try values(of: .result(of: .int(), or: Generator<Surprise>.constant(Surprise(code: 1))), count: 1_000)
    let failures = results.count { if case .failure = $0 { true } else { false } }
    #expect((150...350).contains(failures))
    let vectors = try values(of: Generator<SIMD4<Int32>>.vector(of: .integer(in: 0...3)), count: 300)
    #expect(Set(vectors).count > 100)
  }

  @Test func arrangementsKeepTheElements() throws {
    let list = [1, 2, 3, 4]
    let shuffled = try values(of: .shuffled(.array(of: .int(in: 0...9), count: 4)), count: 200)
    #expect(shuffled.allSatisfy { $0.count == 4 } && shuffled.contains { $0 != $0.sorted() })
    #expect(Set(try values(of: .subsequence(of: list), count: 500)).count == 16)
    #expect(try values(of: .subsequence(of: list), count: 100).allSatisfy { $0 == $0.sorted() })
    #expect(Set(try values(of: .subset(of: Set(list)), count: 500)).count == 16)
    #expect(try values(of: .sorted(of: .int()), count: 200).allSatisfy { $0 == $0.sorted() })
    let distinct = try values(of: .distinct(of: .int(in: 0...9), count: 3...5), count: 300)
    #expect(distinct.allSatisfy { Set($0).count == $0.count && (3...5).contains($0.count) } && distinct.contains { $0 != $0.sorted() })
  }

  @Test func pathsOfAList() throws {
    let paths = try values(of: .element(of: [\Subject.Address.street.count, \Subject.Address.geo.count]), count: 50)
    #expect(Set(paths).count == 2)
  }
}
