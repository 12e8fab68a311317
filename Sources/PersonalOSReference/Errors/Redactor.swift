import Foundation

/// Takes secrets out of a text.
///
/// A secret is a text registered as one, or what follows a name that says so: `key=…` and every name that
/// ends in key, token, secret or password; also `token: …` and its like, quoted as in JSON or not; and what
/// follows `Bearer` or `Basic`. What is taken out reaches to the next space, quote, comma, `;`, `&` or
/// closing bracket.
struct Redactor: Sendable {
  static let placeholder = "[redacted]"

  private static let words = ["key", "token", "secret", "password", "bearer", "basic"]

  var secrets: [String]

  func redact(_ text: String) -> String {
    var text = text
    // First, whole: one may contain what would end it below. The longest first: one may be part of another.
    for secret in forms.sorted(by: { $0.utf8.count > $1.utf8.count }) where !secret.isEmpty {
      text = text.replacingOccurrences(of: secret, with: Self.placeholder, options: .literal)
    }
    // Most texts tell of nothing; to look for these words is much quicker than what follows.
    let lowercase = text.lowercased()
    guard Self.words.contains(where: { lowercase.contains($0) }) else { return text }
    // Before names: in `token: Bearer …` the secret is the second word.
    text.replace(#/(?i)\b(Bearer|Basic)\s+(?:\[redacted\]|[^\s"'\\,;&)}\]])+/#) {
      "\($0.1) \(Self.placeholder)"
    }
    text.replace(
      #/(?i)((?:key|token|secret|password)\\?["']?\s*=\s*\\?["']?)(?:\[redacted\]|[^\s"'\\,;&)}\]])+/#
    ) { "\($0.1)\(Self.placeholder)" }
    // A bare `key:` is how Swift prints a label.
    text.replace(
      #/(?i)((?:api_?key|token|secret|password)\\?["']?\s*:\s*\\?["']?)(?:\[redacted\]|[^\s"'\\,;&)}\]])+/#
    ) { "\($0.1)\(Self.placeholder)" }
    return text
  }

  /// The secrets as they are and, where that differs, as they print inside a text in quotes.
  private var forms: Set<String> {
    Set(secrets + secrets.map { String(String(reflecting: $0).dropFirst().dropLast()) })
  }
}
