import Foundation
import PropertyTesting
import SwiftLexing
import Synchronization

extension CodeConstants {
  /// The constants in the sources of the package that a test belongs to: its literals of numbers, and of texts of up to twenty scalars.
  ///
  /// They are read once in a process, up to two megabytes of sources: those of the target that the test's folder is named after first
  /// (`Cart` for `Tests/CartTests`), then the others by name. For tests of another package's code, a file `.touchstone-sources` in a folder
  /// of theirs names the sources, relative to that folder. TOUCHSTONE_CONSTANTS=off switches this off.
  /// - Parameter test: the path of the test's source.
  /// - Returns: nil if there are no sources, as on a device, or no constants in them.
  static func ofPackage(of test: String) -> CodeConstants? {
    guard RunEnvironment.current.readsConstants, let (folder, target) = place(ofSourcesFor: test) else { return nil }
    return known.withLock { known in
      let key = "\(folder)/\(target ?? "")"
      if let constants = known[key] { return constants }
      let constants = CodeConstants(sources: sources(below: folder, first: target))
      known[key] = .some(constants)
      return constants
    }
  }

  private static let known = Mutex<[String: CodeConstants?]>([:])
  private static let mostBytes = 2 << 20

  /// The folder of the sources, and the target in it that the test is about.
  private static func place(ofSourcesFor test: String) -> (folder: String, target: String?)? {
    var folder = URL(fileURLWithPath: test)
    var names: [String] = []
    while folder.path.count > 1 {
      folder.deleteLastPathComponent()
      if let path = try? String(contentsOf: folder.appendingPathComponent(".touchstone-sources"), encoding: .utf8) {
        return (folder.appendingPathComponent(path.trimmingCharacters(in: .whitespacesAndNewlines)).standardizedFileURL.path, nil)
      }
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
        let target = names.first { $0.hasSuffix("Tests") }.map { String($0.dropLast("Tests".count)) }
        return (folder.appendingPathComponent("Sources").path, target)
      }
      names.append(folder.lastPathComponent)
    }
    return nil
  }

  private static func sources(below folder: String, first target: String?) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let swift = paths.filter { $0.hasSuffix(".swift") }.sorted()
    func isOwn(_ path: String) -> Bool { target.map { path.hasPrefix("\($0)/") } ?? false }
    var room = mostBytes
    return (swift.filter(isOwn) + swift.filter { !isOwn($0) }).compactMap { path in
      guard room > 0, let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) else { return nil }
      room -= text.utf8.count
      return text
    }
  }

  /// - Returns: nil if there are none in these Swift texts.
  convenience init?(sources: [String]) {
    var integers: Set<Int64> = []
    var doubles: Set<Double> = []
    var texts: Set<String> = []
    for text in sources {
      let source = LexedSource(text)
      var endOfMinus = -1
      for token in source.tokens {
        // A minus with a space behind it takes something away, and the number is what stands there.
        let isNegative = endOfMinus == token.range.lowerBound
        if token.kind == .operatorSign, source.text(of: token) == "-" { endOfMinus = token.range.upperBound }
        switch token.kind {
        case .integer:
          // Numbers near 0 come up often enough.
          guard let number = Self.integer(source.text(of: token)), number > 16 else { continue }
          integers.insert(isNegative ? -number : number)
        case .float:
          guard let number = Double(source.text(of: token).filter { $0 != "_" }) else { continue }
          doubles.insert(isNegative ? -number : number)
        case .string:
          let literal = source.text(of: token)
          // What has escapes, hashes or lines of its own is left out.
          guard literal.hasPrefix("\""), !literal.hasPrefix("\"\"\""), !literal.contains("\\"),
            (3...22).contains(literal.unicodeScalars.count)
          else { continue }
          texts.insert(String(literal.dropFirst().dropLast()))
        default: continue
        }
      }
    }
    guard !integers.isEmpty || !doubles.isEmpty || !texts.isEmpty else { return nil }
    self.init(integers: integers, doubles: doubles, texts: texts)
  }

  private static func integer(_ literal: String) -> Int64? {
    let digits = literal.filter { $0 != "_" }
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
      return Int64(digits.dropFirst(2), radix: radix)
    }
    return Int64(digits)
  }
}
