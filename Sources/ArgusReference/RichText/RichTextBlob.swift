import Foundation
import PlatformStandIns

/// Encodes rich text as bytes: 8 bytes of a digest of the Markdown, 8 bytes of a digest of the payload, and the
/// payload, which is JSON.
///
/// So the app can detect a blob that is damaged, or that was rendered from the text before an edit.
public enum RichTextBlob {
  private static let digestLength = 8

  /// Returns the blob of `text`, which was rendered from `markdown`.
  /// - Throws: what `JSONEncoder` throws. Rich text always encodes.
  public static func encode(_ text: RichText, of markdown: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    // Equal texts must have equal blobs.
    encoder.outputFormatting = .sortedKeys
    let payload = Array(try encoder.encode(text))
    return digest(Array(markdown.utf8)) + digest(payload) + payload
  }

  /// Returns the rich text, or nil if the bytes are not a blob, are damaged, or were rendered from other Markdown.
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
