import PlatformStandIns

/// The identity that an article must have if `text` is all that distinguishes it from other articles. Oracles use it,
/// and so do faults that digest the wrong text. It does not call the reference's own function.
package func digestedArticleID(_ text: String) -> String {
  "art_" + SHA256Digest.of(text).hexadecimalText.prefix(32)
}
