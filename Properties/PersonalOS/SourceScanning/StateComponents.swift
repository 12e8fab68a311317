import Foundation
import PersonalOSReference
import StorageContract

/// Every component of the core that holds state which views show. POS-70 tests whether each is observable and whether views are
/// told of changes. A test compares the list with the sources.
enum StateComponents {
  static let all: [StateComponent] = [
    priceBoard, errorPresenter, loadModel, viewEnvironment, taskManager, dependentModel, privacyManager,
    configurationService, newsFeed, socialDashboard, focusSessions,
  ]

  static let priceBoard = StateComponent("PriceBoard") {
    let board = PriceBoard()
    let show: @MainActor @Sendable (PriceSource, Int) -> Void = { source, number in
      let price = PriceData(price: Decimal(number), timestamp: start, source: source)
      board.show(PriceSheet(prices: ["AAPL": price], revision: board.revision + 1))
    }
    return .init(
      board,
      probes: [
        .shows("prices", { board.prices }) { show(.realtime, $0) },
        .shows("indicator", { board.indicator }) { show($0.isMultiple(of: 2) ? .mock : .delayed, $0) },
        .shows("isUsingMockData", { board.isUsingMockData }) { show($0.isMultiple(of: 2) ? .mock : .realtime, $0) },
        .shows("revision", { board.revision }) { show(.realtime, $0) },
      ])
  }

  static let errorPresenter = StateComponent("ErrorPresenter") {
    let presenter = ErrorPresenter(log: DiagnosticLog())
    let present: @MainActor @Sendable (Int) -> Void = { number in
      while presenter.currentError != nil { presenter.dismiss() }
      presenter.present(NetworkError.serverError(number), during: "test")
    }
    return .init(
      presenter,
      probes: [
        .shows("currentError", { presenter.currentError?.error }, change: present),
        .shows("errorQueue", { presenter.errorQueue.map(\.error) }, change: present),
      ])
  }

  static let loadModel = StateComponent("LoadModel") {
    let answer = Remembered<Result<[String], NetworkError>>(.success([]))
    let model = LoadModel(operation: "load", presenter: ErrorPresenter(log: DiagnosticLog())) { try answer.now.get() }
    let load: @MainActor @Sendable (Result<[String], NetworkError>) async -> Void = { result in
      answer.set(result)
      await model.load()
    }
    return .init(
      model,
      probes: [
        .shows("value", { model.value }) { await load(.success([String($0)])) },
        .shows("state", { model.state }) { await load(.failure(.serverError($0))) },
      ])
  }

  static let viewEnvironment = StateComponent("ViewEnvironment") {
    let environment = ViewEnvironment()
    let parents = [0, 1].map { number in
      let parent = ViewEnvironment()
      parent.provide(Marker(number))
      return parent
    }
    let found: @MainActor @Sendable () -> Int? = { (try? environment.object(Marker.self))?.number }
    return .init(
      environment,
      probes: [
        .shows("what comes from above", found) { number in
          environment.withdraw(Marker.self)
          environment.move(below: parents[number % 2])
        },
        .shows("what is provided here", found) { environment.provide(Marker($0)) },
      ])
  }

  static let taskManager = StateComponent("TaskManager") {
    let manager = TaskManager()
    return .init(
      manager,
      probes: [
        .shows("activeTasks", { manager.activeTasks.keys.map(\.description).sorted() }) { number in
          // The earlier task leaves the list when it ends. The new one cannot, before the main actor is left.
          for task in Array(manager.activeTasks.values) { await task.value }
          manager.start(id: "\(number)") { _ in }
        }
      ])
  }

  static let start = Date(timeIntervalSinceReferenceDate: 0)
}

extension StateComponent.Probe {
  /// A probe of what `value` returns.
  static func shows<Value>(
    _ name: String, _ value: @escaping @MainActor @Sendable () -> Value,
    change: @escaping @MainActor @Sendable (Int) async throws -> Void
  ) -> StateComponent.Probe {
    StateComponent.Probe(name, read: { String(describing: value()) }, change: change)
  }
}
