import Foundation

/// Replaces secrets in a text by a placeholder.
///
/// These parts of a text are secrets:
/// - every text that is registered as one,
/// - the value after `key=`, and after every other name that ends in key, token, secret or password,
/// - the value after a name that ends in `apiKey:`, `api_key:`, `token:`, `secret:` or `password:`, quoted as in JSON or not,
/// - the word after `Bearer` or `Basic`.
///
/// A value ends at the next space, quote, backslash, comma, `;`, `&` or closing bracket.
struct Redactor: Sendable {
  static let placeholder = "[redacted]"

  private static let words = ["key", "token", "secret", "password", "bearer", "basic"]

  var secrets: [String]

  func redact(_ text: String) -> String {
    var text = text
    // Replace the registered secrets first, because one may contain a character that would end a value below. Start with
    // the longest, because a secret may be part of another one.
    for secret in forms.sorted(by: { $0.utf8.count > $1.utf8.count }) where !secret.isEmpty {
      text = text.replacingOccurrences(of: secret, with: Self.placeholder, options: .literal)
    }
    // Most texts contain no secret. This search is much faster than the patterns below.
    let lowercase = text.lowercased()
    guard Self.words.contains(where: { lowercase.contains($0) }) else { return text }
    // This comes before the names: in `token: Bearer …` the secret is the second word.
    text.replace(#/(?i)\b(Bearer|Basic)\s+(?:\[redacted\]|[^\s"'\\,;&)}\]])+/#) {
      "\($0.1) \(Self.placeholder)"
    }
    text.replace(
      #/(?i)((?:key|token|secret|password)\\?["']?\s*=\s*\\?["']?)(?:\[redacted\]|[^\s"'\\,;&)}\]])+/#
    ) { "\($0.1)\(Self.placeholder)" }
    // A plain `key:` is not enough here, because Swift prints labels that way.
    text.replace(
      #/(?i)((?:api_?key|token|secret|password)\\?["']?\s*:\s*\\?["']?)(?:\[redacted\]|[^\s"'\\,;&)}\]])+/#
    ) { "\($0.1)\(Self.placeholder)" }
    return text
  }

  /// The secrets as they are, and in their escaped form inside quotes if that differs.
  private var forms: Set<String> {
    Set(secrets + secrets.map { String(String(reflecting: $0).dropFirst().dropLast()) })
  }
}
