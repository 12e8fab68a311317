import PropertyTesting

// Whether what is seen of two devices is what they have to show.
extension AppModel {
  func judge(_ sight: AppDriver.Sight) throws {
    for device in devices.indices {
      try expect("articles of device \(device)", sight.shown[device], equals: shown(on: device))
      try expect("when device \(device) saw articles", sight.seen[device], equals: knowledge.seen(on: device))
      try expect("background notices of device \(device)", sight.summaries[device], equals: devices[device].summaries)
      try expect("rich text of no article, or articles without, on device \(device)", sight.strayTexts[device], equals: [])
      try expectPushes(sight.pushes[device], device)
      try expectAlternating(sight.modeNotices[device], device)
      if let last = sight.modeNotices[device].last {
        try expect(
          "the last notice of device \(device)", last,
          equals: sight.isInTheCloud[device] ? "Your articles are in the cloud again" : "Working on this device for now")
      }
    }
  }

  /// Each once. Of one whose telling was killed nobody knows whether it comes.
  private func expectPushes(_ pushes: [Int], _ device: Int) throws {
    let perhaps = devices[device].perhapsPushed
    try expect(
      "articles that device \(device) told of", pushes.filter { !perhaps.contains($0) },
      equals: devices[device].pushes.filter { !perhaps.contains($0) })
    try expect("device \(device) tells of each article once: \(describe(pushes))", Set(pushes).count == pushes.count)
  }

  /// Two notices of one mode in a row tell nothing new.
  private func expectAlternating(_ notices: [String], _ device: Int) throws {
    try expect(
      "device \(device) tells of changes of the mode: \(describe(notices))", zip(notices, notices.dropFirst()).allSatisfy { $0 != $1 })
  }

  /// An app that is launched, comes before the user or finds the network again asks the cloud for what is new, if it is there.
  mutating func takeWhatItAsksFor(_ device: Int, _ sight: AppDriver.Sight) throws {
    for event in sight.events { take(event) }
    guard isReachable, devices[device].isOnline, sight.isInTheCloud[device] else { return }
    try expect("device \(device) asks the cloud for what is new", sight.events.contains(.pulled(device: device)))
  }

  /// The state after an action in which the app was killed or the store failed: with the action or without it, and with as
  /// much of what came from the cloud before that as was stored.
  func afterInterruption(of action: Action, on device: Int, _ sight: AppDriver.Sight) throws -> AppModel {
    var without = self
    var with = self
    let result = with.perform(action, on: device)
    (with.seconds, without.seconds) = (sight.time, sight.time)
    // Of what the action would tell it is not known how far it came.
    for id in Set(with.devices[device].pushes).subtracting(devices[device].pushes) {
      with.devices[device].perhapsPushed.insert(id)
      without.devices[device].perhapsPushed.insert(id)
    }
    // A refresh takes what could not be stored for what it can fetch again.
    let isRefresh = if case .refresh = action { true } else { false }
    let isAcknowledged = sight.result != "failed" && !isRefresh
    if isAcknowledged { try expect("what the user sees of it", sight.result, equals: result) }
    var failure: (any Error)?
    for candidate in isAcknowledged ? [with] : [with, without] {
      // A page that came before that may be lost; the device asks for it again.
      let pulls = sight.events.indices.filter { sight.events[$0] == .pulled(device: device) }
      for lost in [nil] + pulls.map({ Int?.some($0) }) {
        var state = candidate
        state.takeAmid(action, on: device, sight.events.enumerated().filter { $0.offset != lost }.map(\.element))
        do {
          try ClaimLedger.guess { try state.judge(sight) }
          return state
        } catch {
          failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
    return with
  }
}
