import PersonalOSGenerators
import PropertyTesting

typealias ArticleTaskHistory = History<ArticleTaskModel.Call, ArticleTaskModel.Answer>

extension BookmarkDriver {
  /// Makes the calls of each step at once, and lists the tasks after each step.
  mutating func history(of launches: [[[ArticleTaskCall]]], _ trial: Trial) async throws -> ArticleTaskHistory {
    let recorder = HistoryRecorder<ArticleTaskModel.Call, ArticleTaskModel.Answer>()
    for (number, steps) in launches.enumerated() {
      if number > 0 {
        trial.label("reopens with tasks", if: try await !tasks.tasks().isEmpty)
        try await relaunch()
      }
      for calls in steps {
        calls.label(trial)
        clock.advance(by: .milliseconds(1_500))
        for atOnce in [calls, [.list]] {
          try await runLanes(atOnce.map { [$0] }) { [self] call, lane in
            let number = recorder.begin("task \(lane + 1)", (call, clock.date))
            recorder.end(number, .done(try await perform(call)))
          }
        }
      }
    }
    return recorder.history
  }

  private func perform(_ call: ArticleTaskCall) async throws -> ArticleTaskModel.Answer {
    switch call {
    case .create(let delivery):
      let creation = try await tasks.createTask(from: item(delivery))
      return .task(Bytewise(creation.task), isNew: creation.created)
    case .complete(let address): return .wasThere(try await tasks.completeTask(articleID: address.articleID))
    case .delete(let address): return .wasThere(try await tasks.deleteTask(articleID: address.articleID))
    case .list: return .all(try await tasks.tasks().map(Bytewise.init))
    }
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

extension [ArticleTaskCall] {
  fileprivate func label(_ trial: Trial) {
    let created = compactMap { if case .create(let delivery) = $0 { delivery.address.articleID } else { nil } }
    let deleted = compactMap { if case .delete(let address) = $0 { address.articleID } else { nil } }
    trial.label("creates one article's task twice at once", if: Set(created).count < created.count)
    trial.label("deletes and creates at once", if: !Set(created).isDisjoint(with: deleted))
  }
}
