import Foundation

/// Things to do that come from articles: at most one for each, however often it is asked for.
public protocol ArticleTasks: Sendable {
  /// The article's task: the one that is there, open or done, or else a new one.
  func createTask(from item: NewsItem) async throws -> TaskCreation

  /// False, and nothing changed, where the article has no task.
  @discardableResult
  func completeTask(articleID: String) async throws -> Bool

  /// True if there was one. A task may be created anew afterwards.
  @discardableResult
  func deleteTask(articleID: String) async throws -> Bool

  /// Every task, in the order of the articles' ids.
  func tasks() async throws -> [ArticleTask]
}

/// What came of the wish for a task.
public struct TaskCreation: Sendable, Equatable {
  public let task: ArticleTask
  /// False where the task was there already.
  public let created: Bool

  public init(task: ArticleTask, created: Bool) {
    self.task = task
    self.created = created
  }
}

/// Tasks in the store, under the stable ids of their articles.
public struct ArticleTaskService: ArticleTasks {
  private let data: any DataAccess
  private let now: @Sendable () -> Date

  public init(_ data: any DataAccess, now: @escaping @Sendable () -> Date) {
    self.data = data
    self.now = now
  }

  /// Looks and creates in one transaction: nobody comes in between.
  public func createTask(from item: NewsItem) async throws -> TaskCreation {
    let new = ArticleTask(articleID: item.id, title: item.title, createdAt: now())
    return try await data.perform { scope in
      if let task = try scope.fetch(ArticleTask.self, key: item.id) {
        return TaskCreation(task: task, created: false)
      }
      try scope.save(new)
      return TaskCreation(task: new, created: true)
    }
  }

  public func completeTask(articleID: String) async throws -> Bool {
    try await data.perform { scope in
      guard var task = try scope.fetch(ArticleTask.self, key: articleID) else { return false }
      task.isDone = true
      try scope.save(task)
      return true
    }
  }

  public func deleteTask(articleID: String) async throws -> Bool {
    try await data.perform { try $0.delete(ArticleTask.self, key: articleID) }
  }

  public func tasks() async throws -> [ArticleTask] {
    try await data.perform { try $0.fetch(ArticleTask.self) }
  }
}
