import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Projects, and what the user and GitHub do with them in turn.
public struct ProjectSyncHistory: Sendable {
  public enum Step: Sendable {
    case sync(RepositoryListing)
    /// The user changes one field of a project, by its place among those that were there first.
    case edit(project: Int, field: String, to: FieldValue)
  }

  public let projects: [StoredProject]
  public let steps: [Step]
  /// What GitHub tells two syncs that overlap in the end; nil: there are none.
  public let overlap: [RepositoryListing]?
}

extension Generator where Value == ProjectSyncHistory {
  /// Up to a few syncs with edits between them, over few projects or, in every fourth case, over more than a
  /// page of a careless store holds.
  /// - Parameter localOnly: how many of the projects GitHub knows nothing of, at most; others by chance.
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
  /// One that no listing has: without a number and with a name nearly like a repository's, or with a number
  /// that is no longer there, in which case its name may be another one's by now.
  fileprivate static func localOnlyProject(number: Int) -> Generator {
    Generator { source in
      let isOrphan = try source(.bool)
      var stored = try source(
        .storedProject(id: .project(number), remoteID: isOrphan ? Int64(1_000 + number) : nil))
      if !isOrphan { stored.project.fullName += try source(.element(of: ["-", ".", "s", " ", "/"])) }
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

/// A project that is here and on GitHub, and what GitHub says of it.
public struct ProjectPair: Sendable {
  public let local: StoredProject
  public let remote: GitHubRepo
}

extension Generator where Value == ProjectPair {
  /// Matched by the number or by the name; what GitHub says may be older than what is here.
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
