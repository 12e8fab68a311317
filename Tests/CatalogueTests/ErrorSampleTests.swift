import Foundation
import PersonalOSProperties
import QuickVaultGenerators
import Testing

/// POS-M1 and QV-M1 ask every error of PersonalOS and of QuickVault what it says. This asks the sources whether those are all.
@Suite("Error samples")
struct ErrorSampleTests {
  @Test("There is a sample of every case of every error of the sources, and no other")
  func samples() throws {
    var declared: Set<String> = []
    for folder in ["Sources/PersonalOSReference", "Sources/PlatformStandIns"] {
      for file in Package.files(in: folder, ending: ".swift") { declared.formUnion(try Self.errors(in: Package.text(file))) }
    }
    // A struct has a sample for each rule that it tells of.
    let named = ErrorSample.names.map { $0.hasPrefix("TradeInconsistency.") ? "TradeInconsistency" : $0 }
    #expect(Set(named) == declared)
    #expect(Set(ErrorSample.names).count == ErrorSample.names.count)
  }

  @Test("There is a sample of every error that QuickVault shows to its user, and no other")
  func vaultSamples() throws {
    var declared: Set<String> = []
    for file in Package.files(in: "Sources/QuickVaultReference/Errors", ending: ".swift") {
      declared.formUnion(try Self.errors(in: Package.text(file)))
    }
    let wrapping = ["authentication", "card", "attachment", "watermark", "validation"].map { "AppError." + $0 }
    #expect(Set(MessageSample.all.map(\.name)) == declared.subtracting(wrapping))
    #expect(Set(MessageSample.all.map(\.name)).count == MessageSample.all.count)
  }

  /// "BackupError.missing" for a case, "UnreadableRecord" for a struct.
  private static func errors(in source: String) throws -> Set<String> {
    var found: Set<String> = []
    var enumeration: String?
    for line in source.split(separator: "\n") {
      if let match = line.firstMatch(of: #/^(?:public )?(enum|struct) (\w+): (?:Bilingual)?Error\b/#) {
        enumeration = match.1 == "enum" ? String(match.2) : nil
        if match.1 == "struct" { found.insert(String(match.2)) }
      } else if line.hasPrefix("}") {
        enumeration = nil
      } else if let enumeration, let match = line.firstMatch(of: #/^  case (\w+)/#) {
        found.insert("\(enumeration).\(match.1)")
      }
    }
    return found
  }
}
