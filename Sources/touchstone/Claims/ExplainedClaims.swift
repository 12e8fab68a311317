import Foundation

/// The claims for which somebody has said why no fault makes them fail: a file with an entry for each.
///
///     QuickVault/Failures/HinderedOperation.swift
///     - "files for other apps then", place.device.sandbox.files.keys.sorted(), equals: []
///     because …
struct ExplainedClaims {
  private struct Key: Hashable {
    let path: String
    let text: String
  }

  private var reasons: [Key: String] = [:]

  /// - Throws: ``UsageError`` with the line that is wrong; ``EnvironmentError`` for a file that cannot be read.
  init(path: String) throws {
    let lines = try Options.text(of: path).components(separatedBy: "\n")
    var (file, text): (String?, String?) = (nil, nil)
    for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      if line.hasPrefix("- ") {
        text = String(line.dropFirst(2))
      } else if line.hasPrefix("because "), let file, let claim = text {
        reasons[Key(path: file, text: claim)] = String(line.dropFirst("because ".count))
        text = nil
      } else if line.hasSuffix(".swift"), text == nil {
        file = line
      } else {
        throw UsageError(message: "\(path):\(number + 1): an entry is a file's path, “- ” and the claim, and “because ” and the reason")
      }
    }
  }

  func explains(_ claim: SourceClaim) -> Bool { reasons[Key(path: claim.path, text: claim.text)] != nil }

  /// The entries that are for none of `claims`.
  func obsolete(besides claims: [SourceClaim]) -> [String] {
    let open = Set(claims.map { Key(path: $0.path, text: $0.text) })
    return reasons.keys.filter { !open.contains($0) }.map { "\($0.path): \($0.text)" }.sorted()
  }
}
