import Foundation
import PersonalOSReference
import StorageContract
import Testing

/// Decisions about bookmarks and tasks from articles.
@Suite("Bookmarks")
struct BookmarkTests {
  private let data: any DataAccess

  init() async throws {
    data = DataActor(store: try await MemoryLocation().open())
  }

  private func item(_ url: String, title: String = "A title") -> NewsItem {
    NewsItem(
      FeedArticle(
        url: url, title: title, summary: "", publishedAt: Date(timeIntervalSince1970: 0), source: "Daily"),
      dataSource: .api)
  }

  @Test("An article without a usable address is found by its item, and by no address")
  func withoutAddress() async throws {
    let bookmarks = BookmarkService(data)
    try await bookmarks.bookmark(item("about:blank"))
    #expect(try await bookmarks.isBookmarked(item("")))
    #expect(try await !bookmarks.isBookmarked(url: "about:blank"))
    try await bookmarks.unbookmark(url: "about:blank")
    #expect(try await bookmarks.bookmarks().count == 1)
  }

  @Test("Bookmarking again keeps the details of the latest delivery")
  func again() async throws {
    let bookmarks = BookmarkService(data)
    try await bookmarks.bookmark(item("https://a.b/?utm_id=1", title: "Old"))
    try await bookmarks.bookmark(item("http://A.B", title: "New"))
    #expect(try await bookmarks.bookmarks().map(\.title) == ["New"])
  }

  @Test("A task that is done is still the article's; a deleted one is not")
  func tasks() async throws {
    let tasks = ArticleTaskService(data) { Date(timeIntervalSince1970: 1) }
    let first = try await tasks.createTask(from: item("https://a.b/", title: "First"))
    #expect(first.created)
    #expect(try await tasks.completeTask(articleID: first.task.articleID))
    let second = try await tasks.createTask(from: item("https://a.b/#x", title: "Second"))
    #expect(!second.created && second.task.isDone && second.task.title == "First")
    #expect(try await tasks.deleteTask(articleID: first.task.articleID))
    #expect(try await !tasks.deleteTask(articleID: first.task.articleID))
    #expect(try await !tasks.completeTask(articleID: first.task.articleID))
    #expect(try await tasks.createTask(from: item("https://a.b/")).created)
  }
}
