import PlatformStandIns
import PropertyTesting
import QuickVaultReference

// Mistakes in how the app is put together, which no part shows alone. More are in Properties/QuickVault-App.edits.
extension Fault<QuickVaultSystem> {
  static let doesNotTellTheCard = Fault("doesNotTellTheCard", "leaves a card on the screen that the list has deleted") {
    system in
    let make = system.parts.makeCardList
    system.parts.makeCardList = { setup in
      var setup = setup
      setup.announce = { _, _ in }
      return make(setup)
    }
  }

  static let forgetsFailuresAtALaunch = Fault("forgetsFailuresAtALaunch", "forgets failures at a launch") { system in
    system.parts.makeLimiter = { policy, _ in AttemptLimiter(policy) }
  }

  static let leavesFilesThatAreMarked = Fault(
    "leavesFilesThatAreMarked", "leaves a shared file as it was when its watermark changes"
  ) { system in
    system.parts.makeWatermarks = changingSetup(of: system.parts.makeWatermarks) { setup in
      setup.sharedFiles = SharedFiles(AppSandbox())
    }
  }
}
