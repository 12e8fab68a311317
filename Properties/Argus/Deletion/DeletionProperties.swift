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
      Before the app deletes the first record, it breaks every link between articles and topics, on both sides, and saves \
      this. No save that breaks a link deletes a record. At the first deletion, no link is left in the store.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: [.deletesInBetween]
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
      The app deletes seen records first, then topics, then articles, and all records of a kind before any of the next. \
      After each save, no record names one that is gone.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: [.deletesTopicsFirst]
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
      The app deletes each kind in batches of the requested size, at least 5 and at most 10 (5 by default), and breaks links in \
      such batches too. Each batch is one save. All batches of a kind are full except the last, and none is empty.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: [.nullifiesInOneGo]
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
      While everything is deleted, the UI sees what the store held after some save, never half a batch or an unsaved change, and \
      nothing at the end. A context of somebody's own shows their changes at once, the store and the UI after a save; a refresh \
      discards unsaved ones. Saves and refreshes of one context at the same time take turns: each change is stored once, unless a \
      refresh discards it.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage, .concurrency],
    mustCatch: [.showsDeletesEarly]
  ).holds(
    forAll: .zip(.deletionCase, .contextSteps, .sharedContext), scheduled: .mixed,
    requiring: [
      "the UI sees something in between": 0.1, "a context forgets what was not saved": 0.02, "a save fails": 0.01,
      "a refresh comes between saves": 0.1, "several saves and no refresh": 0.2,
    ]
  ) { (given: (DeletionCase, [ContextStep], SharedContext), system: ArgusSystem, trial: Trial) in
    let (deletion, steps, shared) = given
    let seen = Remembered<[StoredLinks]>([])
    let reader = Remembered<Task<Void, Never>?>(nil)
    try await deletion.run(in: system, anomaly: { device in
      try expect(
        "what the UI sees at first", StoredLinks(await device.app.container.main.objects),
        equals: try await StoredLinks(device.store))
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
      try await shared.run(on: device, trial)
    }
  }

  // Feature: argus-system-patterns, Property 58: Deletion is complete and safe to interrupt
  static let completeness = Requirement<ArgusSystem>(
    "ARG-58", "Deletion is complete and safe to interrupt",
    says: """
      After the deletion, nothing is left of the three kinds, including articles without topics and topics without articles, \
      also after a relaunch. If the app dies midway, the store is consistent. The next run completes the deletion, even if \
      others have deleted some of the rows.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService", needs: [.storage],
    mustCatch: [.over(.bringsDeletedRecordsBack), .over(.limitsScans)]
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
      The log has one entry for each batch of links or records, also for a failed batch, and one for the end. Each entry has the \
      duration, the counts before and after, the number deleted and the links left. An entry is a warning if and only if the \
      counts do not fall as they should.
      """,
    covers: "002 Deletion Best Practices", of: "DeletionService, Logger", needs: [.storage, .virtualTime],
    mustCatch: [.logsSuccessAlone]
  ).holds(forAll: .loggedDeletion, requiring: ["somebody writes in between": 0.2, "a batch fails": 0.1, "something is left at the end": 0.1]) {
    deletion, system, trial in
    try await deletion.run(in: system, trial)
  }
}
