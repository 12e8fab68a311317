import Foundation

/// Tasks that the user makes from articles. Each article has at most one task, however often it is requested.
public protocol ArticleTasks: Sendable {
  /// Returns the task of the article. If it has none yet, open or done, this creates one.
  /// - Throws: what the store throws. Then no task was created.
  func createTask(from item: NewsItem) async throws -> TaskCreation

  /// Marks the article's task as done.
  /// - Returns: false if the article has no task. Then nothing has changed.
  @discardableResult
  func completeTask(articleID: String) async throws -> Bool

  /// Deletes the article's task. You may create a new one later.
  /// - Returns: whether the article had a task.
  @discardableResult
  func deleteTask(articleID: String) async throws -> Bool

  /// All tasks, open and done, in the order of their articles' ids.
  func tasks() async throws -> [ArticleTask]
}

/// The result of a request for a task.
public struct TaskCreation: Sendable, Equatable {
  /// The article's task, new or not.
  public let task: ArticleTask
  /// Whether the request created the task. False means that it existed before.
  public let created: Bool

  /// Creates a result from its parts.
  public init(task: ArticleTask, created: Bool) {
    self.task = task
    self.created = created
  }
}

/// Keeps the tasks in the store. The key of a task is its article's stable id.
public struct ArticleTaskService: ArticleTasks {
  private let data: any DataAccess
  private let now: @Sendable () -> Date

  /// Creates a service over the store of `data`.
  /// - Parameter now: Returns the creation date of a new task.
  public init(_ data: any DataAccess, now: @escaping @Sendable () -> Date) {
    self.data = data
    self.now = now
  }

  /// Looks for the task and creates it in one transaction, so no other write comes in between.
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
