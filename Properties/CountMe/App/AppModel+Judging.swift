import PropertyTesting

/// What is seen after a call.
struct AppSight: Sendable {
  var result = AppResult.done
  /// Of the one pass that was asked for: the pauses between its attempts.
  var pauses: [Duration] = []
  /// The entries whose changes came to the server, in order.
  var order: [AppKey] = []
  var attempts: [FailureAtEach.Attempt] = []
  /// Of the edits beside others, and what is seen after them and the passes that began since.
  var results: [AppResult] = []
  var meanwhile: [[AppKey: Int]] = []
  var sent: [AppKey: Int] = [:]
  /// Documents before and after the answer to a change.
  var sentAtFirst: [AppKey: Int] = [:]
  var sentAfterAnswer: [AppKey: Int] = [:]
  var shown: [[AppKey: Int]] = []
  /// The goal of the day; −1 is none.
  var today: [Int?] = []
  var notices: [Set<AppNotice>] = []
  /// How often a change was not sent.
  var failures: [Int] = []
  /// What is stored, even if it is not shown.
  var stored: [Set<AppKey>] = []
  /// How many changes wait to be sent.
  var waiting: [Int] = []
  /// Documents that read, by their values.
  var server: [AppKey: Int] = [:]
}

// Whether what is seen is what the requirements allow.
extension AppModel {
  mutating func judge(_ call: AppCall, _ sight: AppSight) throws {
    switch call {
    case .failEach(let failures): try judge(failures, sight.attempts)
    case .kill(let kill): try judge(kill, sight)
    case .cancelPass(_, let device): try judgeCancellation(on: device, sight)
    case .synchronize(let device), .networkComesBack(let device):
      var before = self
      if case .networkComesBack = call {
        before.devices[device].isOnline = true
        before.devices[device].queued.formUnion(before.devices[device].unsent.keys)
      }
      let expected = perform(call)
      try expect("what the user sees of it", sight.result, equals: expected)
      let (times, pauses) = before.nextPass(of: device)
      try expect("pauses between attempts", sight.pauses, equals: pauses)
      let order = sight.order.compactMap { times[$0] ?? nil }
      try expect("changes are sent by their time: \(describe(order))", order, equals: order.sorted())
    case .overlap(let overlap): try judge(overlap, sight)
    default:
      let expected = perform(call)
      try expect("what the user sees of it", sight.result, equals: expected)
    }
    for device in devices.indices {
      devices[device].notices.formUnion(devices[device].rows.filter(\.value.isDamaged).keys.map(AppNotice.skipped))
    }
    for (number, device) in devices.enumerated() {
      try expect("entries of device \(number)", sight.shown[number], equals: device.shown)
      try expect("today's goal on device \(number)", sight.today[number], equals: device.todaysLog.flatMap { device.shown[$0] })
      try expect("changes that wait on device \(number)", sight.waiting[number], equals: device.queued.count)
      try expect("notices of device \(number)", sight.notices[number], equals: device.notices)
      try expect("how often a change was not sent from device \(number)", sight.failures[number], equals: device.failures)
      try expect("what is stored on device \(number)", sight.stored[number], equals: Set(device.rows.keys))
    }
    try expect("documents of the server", sight.server, equals: server.compactMapValues(\.value))
    if case .becomeQuiet = call {
      try expect("what both devices show when all is quiet", agreed(sight.shown[0]), equals: agreed(sight.shown[1]))
    }
  }

  /// Of a document that does not read, each device keeps what it had.
  private func agreed(_ shown: [AppKey: Int]) -> [AppKey: Int] {
    shown.filter { server[$0.key]?.value != nil }
  }

  mutating func foresee(_ failures: FailureAtEach) {
    _ = perform(failures.edit(0), on: failures.device)
    if failures.isOfPasses { _ = synchronize(failures.device) } else { relaunch(failures.device) }
  }

  /// An edit that failed has changed nothing, and one that did not is there. A pass survives any one failure of the network.
  private mutating func judge(_ failures: FailureAtEach, _ attempts: [FailureAtEach.Attempt]) throws {
    let device = failures.device
    for (number, attempt) in attempts.enumerated() {
      let story = "\(failures.place) \(number + 1) fails"
      var after = self
      let expected = after.perform(failures.edit(number), on: device)
      if failures.isOfPasses {
        self = after
        _ = after.synchronize(device)
        let (before, then) = (devices[device].shown, after.devices[device].shown)
        try expect(
          "\(story): each entry is as before or after the pass",
          Set(before.keys).union(then.keys).union(attempt.shown.keys).allSatisfy {
            [before[$0], then[$0]].contains(attempt.shown[$0])
          })
        if failures.place.serverFailures != nil || !attempt.isHit { try expect("\(story): the pass", attempt.result, equals: .done) }
        if attempt.result == .done { try expect("\(story): changes that wait after the pass", attempt.waiting, equals: 0) }
      } else {
        if attempt.result != .failed || !attempt.isHit {
          try expect("\(story): what the user sees", attempt.result, equals: expected)
          self = after
        }
        forgetTime(of: failures.edit(number), on: device)
        try expect("\(story): the failure is said", attempt.isHit, equals: attempt.result == .failed || attempt.isNoted)
        try expect("\(story): entries", attempt.shown, equals: devices[device].shown)
        nextNumber = after.nextNumber
      }
    }
    if failures.isOfPasses { _ = synchronize(device) } else { relaunch(device) }
  }

  /// An edit took effect as a whole or not at all, and an acknowledged one did.
  private mutating func judge(_ kill: Kill, _ sight: AppSight) throws {
    guard let edit = kill.edit else {
      let expected = perform(.kill(kill))
      return try expect("the pass after it", sight.result, equals: expected)
    }
    var with = self
    let expected = with.perform(edit, on: kill.device)
    if sight.result != .failed || expected != .done { try expect("what the user sees of it", sight.result, equals: expected) }
    if sight.result == .done || sight.shown[kill.device] == with.devices[kill.device].shown { self = with }
    nextNumber = with.nextNumber + 1
    forgetTime(of: edit, on: kill.device)
    relaunch(kill.device)
  }

  /// A change that the server had is not sent again, or it would undo the answer to it. What another device had changed in the same way says
  /// nothing of that.
  private func judgeAnswer(_ overlap: Overlap, _ sight: AppSight) throws {
    guard case .change(let key, let value)? = overlap.edits.first?.edit, sight.results.first == .done,
      case (_, .change(_, let answer))? = overlap.answeringEdit, sight.results.last == .done, sight.sentAtFirst[key] == value,
      server[key]?.value != value, !devices.contains(where: { $0.rows[key]?.value == value })
    else { return }
    try expect("\(describe(key)) after the answer to its change", sight.sentAfterAnswer[key], equals: answer)
  }

  /// A pass that was cancelled says so, unless it was done already. It has lost nothing: the next one does the rest.
  private mutating func judgeCancellation(on device: Int, _ sight: AppSight) throws {
    var after = self
    let expected = after.synchronize(device)
    let (before, then) = (devices[device].shown, after.devices[device].shown)
    if sight.results == [.done] {
      try expect("entries after a pass that was done", sight.meanwhile, equals: [then])
      try expect("documents after a pass that was done", sight.sent, equals: after.server.compactMapValues(\.value))
    } else {
      try expect("what the user sees of a pass that was cancelled", sight.results, equals: [.cancelled])
      let keys = Set(before.keys).union(then.keys).union(sight.meanwhile.flatMap(\.keys))
      try expect(
        "each entry is as before or after the pass that was cancelled",
        keys.allSatisfy { key in sight.meanwhile.allSatisfy { [before[key], then[key]].contains($0[key]) } })
    }
    try expect("the next pass", sight.result, equals: expected)
    self = after
  }

  /// In whatever order things happened: each entry that somebody has changed is as the last change of one of the devices
  /// left it, for all.
  private mutating func judge(_ overlap: Overlap, _ sight: AppSight) throws {
    let before = self
    var changed: Set<AppKey> = []
    try judgeAnswer(overlap, sight)
    for ((device, edit), result) in zip(overlap.allEdits, sight.results) {
      let expected = perform(edit, on: device)
      if let key = edit.key, result == .done { changed.insert(key) }
      guard let key = edit.key, result != expected else { continue }
      // It may have come or gone with what the other device did.
      let others = before.devices[1 - device].rows[key]
      let isOnServer = before.server[key]?.isOfTheEntry == true
      let isElsewhere = others?.value != nil || isOnServer
      let isGone =
        !isOnServer || others.map { $0.value == nil && $0.isUnsent } ?? false
        || overlap.allEdits.contains { $0.device != device && $0.edit == .delete(key) }
      try expect("\(describe(edit)) on device \(device): \(result)", result == .notFound ? isGone : isElsewhere && result == .done)
      devices[device].rows[key] = before.devices[device].rows[key]
      if result == .notFound, devices[device].rows[key]?.isUnsent != true { devices[device].rows[key] = nil }
      if case .change(_, let value) = edit, result == .done { write(value, at: key, on: device) }
      if case .delete = edit, result == .done { write(nil, at: key, on: device) }
    }
    for key in Set(devices.flatMap(\.unsent.keys)) {
      let values = devices.compactMap { $0.unsent[key] }.map(\.value)
      if changed.contains(key) {
        try expect("\(describe(key)) is sent by the pass after the edit", values.contains(sight.sent[key]))
      }
      for (number, device) in devices.enumerated() where values.count == 1 {
        guard let row = device.unsent[key] else { continue }
        try expect("\(describe(key)) on device \(number) after the passes", sight.meanwhile[number][key], equals: row.value)
      }
      try expect(
        "\(describe(key)) on the server is one of \(describe(values)): \(describe(sight.server[key]))",
        values.contains(sight.server[key]))
      server[key] = sight.server[key].map(Document.valid)
      for device in devices.indices { devices[device].rows[key] = nil }
    }
    for device in devices.indices {
      devices[device].queued = []
      _ = synchronize(device)
      // A pass may have met a document that was written over since.
      let perhaps = before.server.filter { $0.value.value == nil }.keys.map(AppNotice.skipped)
      devices[device].notices.formUnion(sight.notices[device].intersection(perhaps))
    }
  }
}
