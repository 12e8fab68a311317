import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The tasks by the ids of their articles: the oracle of POS-69.
struct ArticleTaskModel: Hashable, Sendable {
  typealias Call = (call: ArticleTaskCall, at: Date)

  enum Answer: Equatable, Sendable {
    case task(Bytewise<ArticleTask>, isNew: Bool)
    case wasThere(Bool)
    case all([Bytewise<ArticleTask>])
  }

  static let sequential = SequentialModel<ArticleTaskModel, Call, Answer>(initial: ArticleTaskModel()) {
    $0.perform($1.call, at: $1.at)
  }

  private var tasks: [String: Bytewise<ArticleTask>] = [:]

  mutating func perform(_ call: ArticleTaskCall, at now: Date) -> Answer {
    switch call {
    case .create(let delivery):
      let id = delivery.address.articleID
      if let task = tasks[id] { return .task(task, isNew: false) }
      let task = Bytewise(ArticleTask(articleID: id, title: delivery.article.title, createdAt: now))
      tasks[id] = task
      return .task(task, isNew: true)
    case .complete(let address):
      guard var task = tasks[address.articleID]?.model else { return .wasThere(false) }
      task.isDone = true
      tasks[task.articleID] = Bytewise(task)
      return .wasThere(true)
    case .delete(let address): return .wasThere(tasks.removeValue(forKey: address.articleID) != nil)
    case .list: return .all(tasks.keys.sorted().compactMap { tasks[$0] })
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(Set(tasks.keys)) }
}
