import Foundation
import PersonalOSReference
import PropertyTesting

/// What an app has to encrypt, and what somebody does to it afterwards.
public struct EncryptionScenario: Sendable {
  /// A change of encrypted bytes after which nobody may read them.
  public enum Tampering: Sendable {
    /// The bit of this number, counted through from the first byte and from the start again.
    case flippedBit(Int)
    /// This many bytes missing at the end, though never more than there are.
    case cut(Int)
    case cutInFront
    case byteAdded(UInt8)
    case wrongKey
  }

  public let payloads: [[UInt8]]
  public let tampering: Tampering
  /// Each with a marker in its notes.
  public let trades: [TradeRecord]
  public let projects: [ProjectItem]
  /// What must not be found on the disk.
  public let markers: [String]
}

extension Generator where Value == EncryptionScenario {
  public static var encryptionScenario: Generator {
    Generator { source in
      let payloads = try source(.array(of: .payload, count: 1...3))
      let tampering = try source(.tampering)
      var markers: [String] = []
      var trades: [TradeRecord] = []
      for _ in 0..<(try source(.int(in: 0...3))) {
        let marker = try source(.marker)
        markers.append(marker)
        trades.append(try source(.trade(notes: try source(.notes(around: marker)))))
      }
      var projects: [ProjectItem] = []
      for _ in 0..<(try source(.int(in: 0...3))) {
        let marker = try source(.marker)
        markers.append(marker)
        projects.append(try source(.project(notes: try source(.notes(around: marker)))))
      }
      return EncryptionScenario(
        payloads: payloads, tampering: tampering, trades: trades, projects: projects, markers: markers)
    }
  }
}

extension Generator where Value == EncryptionScenario.Tampering {
  fileprivate static var tampering: Generator {
    .frequency(
      (4, Generator<Int>.int(in: 0...600_000).map { .flippedBit($0) }),
      (2, Generator<Int>.int(in: 1...64).map { .cut($0) }), (1, .constant(.cutInFront)),
      (1, Generator<UInt8>.integer(in: 0...255).map { .byteAdded($0) }), (2, .constant(.wrongKey)))
  }
}

extension Generator where Value == String {
  fileprivate static func notes(around marker: String) -> Generator {
    let text = Generator<String>.frequency((2, .constant("")), (1, .text(count: 0...12)))
    return Generator { source in (try source(text)) + marker + (try source(text)) }
  }
}

extension Generator where Value == TradeRecord {
  fileprivate static func trade(notes: String) -> Generator {
    Generator { source in
      TradeRecord(
        id: try source(.uuid), symbol: try source(.element(of: ["AAPL", "MSFT"])),
        type: try source(.anyCase()), quantity: try source(.decimal(digits: 1...20, signed: false)),
        price: try source(.decimal(digits: 1...20, signed: false)), date: try source(.date()), notes: notes)
    }
  }
}

extension Generator where Value == ProjectItem {
  fileprivate static func project(notes: String) -> Generator {
    Generator { source in
      ProjectItem(
        id: try source(.uuid), remoteID: try source(Generator<Int64>.integer().optional),
        name: try source(.text(.asciiPrintable, count: 0...8)), fullName: "owner/name",
        remoteDescription: try source(Generator<String>.text(count: 0...8).optional),
        stars: try source(.int(in: 0...100)), language: nil, updatedAt: try source(.date()),
        progress: try source(.int(in: 0...100)), notes: notes)
    }
  }
}
