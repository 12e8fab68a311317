import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

// Mistakes in how the app is put together, which no part shows alone.

// Who gets in, and when it locks.
extension Fault<QuickVaultSystem> {
  static let countsFailuresInMemory = Fault("countsFailuresInMemory", "counts failures for as long as the app runs") { system in
    let make = system.parts.makeKeychain
    system.parts.makeKeychain = { ForgetfulKeychain(base: make($0)) }
  }

  static let forgetsFailuresInTheBackground = forgetting(
    "forgetsFailuresInTheBackground", "forgets failures when the app goes to the background", .background)
  static let forgetsFailuresAtALock = forgetting("forgetsFailuresAtALock", "forgets failures at a lock", .lock)
  static let forgetsFailuresAfterBiometrics = forgetting(
    "forgetsFailuresAfterBiometrics", "forgets wrong passwords when biometrics succeed", .biometrics)

  /// A limiter that begins anew with something that has nothing to do with it.
  private static func forgetting(_ id: String, _ fact: String, _ occasion: WiredAuthentication.Occasion) -> Fault {
    Fault(id, fact) { (system: inout QuickVaultSystem) in
      let isToForget = Remembered<Bool>(false)
      let (open, make) = (system.parts.openAuthentication, system.parts.makeLimiter)
      system.parts.makeLimiter = { policy, record in
        ForgetfulLimiter(base: make(policy, record), anew: { make(policy, AttemptRecord()) }, isToForget: isToForget)
      }
      system.parts.openAuthentication = { setup in
        isToForget.set(false)
        let base = try await open(setup)
        return await WiredAuthentication(base, tells: occasion, { isToForget.set(true) })
      }
    }
  }

  static let staysOpenWithAFile = Fault("staysOpenWithAFile", "does not lock in the background while a file is on the screen") {
    system in
    let hasFile = Remembered(false)
    let (make, open) = (system.parts.makeCardDetail, system.parts.openAuthentication)
    system.parts.makeCardDetail = { card, setup in
      WiredDetail(make(card, setup), whenChanged: { screen in hasFile.set(!screen.attachments.isEmpty) })
    }
    system.parts.openAuthentication = { setup in
      hasFile.set(false)
      let base = try await open(setup)
      return await WiredAuthentication(base, locksInTheBackground: { !hasFile.now })
    }
  }

  static let tellsNobodyOfTheBackground = Fault(
    "tellsNobodyOfTheBackground", "does not tell the screens about a lock in the background"
  ) { system in
    let open = system.parts.openAuthentication
    system.parts.openAuthentication = { setup in
      let base = try await open(setup)
      return await WiredAuthentication(base, tellsOfTheBackground: false)
    }
  }

  static let staysOpenForAShare = Fault("staysOpenForAShare", "does not lock by itself while a file is shared") { system in
    system.wire { platform, parts in
      let make = parts.makeAutoLock
      parts.makeAutoLock = { timeout in
        WaitingLock(base: make(timeout), isToWait: { platform.sandbox.files.keys.contains { $0.hasPrefix("tmp/shared/") } })
      }
    }
  }

  static let keepsTheKey = Fault("keepsTheKey", "encrypts with a copy of the key that a lock leaves") { system in
    let make = system.parts.makeCrypto
    system.parts.makeCrypto = { setup in
      let copy = VaultKeyring()
      var later = setup
      later.keyring = copy
      let (now, then) = (make(setup), make(later))
      return AlteredCrypto(now, encryptFile: { bytes, place in
        if let key = try? setup.keyring.key() { copy.open(key) }
        return try then.encryptFile(bytes, for: place)
      })
    }
  }

  static let copiesForTheFirstSession = Fault(
    "copiesForTheFirstSession", "allows every copy after the first unlock"
  ) { system in
    let make = system.parts.makeCopy
    system.parts.makeCopy = { setup in
      var setup = setup
      setup.access = FirstSession(setup.access)
      return make(setup)
    }
  }
}
