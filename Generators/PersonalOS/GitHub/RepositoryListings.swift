import Foundation
import PersonalOSReference
import PropertyTesting

/// A user's repositories at one time, and how GitHub serves them.
public struct RepositoryListing: Sendable {
  /// The pages: at least one, the last of which may be empty. A repository may be on two pages.
  public let pages: [[GitHubRepo]]
  /// The number, from 1, of the page that GitHub fails to serve. Nil: it serves all.
  public let failingPage: Int?
  /// The page that the last page names as the next one: itself or an earlier page. Nil: the last page names none.
  public let returnsTo: Int?

  /// Creates a listing. By default GitHub serves all pages and the list has an end.
  public init(pages: [[GitHubRepo]], failingPage: Int? = nil, returnsTo: Int? = nil) {
    self.pages = pages
    self.failingPage = failingPage
    self.returnsTo = returnsTo
  }

  /// Whether GitHub serves every page and the list has an end.
  public var isComplete: Bool { failingPage == nil && returnsTo == nil }

  /// Each repository once, as the last page with it describes it.
  public var repositories: [GitHubRepo] {
    var latest: [GitHubRepo] = []
    for repository in pages.joined().reversed() where !latest.contains(where: { $0.id == repository.id }) {
      latest.append(repository)
    }
    return latest.reversed()
  }
}

extension Generator where Value == RepositoryListing {
  /// A listing that overlaps with `projects`. It has their repositories, renamed or not; repositories named like a
  /// project without a number, or like a project with another number; and others.
  /// - Parameter others: further projects in the store. A repository matches one of them only by chance.
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
      // On GitHub, numbers are unique, and names are unique without regard to case.
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
        // Only one project may look for this name. The specification does not say which of several projects gets which
        // of two repositories.
        let seekers = nameless.count {
          $0.project.fullName.lowercased() == repository.fullName.lowercased()
        }
        let isSought = seekers == 1
        switch try source(.int(in: 0...(isSought ? 4 : 11))) {
        case 1, 2:
          // The repository moved to another page while the app fetched the pages, and may have changed.
          again.stars += try source(.int(in: 0...2))
        case 3...4 where isSought:
          // The repository was renamed while the app fetched the pages, and another one has its name now.
          again.id = Int64(200 + index)
          again.fullName = try source(.sameName(as: repository.fullName))
        default: continue
        }
        let page = try source(.int(in: 0...(pages.count - 1)))
        pages[page].append(again)
      }
      // GitHub mostly fails after a page that it has served.
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
  /// The repositories at one time and, renamed and with more stars, at a later time. GitHub serves every page.
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
  /// The repository of one of `projects`, or a new one with a number from a small range.
  static func repository(concerning projects: [StoredProject]) -> Generator {
    Generator { source in
      var id = Int64(try source(.int(in: 1...16)))
      var fullName = try source(.repositoryName)
      var name = fullName.split(separator: "/").last.map(String.init) ?? fullName
      let followed = try source(.int(in: -3...(projects.count - 1), target: -1))
      if followed == -3 {
        // A repository whose number and name belong to no project.
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
