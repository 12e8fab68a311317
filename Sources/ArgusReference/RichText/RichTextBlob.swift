import Foundation
import PlatformStandIns

/// Rich text as bytes: 8 of a digest of the Markdown that it was made of, 8 of a digest of what follows, then JSON.
///
/// So a blob that was damaged, or that belongs to a text from before an edit, is told from a good one.
public enum RichTextBlob {
  private static let digestLength = 8

  /// - Throws: what `JSONEncoder` does; rich text always encodes.
  public static func encode(_ text: RichText, of markdown: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    // Equal texts have equal blobs.
    encoder.outputFormatting = .sortedKeys
    let payload = Array(try encoder.encode(text))
    return digest(Array(markdown.utf8)) + digest(payload) + payload
  }

  /// Nil for bytes that are no blob, were altered, or were made of another text.
  public static func decode(_ bytes: [UInt8], of markdown: String) -> RichText? {
    guard bytes.count > 2 * digestLength else { return nil }
    let payload = Array(bytes.dropFirst(2 * digestLength))
    guard Array(bytes.prefix(digestLength)) == digest(Array(markdown.utf8)),
      Array(bytes.dropFirst(digestLength).prefix(digestLength)) == digest(payload)
    else { return nil }
    return try? JSONDecoder().decode(RichText.self, from: Data(payload))
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256Digest.of(bytes).prefix(digestLength)) }
}
