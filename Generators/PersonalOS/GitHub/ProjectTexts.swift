import Foundation
import PersonalOSReference
import PropertyTesting

extension UUID {
  /// The id of project `number` (0…65,535). The first byte does not follow the order of the numbers, so later projects
  /// are stored between earlier ones.
  public static func project(_ number: Int) -> UUID {
    let high = UInt8(truncatingIfNeeded: number >> 8)
    let low = UInt8(truncatingIfNeeded: number)
    return UUID(uuid: (low &* 89, high, low, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, high, low))
  }
}

extension Generator where Value == String {
  /// "owner/name" from a small pool, so some names are equal, some differ only in case, and some are almost alike.
  static var repositoryName: Generator {
    let owner = Generator<String>.element(of: ["octo", "Octo", "OCTO", "nasa"])
    let name = Generator<String>.element(of: ["kit", "Kit", "kit-2", "kit_2", "kit2", "kits", "tool", "lens", "zap"])
    return Generator { source in "\(try source(owner))/\(try source(name))" }
  }

  /// Notes that a user writes about a project: empty, white space, padded, decomposed, several lines, or any text.
  public static var projectNotes: Generator {
    .frequency(
      (3, .constant("")), (2, .element(of: [" ", "  padded ", "\tone\ntwo\n", "trailing "])),
      (2, .element(of: ["cafe\u{301}", "caf\u{E9}", "\u{212B}", "a\u{0}b"])), (3, .text(count: 0...12)))
  }

  /// The same "owner/name" in capitals, in lower case, or unchanged.
  static func sameName(as name: String) -> Generator {
    Generator { source in
      let changes = try source(.element(of: [0, 1, 2]))
      switch changes {
      case 0: return name
      case 1: return name.uppercased()
      default: return name.lowercased()
      }
    }
  }
}

extension Generator where Value == Date {
  /// A few instants, some of which fall into one second, or any other.
  static var projectDate: Generator {
    .oneOf(
      Generator<Double>.element(of: [0, 1, 0.25, -1, 1e9, 1.0.nextUp]).map {
        Date(timeIntervalSinceReferenceDate: $0)
      }, .date())
  }
}
