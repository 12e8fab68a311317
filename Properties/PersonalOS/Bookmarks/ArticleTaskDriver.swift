import PersonalOSGenerators
import PropertyTesting

typealias ArticleTaskHistory = History<ArticleTaskModel.Call, ArticleTaskModel.Answer>

/// Makes calls on tasks, and records what comes of them.
struct ArticleTaskDriver: Sendable {
  var app: BookmarkDriver
  let recorder = HistoryRecorder<ArticleTaskModel.Call, ArticleTaskModel.Answer>()

  /// Takes the step, and lists the tasks after it.
  mutating func take(_ step: ArticleTaskStep, _ trial: Trial) async throws {
    switch step {
    case .atOnce(let calls):
      app.clock.advance(by: .milliseconds(1_500))
      label(calls, trial)
      try await runLanes(calls.map { [$0] }) { [self] call, lane in try await record(call, "task \(lane + 1)") }
    case .relaunch:
      trial.label("reopens with tasks", if: try await !app.tasks.tasks().isEmpty)
      try await app.relaunch()
    }
    try await record(.list, "the user")
  }

  private func record(_ call: ArticleTaskCall, _ client: String) async throws {
    let number = recorder.begin(client, (call, app.clock.date))
    recorder.end(number, .done(try await perform(call)))
  }

  private func perform(_ call: ArticleTaskCall) async throws -> ArticleTaskModel.Answer {
    switch call {
    case .create(let delivery):
      let creation = try await app.tasks.createTask(from: app.item(delivery))
      return .task(Bytewise(creation.task), isNew: creation.created)
    case .complete(let address): return .wasThere(try await app.tasks.completeTask(articleID: address.articleID))
    case .delete(let address): return .wasThere(try await app.tasks.deleteTask(articleID: address.articleID))
    case .list: return .all(try await app.tasks.tasks().map(Bytewise.init))
    }
  }

  private func label(_ calls: [ArticleTaskCall], _ trial: Trial) {
    let created = calls.compactMap { if case .create(let delivery) = $0 { delivery.address.articleID } else { nil } }
    let deleted = calls.compactMap { if case .delete(let address) = $0 { address.articleID } else { nil } }
    trial.label("creates one article's task twice at once", if: Set(created).count < created.count)
    trial.label("deletes and creates at once", if: !Set(created).isDisjoint(with: deleted))
  }
}

extension ArticleTaskHistory {
  func label(_ trial: Trial) {
    var created: Set<String> = []
    for case .done(.task(let task, let isNew)) in calls.map(\.outcome) {
      trial.label("meets a task", if: !isNew)
      trial.label("meets a task that is done", if: !isNew && task.model.isDone)
      trial.label("creates a task anew", if: isNew && !created.insert(task.model.articleID).inserted)
    }
  }
}
