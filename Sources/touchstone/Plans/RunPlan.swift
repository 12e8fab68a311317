import Foundation
import PropertyTesting
import TouchstoneCatalogue

/// What is to be run, fixed before it is shared out: `touchstone plan` writes it, `verify --plan` and `merge` read it.
struct RunPlan: Codable, Equatable {
  static let format = 1

  var format = Self.format
  /// Hexadecimal, as `--seed` takes it.
  var seed: String
  var cases: Int
  /// In the order of the catalogue.
  var properties: [String]
  var backends: [String]
  /// Whether properties that store nothing run over each backend too: backends were named.
  var everyBackend: Bool
  var fault: String?
  var isolate: Bool
  /// As `--timeout` takes it.
  var timeout: String?
  /// Of the properties: what they demand, their shares and faults.
  var catalogue: String
  /// Of the program that is to run it. Another build may draw other cases from the same seed.
  var build: String

  /// - Throws: ``EnvironmentError`` if it cannot be read; ``UsageError`` if it is no plan, or one for another build.
  static func read(_ path: String) throws -> RunPlan {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EnvironmentError(message: "the plan \(path) cannot be read")
    }
    do {
      let plan = try JSONDecoder().decode(RunPlan.self, from: data)
      try plan.check(from: path)
      return plan
    } catch let error as DecodingError {
      throw UsageError(message: "\(path) is not a plan written by touchstone plan: \(error.words)")
    }
  }

  /// - Throws: ``UsageError`` if this program cannot run it.
  func check(from path: String) throws {
    guard format == Self.format else {
      throw UsageError(message: "\(path) has format \(format), but this build reads format \(Self.format)")
    }
    let known = Set(Catalogue.entries.map(\.id))
    if let unknown = properties.first(where: { !known.contains($0) }) {
      throw UsageError(message: "\(path) names the property \(unknown), which this build does not have")
    }
    guard catalogue == Self.catalogueFingerprint(entries) else {
      throw UsageError(
        message: "\(path) was made for other properties: their demands, shares or faults have changed since. Make a new plan")
    }
    guard try build == Self.buildFingerprint() else {
      throw UsageError(
        message: "\(path) was made by another build of touchstone, which may draw other cases. Use the same executable everywhere, or make a new plan")
    }
  }

  var entries: [CatalogueEntry] {
    let wanted = Set(properties)
    return Catalogue.entries.filter { wanted.contains($0.id) }
  }

  static func catalogueFingerprint(_ entries: [CatalogueEntry]) -> String {
    var hash = FileHash()
    for entry in entries { hash.add(Array((entry.signature + "\n").utf8)) }
    return hash.text
  }

  /// Of the bytes of this program.
  /// - Throws: ``EnvironmentError`` if it cannot be read.
  static func buildFingerprint() throws -> String {
    guard let path = Bundle.main.executablePath,
      let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { throw EnvironmentError(message: "touchstone cannot read its own executable, so it cannot tell builds apart") }
    var hash = FileHash()
    data.withUnsafeBytes { hash.add($0) }
    return hash.text
  }
}

/// A hash of bytes that is the same on every machine: eight at a time, for a file of a hundred megabytes.
struct FileHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var hash = state ^ UInt64(bytes.count)
    let words = bytes.count / 8
    var index = 0
    while index < words {
      hash = (hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash &>> 32
      index &+= 1
    }
    for byte in bytes[(words * 8)...] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    state = hash
  }

  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension DecodingError {
  /// What is wrong, and where.
  var words: String {
    func place(_ context: Context) -> String {
      context.codingPath.isEmpty ? "" : " at " + context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    switch self {
    case .keyNotFound(let key, let context): return "“\(key.stringValue)” is missing\(place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(context.debugDescription)\(place(context))"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "it is not JSON; it may have been cut off" : "\(context.debugDescription)\(place(context))"
    @unknown default: return "\(self)"
    }
  }
}
