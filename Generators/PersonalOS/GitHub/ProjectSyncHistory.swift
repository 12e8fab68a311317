import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Projects, and what the user and GitHub change in turn.
public struct ProjectSyncHistory: Sendable {
  /// One step of the history.
  public enum Step: Sendable {
    /// The app syncs while GitHub has these repositories.
    case sync(RepositoryListing)
    /// The user changes one field of a project. The number is its place in ``ProjectSyncHistory/projects``.
    case edit(project: Int, field: String, to: FieldValue)
  }

  /// The projects in the store before the first step. The last ones have no repository.
  public let projects: [StoredProject]
  /// One to three syncs, each with edits after it.
  public let steps: [Step]
  /// What GitHub returns to two syncs that overlap after the steps. Nil: there are no such syncs.
  public let overlap: [RepositoryListing]?
}

extension Generator where Value == ProjectSyncHistory {
  /// One to three syncs with edits between them, over few projects or, in every fourth case, over more than a page of a
  /// careless store holds.
  /// - Parameter localOnly: how many of the projects GitHub does not know, at least and at most. In every fourth case
  ///   there are 17 to 24 more.
  public static func projectSyncHistory(localOnly: ClosedRange<Int> = 0...2) -> Generator {
    Generator { source in
      let many = try source(.frequency((3, .constant(0)), (1, .int(in: 17...24))))
      let count = try source(.int(in: 0...6))
      var projects: [StoredProject] = []
      for number in 0..<count {
        let remoteID = try source(.optional(.int(in: 1...12))).map { Int64($0) }
        let isTaken = projects.contains { $0.project.remoteID == remoteID }
        projects.append(
          try source(.storedProject(id: .project(number), remoteID: isTaken ? nil : remoteID)))
      }
      let lonely = try source(.int(in: localOnly))
      let others = try (0..<(many + lonely)).map { try source(.localOnlyProject(number: count + $0)) }
      let syncs = try source(.int(in: 1...3))
      var steps: [ProjectSyncHistory.Step] = []
      for _ in 0..<syncs {
        let listing = Generator<RepositoryListing>.repositoryListing(
          of: projects, besides: others, count: 0...(many > 0 ? 12 : 7))
        steps.append(.sync(try source(listing)))
        if !projects.isEmpty { steps += try source(.array(of: .edit(of: projects.count), count: 0...4)) }
      }
      let twoTimes = Generator<[RepositoryListing]>.twoTimes(of: projects, besides: others)
      let overlap = try source(.frequency((1, .constant(nil)), (1, twoTimes.map { $0 })))
      return ProjectSyncHistory(projects: projects + others, steps: steps, overlap: overlap)
    }
  }
}

extension Generator where Value == StoredProject {
  /// A project that no listing contains. Either it has no number and a name that is almost a repository's, or its
  /// number no longer exists; in that case another repository may have its name.
  fileprivate static func localOnlyProject(number: Int) -> Generator {
    Generator { source in
      let isOrphan = try source(.bool)
      var stored = try source(
        .storedProject(id: .project(number), remoteID: isOrphan ? Int64(1_000 + number) : nil))
      guard !isOrphan else { return stored }
      if try source(.int(in: 0...5)) == 5 {
        // Begins with a Kelvin sign, which is a k in lower case.
        stored.project.fullName = "octo/\u{212A}it"
      } else {
        stored.project.fullName += try source(.element(of: ["-", ".", "s", " ", "/"]))
      }
      return stored
    }
  }
}

extension Generator where Value == ProjectSyncHistory.Step {
  fileprivate static func edit(of count: Int) -> Generator {
    let text = Generator<FieldValue>.oneOf(
      Generator<String>.projectNotes.map { .text($0) }, .element(of: [.text("Swift"), .text("kit")]))
    let edit = Generator<(String, FieldValue)>.oneOf(
      .zip(.constant("progress"), Generator<Int>.projectProgress.map { .int64(Int64($0)) }),
      .zip(.element(of: ["notes", "status", "name"]), text),
      .zip(.element(of: ["remoteDescription", "language"]), .oneOf(.constant(.null), text)))
    return Generator { source in
      let project = try source(.int(in: 0...(count - 1)))
      let (field, value) = try source(edit)
      return .edit(project: project, field: field, to: value)
    }
  }
}

/// A project in the store, and the same project on GitHub.
public struct ProjectPair: Sendable {
  /// The project in the store.
  public let local: StoredProject
  /// The repository on GitHub.
  public let remote: GitHubRepo
}

extension Generator where Value == ProjectPair {
  /// The two match by number or by name. GitHub's data may be older than the store's.
  public static var projectPair: Generator {
    Generator { source in
      let isNumbered = try source(.frequency((1, .constant(false)), (3, .constant(true))))
      let local = try source(.storedProject(id: .project(0), remoteID: isNumbered ? 7 : nil))
      var remote = try source(.repository(concerning: [local]))
      remote.id = 7
      if !isNumbered { remote.fullName = try source(.sameName(as: local.project.fullName)) }
      return ProjectPair(local: local, remote: remote)
    }
  }
}
