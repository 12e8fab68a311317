import Foundation
import PropertyTesting
import QuickVaultReference

// What QV-14 and QV-15 must catch.
extension Fault<QuickVaultSystem> {
  static let leavesThumbnailsReadable = Fault("leavesThumbnailsReadable", "stores thumbnails as they are") { system in
    system.parts.alterCrypto { crypto in
      AlteredCrypto(
        crypto, encryptFile: { $1.hasPrefix("thumbnail") ? $0 : try crypto.encryptFile($0, for: $1) },
        decryptFile: { $1.hasPrefix("thumbnail") ? $0 : try crypto.decryptFile($0, for: $1) })
    }
  }

  static let refusesAllFiles = Fault("refusesAllFiles", "refuses every file") { system in
    system.parts.makeAttachments = changingSetup(of: system.parts.makeAttachments) { $0.policy.maximumFileSize = -1 }
  }
}
