import Foundation
import PersonalOSReference
import PropertyTesting

/// Data that an app must encrypt, and what somebody does to it afterwards.
public struct EncryptionScenario: Sendable {
  /// A change of encrypted bytes, or of the key, after which nobody can read them.
  public enum Tampering: Sendable {
    /// Flips the bit with this number, modulo the number of bits, counted from the first byte.
    case flippedBit(Int)
    /// Removes this many bytes at the end; all of them if there are fewer.
    case cut(Int)
    case cutInFront
    /// Appends this byte.
    case byteAdded(UInt8)
    case wrongKey
  }

  /// One to three plaintexts of up to 64 KiB.
  public let payloads: [[UInt8]]
  /// What somebody does to each ciphertext.
  public let tampering: Tampering
  /// Up to three trades with a marker in the notes of each.
  public let trades: [TradeRecord]
  /// Up to three projects with a marker in the notes of each.
  public let projects: [ProjectItem]
  /// Texts that nobody may find on the disk.
  public let markers: [String]
}

extension Generator where Value == EncryptionScenario {
  /// 1 to 3 payloads, one tampering, and up to 3 trades and 3 projects.
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
