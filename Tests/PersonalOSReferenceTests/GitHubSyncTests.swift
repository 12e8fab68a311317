import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract
import Testing

@testable import PersonalOSProperties

/// Decisions about the sync that no property says.
@Suite("GitHub sync")
struct GitHubSyncTests {
  private static let repository = GitHubRepo(
    id: 7, name: "kit", fullName: "octo/kit", description: "A kit", stars: 3, language: "Swift",
    updatedAt: Date(timeIntervalSinceReferenceDate: 5))

  /// Pages by number; what is not there cannot be had.
  private struct Pages: GitHubTransport {
    var pages: [Int: GitHubPage]
    var error: any Error = NetworkError.serverError(404)

    init(_ repositories: [GitHubRepo]...) {
      pages = [:]
      for (index, page) in repositories.enumerated() {
        pages[index + 1] = GitHubPage(
          repositories: page, nextPage: index + 1 < repositories.count ? index + 2 : nil)
      }
    }

    func repositories(of username: String, page: Int) async throws -> GitHubPage {
      guard let page = pages[page] else { throw error }
      return page
    }
  }

  private func sync(_ pages: Pages, _ data: any DataAccess) async throws -> SyncResult {
    try await GitHubSyncService(data: data, transport: pages).syncProjects(username: "octo")
  }

  private func project(_ data: any DataAccess) async throws -> ProjectItem {
    try #require(try await BaseRepository<ProjectItem>(data).fetch().first)
  }

  private func makeData() async throws -> DataActor { DataActor(store: try await MemoryLocation().open()) }

  @Test("A field edited on both sides is a conflict once, and the user's stays")
  func conflict() async throws {
    let data = try await makeData()
    _ = try await sync(Pages([Self.repository]), data)
    var project = try await project(data)
    project.name = "My kit"
    try await BaseRepository(data).save(project)

    var renamed = Self.repository
    renamed.name = "kit 2"
    renamed.language = "C"
    let result = try await sync(Pages([renamed]), data)
    #expect(
      result.conflicts == [
        ProjectConflict(projectID: project.id, field: "name", local: "My kit", remote: "kit 2")
      ])
    let merged = try await self.project(data)
    #expect(merged.name == "My kit" && merged.language == "C")
    #expect(try await sync(Pages([renamed]), data).conflicts.isEmpty)
    #expect(try await self.project(data).name == "My kit")
  }

  @Test("An edit on one side, or the same edit on both, is no conflict")
  func noConflict() async throws {
    let data = try await makeData()
    _ = try await sync(Pages([Self.repository]), data)
    var project = try await project(data)
    project.name = "My kit"
    project.remoteDescription = nil
    try await BaseRepository(data).save(project)
    #expect(try await sync(Pages([Self.repository]), data).conflicts.isEmpty)
    #expect(try await self.project(data).name == "My kit")

    var same = Self.repository
    same.name = "My kit"
    #expect(try await sync(Pages([same]), data).conflicts.isEmpty)
    #expect(try await self.project(data).name == "My kit")
    // Both agree since then, so that the next change there is nobody's conflict.
    #expect(try await sync(Pages([Self.repository]), data).conflicts.isEmpty)
    #expect(try await self.project(data).name == "kit")
    #expect(try await self.project(data).remoteDescription == nil)
  }

  @Test("Names are compared without regard to ASCII case, and to nothing else")
  func names() async throws {
    for (name, matches) in [("OCTO/Kit", true), ("octo/\u{212A}it", false), ("octo/kit ", false)] {
      let data = try await makeData()
      let local = ProjectItem(
        id: UUID(), remoteID: nil, name: "", fullName: name, remoteDescription: nil, stars: 0,
        language: nil, updatedAt: Date(timeIntervalSinceReferenceDate: 0))
      try await BaseRepository(data).save(local)
      #expect(try await sync(Pages([Self.repository]), data).added == (matches ? 0 : 1), "\(name)")
    }
  }

  @Test("Of a repository on two pages, the later page tells how it is")
  func duplicates() async throws {
    let data = try await makeData()
    var later = Self.repository
    later.stars = 4
    let result = try await sync(Pages([Self.repository], [later]), data)
    #expect(result.added == 1 && result.updated == 0)
    #expect(try await project(data).stars == 4)
  }

  @Test("A page that cannot be had fails the sync with an error that can be retried")
  func networkErrors() async throws {
    let data = try await makeData()
    var pages = Pages([Self.repository], [])
    pages.pages[2] = nil
    await #expect(throws: AppError.network(.serverError(404), retryable: true)) {
      try await sync(pages, data)
    }
    pages.error = CancellationError()
    await #expect(throws: CancellationError.self) { try await sync(pages, data) }
    #expect(try await BaseRepository<ProjectItem>(data).count() == 0)
  }

  @Test("A list of pages that leads back to itself is an invalid response")
  func endlessPages() async throws {
    let data = try await makeData()
    var pages = Pages([Self.repository])
    pages.pages[1]?.nextPage = 1
    await #expect(throws: AppError.network(.invalidResponse, retryable: true)) {
      try await sync(pages, data)
    }
  }

  @Test("A sync that is asked for while one runs asks GitHub after it, and so stores what is newer")
  func oneAtATime() async throws {
    let data = try await makeData()
    let gitHub = SlowGitHub(Self.repository)
    let service = GitHubSyncService(data: data, transport: gitHub)
    let first = Task { try await service.syncProjects(username: "octo") }
    while await gitHub.waiting.isEmpty { await Task.yield() }
    let second = Task { try await service.syncProjects(username: "octo") }
    let cancelled = Task { try await service.syncProjects(username: "octo") }
    cancelled.cancel()
    for _ in 0..<100 { await Task.yield() }
    #expect(await gitHub.waiting.count == 1, "the second has not asked yet")
    await gitHub.answer()
    #expect(try await first.value.added == 1)
    // Should the cancelled one be first in line, it leaves at once.
    await gitHub.answer()
    #expect(try await second.value.updated == 1)
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await project(data).stars == 2)
  }

  /// Answers when told to, with a repository that has one star for each time it was asked.
  private actor SlowGitHub: GitHubTransport {
    private(set) var waiting: [CheckedContinuation<Void, Never>] = []
    private var repository: GitHubRepo

    init(_ repository: GitHubRepo) {
      self.repository = repository
      self.repository.stars = 0
    }

    func repositories(of username: String, page: Int) async throws -> GitHubPage {
      repository.stars += 1
      let answer = GitHubPage(repositories: [repository], nextPage: nil)
      await withCheckedContinuation { waiting.append($0) }
      return answer
    }

    func answer() async {
      while waiting.isEmpty { await Task.yield() }
      waiting.removeFirst().resume()
    }
  }

  @Test("A stored project that does not read fails the sync, which changes nothing")
  func unreadableProject() async throws {
    let store = try await MemoryLocation().open()
    try await store.write { _ = try $0.put(["name": .text("x")], at: UUID().uuidString, in: "projects") }
    let before = try await store.dump()
    await #expect(throws: UnreadableRecord.self) {
      try await sync(Pages([Self.repository]), DataActor(store: store))
    }
    #expect(try await store.dump() == before)
  }

  @Test("The other sync holds without a defect", arguments: [1, 2, 3])
  func twinHolds(seed: Int) async {
    let twin = Fault<PersonalOSSystem>("isWrittenOtherwise", "is written otherwise") { system in
      system.gitHub.openSync = { DefectiveProjectSync(setup: $0, defect: nil) }
    }
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(twin)
    for property in GitHubSyncProperties.all {
      let result = await Runner(settings: RunSettings(seed: UInt64(seed))).run(property, on: fixture)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }
}
