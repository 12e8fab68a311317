import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract
import StorageFaults

/// Everything is deleted, step by step.
public enum DeletionProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [links, order, batches, contexts, completeness, trail]

  // Feature: argus-system-patterns, Property 54: Relationships are nullified and saved before deletion
  static let links = Requirement<ArgusSystem>(
    "ARG-54", "Relationships are nullified and saved before deletion",
    says: """
      Before the first record is deleted, every link between articles and topics has been broken, on both sides, and that is \
      saved: no save that breaks a link deletes anything, and at the first deletion no link is left in the store.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: DeletionTwin.twin.faults(.nullifiesWithTheDeletion, .nullifiesOneSide, .deletesInBetween)
  ).holds(forAll: .deletionCase, requiring: ["links": 0.4, "no links": 0.1]) { deletion, system, trial in
    let hasLinks = deletion.links.contains { !$0.isEmpty }
    trial.label(hasLinks ? "links" : "no links")
    try await deletion.run(in: system) { trace, _ in
      for (place, commit) in trace.commits.enumerated() where !commit.deletes.isEmpty {
        let before = place == 0 ? nil : trace.commits[place - 1].state
        try expect("no links in the store before commit \(place + 1), which deletes", before?.hasLinks ?? hasLinks, equals: false)
        try expect("records that a commit which deletes writes", commit.puts, equals: [])
      }
      try expect("each link is on both sides after every commit", trace.commits.allSatisfy(\.state.isConsistent))
    }
  }

  // Feature: argus-system-patterns, Property 55: Children are deleted before parents
  static let order = Requirement<ArgusSystem>(
    "ARG-55", "Children are deleted before parents",
    says: """
      What was seen is deleted first, then topics, then articles, all of a kind before any of the next; after no save does a \
      record name one that is not there.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: DeletionTwin.twin.faults(.deletesArticlesFirst, .deletesSeenLast, .deletesTopicsFirst)
  ).holds(forAll: .deletionCase, requiring: ["all three kinds": 0.4]) { deletion, system, trial in
    trial.label("all three kinds", if: deletion.seenCount > 0 && deletion.topicCount > 0)
    try await deletion.run(in: system) { trace, _ in
      let kinds = trace.commits.flatMap(\.deletes)
      let expected = Array(repeating: "seen_articles", count: deletion.seenCount)
        + Array(repeating: "topics", count: deletion.topicCount) + Array(repeating: "articles", count: deletion.links.count)
      try expect("the kinds of what is deleted, in order", kinds, equals: expected)
      try expect("no record names one that is gone, after every commit", trace.commits.allSatisfy(\.state.isConsistent))
    }
  }

  // Feature: argus-system-patterns, Property 56: Deletion runs in batches of 5 to 10 with a save after each
  static let batches = Requirement<ArgusSystem>(
    "ARG-56", "Deletion runs in batches of 5 to 10 with a save after each",
    says: """
      Each kind goes in batches of the size that was asked for, at least 5 and at most 10, and 5 if nothing was asked for; so do \
      the links. Each batch is one save, all but the last of a kind are full, and none is empty.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: DeletionTwin.twin.faults(
      .savesOnceAtTheEnd, .takesAnySize, .takesSmallSizes, .savesEmptyBatches, .nullifiesInOneGo)
  ).holds(
    forAll: .deletionCase, requiring: ["too small a size": 0.1, "too large a size": 0.1, "several batches": 0.2]
  ) { deletion, system, trial in
    trial.label("too small a size", if: deletion.batchSize.map { $0 < 5 } ?? false)
    trial.label("too large a size", if: deletion.batchSize.map { $0 > 10 } ?? false)
    trial.label("several batches", if: deletion.links.count > deletion.size)
    try await deletion.run(in: system) { trace, _ in
      let linked = deletion.links.filter { !$0.isEmpty }.count
      let counts = [linked, deletion.seenCount, deletion.topicCount, deletion.links.count]
      let expected = counts.flatMap { count in
        stride(from: 0, to: count, by: deletion.size).map { min(deletion.size, count - $0) }
      }
      let found = trace.commits.map { commit in
        commit.deletes.isEmpty ? commit.puts.filter { $0 == "articles" }.count : commit.deletes.count
      }
      try expect("the batches of links, seen ones, topics and articles", found, equals: expected)
    }
  }

  // Feature: argus-system-patterns, Property 57: Deletion uses its own context
  static let contexts = Requirement<ArgusSystem>(
    "ARG-57", "Deletion uses its own context",
    says: """
      Whenever the UI looks while everything is deleted, it sees what the store held after some save, never half a batch and \
      nothing that is not saved; once the deletion has ended, it sees that nothing is left. A context of somebody's own shows their \
      changes at once, the store and the UI when they are saved; a refresh forgets those that are not.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage, .concurrency],
    mustCatch: DeletionTwin.twin.faults(.usesTheUIsContext, .leavesTheUIAlone, .showsDeletesEarly)
  ).holds(
    forAll: .zip(.deletionCase, .contextSteps), scheduled: .mixed,
    requiring: ["the UI sees something in between": 0.1, "a context forgets what was not saved": 0.02, "a save fails": 0.02]
  ) { (argument: (DeletionCase, [ContextStep]), system: ArgusSystem, trial: Trial) in
    let (deletion, steps) = argument
    let seen = Remembered<[StoredLinks]>([])
    let reader = Remembered<Task<Void, Never>?>(nil)
    try await deletion.run(in: system, anomaly: { device in
      try expect(
        "what the UI sees at first", StoredLinks(await device.app.container.main.objects), equals: try await StoredLinks(device.store))
      try await ContextStep.run(steps, on: device, trial)
      seen.set([StoredLinks(await device.app.container.main.objects)])
      reader.set(Task {
        for _ in 0..<30 {
          let now = StoredLinks(await device.app.container.main.objects)
          seen.withValue { if $0.last != now { $0.append(now) } }
          await Task.yield()
        }
      })
    }) { trace, device in
      await reader.now?.value
      let atFirst = seen.now[0]
      let allowed = [atFirst] + trace.commits.map(\.state)
      trial.label("the UI sees something in between", if: seen.now.count > 2)
      for (place, state) in seen.now.enumerated() {
        try expect("what the UI sees at look \(place + 1) was saved (\(describe(state)))", allowed.contains(state))
      }
      try expect("what the UI sees in the end", StoredLinks(await device.app.container.main.objects), equals: StoredLinks())
    }
  }

  // Feature: argus-system-patterns, Property 58: Deletion is complete and safe to interrupt
  static let completeness = Requirement<ArgusSystem>(
    "ARG-58", "Deletion is complete and safe to interrupt",
    says: """
      Afterwards nothing is left of the three kinds, articles without topics and topics without articles included, also after \
      a relaunch. If the app dies in the middle of it, the store is consistent, and the next run, which finds rows gone that \
      others deleted, does the rest.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: DeletionTwin.twin.faults(.keepsOrphans, .failsOnMissingRows, .trustsItsProgress, .stopsAtAFullBatch),
    [.over(.bringsDeletedRecordsBack), .over(.limitsScans)]
  ).holds(forAll: .interruptedDeletion, requiring: ["the app dies": 0.3, "an orphan": 0.3]) { deletion, system, trial in
    trial.label("an orphan", if: deletion.links.contains { $0.isEmpty })
    try await deletion.run(in: system, dying: true) { trace, device in
      trial.label("the app dies", if: trace.isKilled)
      try await device.relaunch()
      let cut = try await StoredLinks(device.store)
      try expect("the store is consistent at the cut", cut.isConsistent)
      if !trace.isKilled { try expect("nothing is left", cut.isEmpty) }
      // Somebody else deletes what the next run has read.
      trace.disturbNext()
      try await device.app.deletion.deleteAll(batchSize: deletion.batchSize)
      try expect("what is left after the next run", try await StoredLinks(device.store), equals: StoredLinks())
      try await device.relaunch()
      let atLast = try await device.store.read { transaction in
        try ["articles", "topics", "seen_articles", "rich_text"].map { try transaction.count($0) }
      }
      try expect("how many records are left after a relaunch", atLast, equals: [0, 0, 0, 0])
    }
  }

  // Feature: argus-system-patterns, Property 59: Deletion leaves a diagnostic trail
  static let trail = Requirement<ArgusSystem>(
    "ARG-59", "Deletion leaves a diagnostic trail",
    says: """
      Each batch, of links or of records, has one entry in the log, and the end has one: with its duration, how many there were \
      before and after, how many were deleted and how many links are left. A batch that failed has one too. If counts do not fall \
      as they should, the entry is a warning, and otherwise it is none.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService, Logger", needs: [.storage, .virtualTime],
    mustCatch: DeletionTwin.twin.faults(
      .logsSuccessAlone, .logsAfterAsBefore, .neverWarns, .endsCleanAnyway, .logsNoDuration, .logsOnceForAll)
  ).holds(forAll: .loggedDeletion, requiring: ["somebody writes in between": 0.2, "a batch fails": 0.1, "something is left at the end": 0.1]) {
    deletion, system, trial in
    try await deletion.run(in: system, trial)
  }
}
