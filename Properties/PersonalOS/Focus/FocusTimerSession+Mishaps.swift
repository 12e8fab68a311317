import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

extension FocusTimerSession {
  /// The command has happened, or it has not; and it has if the user has seen it. That the time of a session
  /// was up may be stored before. A notice of the session that runs may be lost, but none is left that is
  /// false. The app is not launched again here.
  mutating func obey(_ command: FocusHistory.Command, killedAt moment: FocusHistory.Moment) async throws {
    let before = model
    var (noticed, after) = (model, model)
    noticed.notice(timeAt: clock.date)
    _ = after.obey(command, id: ids.following, at: clock.date)
    mishaps.comes(.death(moment))
    do {
      try await perform(command)
    } catch is ProcessKilled {
    } catch is FocusError {}
    let shown = timer.currentSession
    mishaps.areOver()
    try await store.close()
    try await open()
    let stored = try await storedSessions()
    model = [after, noticed].first { $0.stored == stored } ?? before
    try expect("stored after a kill during \(describe(command))", stored, equals: model.stored)
    let maySee = [before, model].map { $0.active.map { Bytewise($0.stored) } }
    try expect(
      "shown before the kill, and stored",
      stored == after.stored || maySee.contains(shown.map(Bytewise.init)))
    if pendingNotices.isEmpty { model.losesNotice(at: clock.date) }
    try expectNoticesMatchModel()
  }

  /// Nothing has happened, and the user knows it; except where there was nothing to store.
  mutating func obeyWithFailingStore(_ command: FocusHistory.Command) async throws {
    var after = model
    let isAccepted = after.obey(command, id: ids.following, at: clock.date)
    mishaps.comes(.failure)
    do {
      try await perform(command)
      try expect(
        "\(describe(command)), which cannot be stored, fails", isAccepted && after.stored == model.stored)
    } catch let error as FocusError {
      try expect("\(describe(command)) is not refused because \(error)", !isAccepted)
    } catch is CommitFailed {}
    mishaps.areOver()
    try await expectStoredSessionsMatchModel()
    try expectShownSessionMatchesModel()
    try expectNoticesMatchModel()
  }
}
