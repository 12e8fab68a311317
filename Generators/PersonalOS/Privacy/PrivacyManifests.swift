import PersonalOSReference
import PropertyTesting

extension Generator where Value == PrivacyManifest {
  /// The manifest of any app. There are few names, so some occur twice.
  public static var privacyManifest: Generator {
    let purpose = Generator<String>.element(of: ["AppFunctionality", "Analytics", "Research & Development"])
    let data = Generator<CollectedData> { source in
      CollectedData(
        type: try source(.element(of: ["UserID", "SearchHistory", "Health", "Fitness"])),
        purposes: try source(.array(of: purpose, count: 0...3)), isLinkedToUser: try source(.bool),
        isUsedForTracking: try source(.frequency((3, .constant(false)), (1, .constant(true)))))
    }
    let kept = Generator<KeptData> { source in
      KeptData(collection: try source(.element(of: ["trades", "posts"])), summary: "Something")
    }
    return Generator { source in
      PrivacyManifest(
        trackingDomains: try source(.array(of: .element(of: ["a.example", "b.example"]), count: 0...2)),
        collected: try source(.array(of: data, count: 0...4)), kept: try source(.array(of: kept, count: 0...2)),
        accessedInterfaces: try source(
          .dictionary(
            of: .element(of: ["FileTimestamp", "DiskSpace", "UserDefaults", "SystemBootTime"]),
            .array(of: .element(of: ["C617.1", "E174.1", "CA92.1"]), count: 0...2), count: 0...4)))
    }
  }
}
