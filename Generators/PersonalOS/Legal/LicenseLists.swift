import Foundation
import PersonalOSReference
import PropertyTesting

/// The third-party licenses and services of an app.
public struct LicenseList: Sendable {
  /// The licenses in any order. Some names may occur twice.
  public let licenses: [ThirdPartyLicense]
  /// The services that the app must name, up to three.
  public let services: [ServiceAttribution]

  /// Creates a list from its parts, for lists that no generator draws.
  public init(licenses: [ThirdPartyLicense], services: [ServiceAttribution]) {
    self.licenses = licenses
    self.services = services
  }
}

extension Generator where Value == LicenseList {
  /// Few names, some of which differ only in case or begin alike.
  public static var licenseList: Generator {
    let name = Generator<String>.element(
      of: ["Alpha", "alpha", "ALPHA", "Alphabet", "beta", "Beta", "Gamma", "delta", "Delta 2", "Émile", "émile"])
    let notice = Generator<String> { source in
      let first = "Copyright \(try source(.int(in: 1...9))) the authors."
      return try source(.bool) ? "\(first)\nAll of it as it is." : first
    }
    let license = Generator<ThirdPartyLicense> { source in
      ThirdPartyLicense(
        name: try source(name), version: "\(try source(.int(in: 1...12)))",
        license: try source(.element(of: ["MIT", "Apache-2.0", "BSD-3-Clause"])),
        url: try source(.optional(.element(of: ["https://example.org", "https://a.example/license?id=1"])))
          .flatMap { URL(string: $0) },
        notice: try source(notice))
    }
    let service = Generator<ServiceAttribution> { source in
      ServiceAttribution(service: try source(.element(of: ["Maps", "maps", "Alpha", "Weather"])), notice: try source(notice))
    }
    return Generator { source in
      LicenseList(
        licenses: try source(
          .frequency((1, .constant([])), (4, .array(of: license, count: 0...3)), (6, .array(of: license, count: 3...8)))),
        services: try source(.array(of: service, count: 0...3)))
    }
  }
}
