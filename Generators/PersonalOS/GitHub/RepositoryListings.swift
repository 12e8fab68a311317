import Foundation
import PersonalOSReference
import PropertyTesting

/// What GitHub has of a user at one time, and how it is served.
public struct RepositoryListing: Sendable {
  /// At least one page; the last may be empty. A repository may be on two pages.
  public let pages: [[GitHubRepo]]
  /// The page that cannot be had, from 1; nil: all can.
  public let failingPage: Int?
  /// The page that the last one names as the next: itself or an earlier one; nil: there is no next.
  public let returnsTo: Int?

  public init(pages: [[GitHubRepo]], failingPage: Int? = nil, returnsTo: Int? = nil) {
    self.pages = pages
    self.failingPage = failingPage
    self.returnsTo = returnsTo
  }

  /// Whether every page can be had, and the list has an end.
  public var isComplete: Bool { failingPage == nil && returnsTo == nil }

  /// Each repository once, as the latest page tells of it.
  public var repositories: [GitHubRepo] {
    var latest: [GitHubRepo] = []
    for repository in pages.joined().reversed() where !latest.contains(where: { $0.id == repository.id }) {
      latest.append(repository)
    }
    return latest.reversed()
  }
}

extension Generator where Value == RepositoryListing {
  /// A listing that has much to do with `projects`: their repositories, renamed or not; repositories named
  /// like a project without a number, or like one of another number; and others.
  /// - Parameter others: projects that are here too, and that no repository follows but by chance.
  public static func repositoryListing(
    of projects: [StoredProject], besides others: [StoredProject] = [], count: ClosedRange<Int>
  ) -> Generator {
    let nameless = (projects + others).filter { $0.project.remoteID == nil }
    let repository = Generator<GitHubRepo>.repository(concerning: projects)
    let mostlySome = Generator<[GitHubRepo]>.frequency(
      (1, .constant([])), (3, .array(of: repository, count: count)),
      (4, .array(of: repository, count: 3...max(3, count.upperBound))))
    return Generator { source in
      var repositories: [GitHubRepo] = []
      // GitHub's numbers are unique, and so are its names, whatever their case.
      for repository in try source(mostlySome)
      where !repositories.contains(where: {
        $0.id == repository.id || $0.fullName.lowercased() == repository.fullName.lowercased()
      }) {
        repositories.append(repository)
      }
      var pages = [[GitHubRepo]]()
      let pageSize = try source(.int(in: 1...4))
      for start in stride(from: 0, to: repositories.count, by: pageSize) {
        pages.append(Array(repositories[start..<min(start + pageSize, repositories.count)]))
      }
      if try pages.isEmpty || source(.int(in: 0...7)) == 7 { pages.append([]) }
      for (index, repository) in repositories.enumerated() {
        var again = repository
        // By one project: which of several would get which of two repositories is nowhere said.
        let seekers = nameless.count {
          $0.project.fullName.lowercased() == repository.fullName.lowercased()
        }
        let isSought = seekers == 1
        switch try source(.int(in: 0...(isSought ? 4 : 11))) {
        case 1, 2:
          // It moved to another page while they were fetched, and may have changed.
          again.stars += try source(.int(in: 0...2))
        case 3...4 where isSought:
          // It was renamed while they were fetched, and another has its name by now.
          again.id = Int64(200 + index)
          again.fullName = try source(.sameName(as: repository.fullName))
        default: continue
        }
        let page = try source(.int(in: 0...(pages.count - 1)))
        pages[page].append(again)
      }
      // Mostly after a page that could be had.
      let last = pages.count
      let failing = Generator<Int?>.frequency(
        (12, .constant(nil)), (1, .constant(1)),
        (last > 1 ? 5 : 0, Generator<Int>.int(in: min(2, last)...last).map { $0 }))
      let returning = Generator<Int?>.frequency(
        (24, .constant(nil)), (1, .constant(last)), (1, Generator<Int>.int(in: 1...last).map { $0 }))
      return RepositoryListing(pages: pages, failingPage: try source(failing), returnsTo: try source(returning))
    }
  }
}

extension Generator where Value == [RepositoryListing] {
  /// What GitHub has at one time and, renamed and starred, at another; every page can be had.
  static func twoTimes(of projects: [StoredProject], besides others: [StoredProject]) -> Generator {
    Generator { source in
      let pages = try source(.repositoryListing(of: projects, besides: others, count: 1...4)).pages
      let later = try pages.map { page in
        try page.map { repository in
          var repository = repository
          repository.stars += 1
          if try source(.bool) { repository.name += " 2" }
          return repository
        }
      }
      return [RepositoryListing(pages: pages), RepositoryListing(pages: later)]
    }
  }
}

extension Generator where Value == GitHubRepo {
  /// A repository that follows one of `projects`, or a new one with a number of a small range.
  static func repository(concerning projects: [StoredProject]) -> Generator {
    Generator { source in
      var id = Int64(try source(.int(in: 1...16)))
      var fullName = try source(.repositoryName)
      var name = fullName.split(separator: "/").last.map(String.init) ?? fullName
      let followed = try source(.int(in: -3...(projects.count - 1), target: -1))
      if followed == -3 {
        // Nobody else's number, and nobody else's name.
        id = Int64(try source(.int(in: 100...120)))
        fullName = "octo/lens\(id)"
      }
      if projects.indices.contains(followed) {
        let project = projects[followed].project
        id = project.remoteID ?? id
        let isRenamed = try project.remoteID != nil && source(.bool)
        if !isRenamed { fullName = try source(.sameName(as: project.fullName)) }
        if try source(.bool) { name = project.name }
      }
      return GitHubRepo(
        id: id, name: name, fullName: fullName, description: try source(.remoteText),
        stars: try source(.int(in: 0...9)), language: try source(.remoteText),
        updatedAt: try source(.projectDate))
    }
  }
}
