import DeterministicScheduling
import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The social dashboard: the user is told how each operation ended, truly, once, and what stands there is so.
public enum SocialFeedbackProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    savesAreConfirmed, failedSavesAreExplained, deletionsAreConfirmed, failedDeletionsAreExplained,
    loadingIsShown,
  ]

  // **Feature: system-architecture-upgrade-p0, Property 47: Save success feedback**
  static let savesAreConfirmed = Requirement<PersonalOSSystem>(
    "POS-47", "Save success feedback",
    says: """
      Once a post is stored, and not before, the dashboard announces success exactly once with a \
      message, lists the new or edited post once, and removes any earlier error and the post's draft. \
      The post is still there after a relaunch.
      """,
    covers: "12.1", of: "SocialDashboardViewModel", needs: [.storage],
    mustCatch: [.dashboardOverSwallowedRefusals]
  ).holds(
    forAll: .postHistory(),
    requiring: [
      "saves a new post": 0.2, "saves an edit": 0.2, "saves the same again": 0.03,
      "saves after a failure": 0.1,
    ]
  ) { history, system, trial in
    var session = try await SocialDriver(system, holding: history.stored)
    for step in history.steps {
      let report = try await session.perform(step)
      guard case .save(let post) = step.operation, step.failure == nil else { continue }
      trial.label(report.wasThere ? "saves an edit" : "saves a new post")
      trial.label("saves the same again", if: report.before.posts.bytes.contains(PostBytes(post)))
      trial.label("saves after a failure", if: report.before.error != nil && step.meanwhile == nil)
      try report.expectNothingShownBeforeTheRepositoryActed()
      try report.expectSuccess(.save, meanwhile: step.meanwhile != nil)
      try expect("the list", report.after.posts.bytes, equals: session.model.list.bytes)
      try expect("the post in the store", report.stored.contains(PostBytes(post)))
      try expect("the post among the drafts", !report.after.drafts.contains { $0.id == post.id })
      try expect("the drafts of other posts", report.after.drafts.bytes, equals: session.model.drafts.bytes)
    }
    try await session.reopen()
    try await session.expectListAndStoreMatchModel()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 48: Save failure feedback**
  static let failedSavesAreExplained = Requirement<PersonalOSSystem>(
    "POS-48", "Save failure feedback",
    says: """
      If a save fails, the dashboard announces one failure with the reason, shows and throws the error, \
      and keeps the post as a draft. The list and the store stay as they were, and different reasons \
      give different messages.
      """,
    covers: "12.2", of: "SocialDashboardViewModel", needs: [.storage],
    mustCatch: [.dashboardCallsFailuresSuccesses]
  ).holds(
    forAll: .postHistory(failures: 6),
    requiring: [
      "fails for a new post": 0.15, "fails for an edit": 0.2, "the store refuses": 0.05,
      "fails for several reasons": 0.15,
    ]
  ) { history, system, trial in
    var session = try await SocialDriver(system, holding: history.stored)
    var messages: [(failure: PostFailure, text: String)] = []
    for step in history.steps {
      let report = try await session.perform(step)
      guard case .save(let post) = step.operation, let failure = step.failure else { continue }
      trial.label(report.wasThere ? "fails for an edit" : "fails for a new post")
      trial.label("the store refuses", if: failure == .storeRefuses)
      let error = try report.expectFailure(.save, meanwhile: step.meanwhile != nil)
      try expect("the error", failure.causes(error))

      let message = report.after.lastOperation?.message ?? ""
      let reason = error?.userMessage ?? ""
      try expect("“\(message)” gives the reason, \(reason)", message.contains(reason))
      for other in messages where other.failure.isForAnotherReason(than: failure) {
        try expect("messages of \(describe(other.failure)) and of \(describe(failure)) differ", other.text != message)
      }
      messages.append((failure, message))
      try expect("the list", report.after.posts.bytes, equals: session.model.list.bytes)
      try expect("the drafts", report.after.drafts.bytes, equals: session.model.drafts.bytes)
      try expect("the draft", report.after.drafts.bytes.contains(PostBytes(post)))
      try await session.expectListAndStoreMatchModel()
    }
    trial.label(
      "fails for several reasons",
      if: messages.contains { first in messages.contains { $0.failure.isForAnotherReason(than: first.failure) } })
    try await session.expectListAndStoreMatchModel()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 49: Delete success feedback**
  static let deletionsAreConfirmed = Requirement<PersonalOSSystem>(
    "POS-49", "Delete success feedback",
    says: """
      A deletion removes the post with that ID from the store, then from the list, keeps the other posts \
      in order, and announces success once. Deleting a post that is not there counts as a failure and \
      leaves the list as it is.
      """,
    covers: "12.3", of: "SocialDashboardViewModel", needs: [.storage],
    mustCatch: [.over(.bringsDeletedRecordsBack)]
  ).holds(
    forAll: .postHistory(deletes: true, failures: 2),
    requiring: [
      "deletes": 0.3, "deletes what is not there": 0.3, "deletes one of several alike": 0.02,
      "saves another meanwhile": 0.04,
    ]
  ) { history, system, trial in
    var session = try await SocialDriver(system, holding: history.stored)
    for step in history.steps {
      let report = try await session.perform(step)
      guard case .delete(let number) = step.operation, step.failure == nil else { continue }
      guard report.wasThere else {
        trial.label("deletes what is not there")
        try report.expectFailure(.delete, meanwhile: step.meanwhile != nil)
        try expect("the list", report.after.posts.bytes, equals: session.model.list.bytes)
        continue
      }
      trial.label("deletes")
      trial.label("deletes one of several alike", if: report.before.posts.hasNamesake(of: .post(number)))
      trial.label("saves another meanwhile", if: step.meanwhile != nil)
      try report.expectNothingShownBeforeTheRepositoryActed()
      try report.expectSuccess(.delete, meanwhile: step.meanwhile != nil)
      try expect("the list, in its order", report.after.posts.bytes, equals: session.model.list.bytes)
      try expect(
        "the post in the store", !report.stored.contains { $0.key == UUID.post(number).uuidString })
      try expect("the drafts", report.after.drafts.bytes, equals: session.model.drafts.bytes)
    }
    try await session.expectListAndStoreMatchModel()
    try await session.reopen()
    try await session.expectListAndStoreMatchModel()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 50: Delete failure feedback**
  static let failedDeletionsAreExplained = Requirement<PersonalOSSystem>(
    "POS-50", "Delete failure feedback",
    says: """
      If a deletion fails, the dashboard announces one failure with the reason, and shows and throws the \
      error. The post stays in the store and at its place in the list, and a draft of the post stays \
      too.
      """,
    covers: "12.4", of: "SocialDashboardViewModel", needs: [.storage],
    mustCatch: [.dashboardHidesDeletionErrors]
  ).holds(
    forAll: .postHistory(deletes: true, failures: 6),
    requiring: [
      "fails for a post that is there": 0.15, "fails for one that is not the last": 0.1,
      "the store refuses": 0.02, "saves another meanwhile": 0.02, "fails for one with a draft": 0.01,
    ]
  ) { history, system, trial in
    var session = try await SocialDriver(system, holding: history.stored)
    for step in history.steps {
      let report = try await session.perform(step)
      guard case .delete(let number) = step.operation, let failure = step.failure, report.wasThere
      else { continue }
      trial.label("fails for a post that is there")
      trial.label("fails for one that is not the last", if: report.before.posts.last?.id != .post(number))
      trial.label("the store refuses", if: failure == .storeRefuses)
      trial.label("saves another meanwhile", if: step.meanwhile != nil)
      let error = try report.expectFailure(.delete, meanwhile: step.meanwhile != nil)
      try expect("the error", failure.causes(error))
      let message = report.after.lastOperation?.message ?? ""
      let reason = error?.userMessage ?? ""
      try expect("“\(message)” gives the reason, \(reason)", message.contains(reason))
      let kept = report.after.posts.filter { $0.id != step.meanwhile?.id }
      try expect("the posts that were there, in their order", kept.bytes, equals: report.before.posts.bytes)
      trial.label("fails for one with a draft", if: report.after.drafts.contains { $0.id == .post(number) })
      try expect("the drafts", report.after.drafts.bytes, equals: session.model.drafts.bytes)
      try await session.expectListAndStoreMatchModel()
    }
    try await session.expectListAndStoreMatchModel()
    try await session.end()
  }

  // **Feature: system-architecture-upgrade-p0, Property 51: Operation loading indicator**
  static let loadingIsShown = Requirement<PersonalOSSystem>(
    "POS-51", "Operation loading indicator",
    says: """
      The dashboard shows that it is loading exactly while at least one save, deletion or load is under \
      way, even if they overlap, fail or are cancelled. Operations on one post take effect in the order \
      of the requests. No unsaved text is lost. In the end, the list equals the store.
      """,
    covers: "12.5", of: "SocialDashboardViewModel", needs: [.storage, .concurrency],
    mustCatch: [.dashboardHidesDeletionErrors]
  ).holds(
    forAll: .postOverlap, scheduled: .mixed,
    requiring: [
      "two overlap": 0.5, "three overlap": 0.3, "fails while others run": 0.15,
      "is cancelled": 0.1, "is cancelled while others run": 0.04, "two overlap on one post": 0.2,
      "is deleted, and not saved again": 0.03,
    ]
  ) { overlap, system, trial in
    let session = try await OverlapDriver(system, overlap)
    try await session.run()
    for label in await session.classes { trial.label(label) }
    try expect(
      "moments when isLoading was not what (operations under way > 0) was", await session.contradictions,
      equals: [])
    try expect("isLoading when all is done", await session.dashboard.isLoading, equals: false)
    try expect(
      "announcements, each operation's own", await session.announced.sorted(),
      equals: await session.outcomes.sorted())
    try expect("unsaved posts that are no longer drafts", await session.lostDrafts, equals: [])
    try expect(
      "later operations overtaken by earlier ones", try await session.overtaken(), equals: [])
    try expect(
      "lastOperation", await session.dashboard.lastOperation, equals: await session.announcedLast)
    try expect("the list is what is stored", await session.listed, equals: try await session.stored())
    try await session.expectNoListForWhoeverIsGone()
    try await session.end()
  }
}
