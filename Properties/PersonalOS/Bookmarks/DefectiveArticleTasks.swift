import Foundation
import PersonalOSReference

/// Another implementation of tasks from articles, with one defect.
struct DefectiveArticleTasks: ArticleTasks {
  enum Defect: Sendable {
    case knowsByTitle, looksAndSavesApart, createsAnewOnceDone, renewsTheDate
  }

  private let data: any DataAccess
  private let now: @Sendable () -> Date
  private let defect: Defect?

  init(_ data: any DataAccess, _ now: @escaping @Sendable () -> Date, _ defect: Defect?) {
    self.data = data
    self.now = now
    self.defect = defect
  }

  func createTask(from item: NewsItem) async throws -> TaskCreation {
    let new = ArticleTask(articleID: item.id, title: item.title, createdAt: now())
    if defect == .looksAndSavesApart {
      if let task = try await data.perform({ try $0.fetch(ArticleTask.self, key: item.id) }) {
        return TaskCreation(task: task, created: false)
      }
      try await data.perform { try $0.save(new) }
      return TaskCreation(task: new, created: true)
    }
    let defect = defect
    return try await data.perform { scope in
      let present = try scope.fetch(ArticleTask.self).first { task in
        switch defect {
        case .knowsByTitle: task.title == item.title
        case .createsAnewOnceDone: task.articleID == item.id && !task.isDone
        default: task.articleID == item.id
        }
      }
      if var present {
        if defect == .renewsTheDate {
          present.createdAt = new.createdAt
          try scope.save(present)
        }
        return TaskCreation(task: present, created: false)
      }
      try scope.save(new)
      return TaskCreation(task: new, created: true)
    }
  }

  func completeTask(articleID: String) async throws -> Bool {
    try await data.perform { scope in
      guard var task = try scope.fetch(ArticleTask.self, key: articleID) else { return false }
      task.isDone = true
      try scope.save(task)
      return true
    }
  }

  func deleteTask(articleID: String) async throws -> Bool {
    try await data.perform { try $0.delete(ArticleTask.self, key: articleID) }
  }

  func tasks() async throws -> [ArticleTask] {
    try await data.perform { try $0.fetch(ArticleTask.self) }
  }
}
