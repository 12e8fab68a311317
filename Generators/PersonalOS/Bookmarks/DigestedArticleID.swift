import PlatformStandIns

/// What the identity of an article must be that is told apart by `text`: for oracles and for faults that digest the
/// wrong text. Not the reference's own function.
package func digestedArticleID(_ text: String) -> String {
  "art_" + SHA256Digest.of(text).hexadecimalText.prefix(32)
}
