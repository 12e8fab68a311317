import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract

/// The watermark of an attachment: in every file that is shared, and only there.
public enum SharingProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [persistsInShares, editsAreConsistent]

  // Feature: quick-vault-ios, Property 19: Watermark Persistence in Shares
  static let persistsInShares = Requirement<QuickVaultSystem>(
    "QV-19", "Watermark Persistence in Shares",
    says: """
      A shared file is the image with the attachment's current watermark, under the file's own name. Without a watermark, it \
      is the original, byte for byte. If the watermark cannot be drawn at the share, nothing is shared. If the user sets a \
      watermark on another kind of file, or a text that cannot be drawn, the app refuses it and changes nothing.
      """,
    covers: "6.4", of: "AttachmentService.shareAttachment", needs: [.storage],
    mustCatch: [.over(.servesStaleReads)]
  ).holds(
    of: WatermarkMachine.machine, commands: 3...14,
    requiring: [
      "shares a watermarked image": 0.4, "shares an original": 0.3, "shares after another text": 0.15,
      "shares after a relaunch": 0.15, "a watermark on no image": 0.1, "a text that cannot be drawn": 0.05,
      "a share is refused that would lack its watermark": 0.2, "a share ends": 0.2, "shares an original though nothing can be drawn": 0.15,
    ],
    making: { try await WatermarkDriver($0) }, tearDown: { try await $0.vault.close() })

  // Feature: quick-vault-ios, Property 20: Watermark Edit Consistency
  static let editsAreConsistent = Requirement<QuickVaultSystem>(
    "QV-20", "Watermark Edit Consistency",
    says: """
      However often watermarks were set, replaced and removed, an attachment has the last one that was set, or none after \
      a removal. The list says so, and a share shows only that text. The original stays as it was given, byte for byte. \
      Other attachments keep their watermarks.
      """,
    covers: "6.7", of: "WatermarkService, AttachmentService", needs: [.storage],
    mustCatch: [.over(.servesStaleReads), .over(.normalizesText)]
  ).holds(
    of: WatermarkMachine.machine, commands: 3...14,
    requiring: [
      "replaces a text": 0.25, "removes a text": 0.2, "sets a text after removing it": 0.05, "shares a watermarked image": 0.4,
    ],
    making: { try await WatermarkDriver($0) }, tearDown: { try await $0.vault.close() })
}
