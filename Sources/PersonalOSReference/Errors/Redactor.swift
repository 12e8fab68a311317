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

  /// The registered secrets as they are, and in their escaped form inside quotes if that differs; the longest first. A
  /// secret may be part of another one.
  private var forms: [String] = []

  init(secrets: [String]) {
    for secret in secrets { register(secret) }
  }

  /// Registers a secret, once. Two spellings that Swift takes for equal are different secrets, because they are different
  /// bytes in the log.
  mutating func register(_ secret: String) {
    for form in [secret, String(String(reflecting: secret).dropFirst().dropLast())]
    where !form.isEmpty && !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
      forms.insert(form, at: forms.firstIndex { $0.utf8.count < form.utf8.count } ?? forms.endIndex)
    }
  }

  func redact(_ text: String) -> String {
    var text = text
    // Replace the registered secrets first, because one may contain a character that would end a value below.
    for secret in forms {
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
}
