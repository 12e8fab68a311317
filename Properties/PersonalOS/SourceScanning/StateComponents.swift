import Foundation
import PersonalOSReference

/// Every component of the core that holds state which views show. POS-70 asks each whether it is observable,
/// and its probes whether a change of theirs is seen. A test compares the list with the sources.
enum StateComponents {
  static let all: [StateComponent] = [
    priceBoard, errorPresenter, loadModel, viewEnvironment, taskManager, dependentModel, privacyManager,
    configurationService, newsFeed, socialDashboard, focusSessions,
  ]

  static let priceBoard = StateComponent("PriceBoard") {
    let board = PriceBoard()
    let show: @MainActor @Sendable (PriceSource, Int) -> Void = { source, number in
      let price = PriceData(
        price: Decimal(number), timestamp: Date(timeIntervalSinceReferenceDate: 0), source: source)
      board.show(PriceSheet(prices: ["AAPL": price], revision: board.revision + 1))
    }
    return StateComponent.Instance(
      board,
      probes: [
        .init("prices") {
          "\(board.prices)"
        } change: {
          show(.realtime, $0)
        },
        .init("indicator") {
          "\(String(describing: board.indicator))"
        } change: {
          show($0.isMultiple(of: 2) ? .mock : .delayed, $0)
        },
        .init("isUsingMockData") {
          "\(board.isUsingMockData)"
        } change: {
          show($0.isMultiple(of: 2) ? .mock : .realtime, $0)
        },
        .init("revision") {
          "\(board.revision)"
        } change: {
          show(.realtime, $0)
        },
      ])
  }

  static let errorPresenter = StateComponent("ErrorPresenter") {
    let presenter = ErrorPresenter(log: DiagnosticLog())
    let present: @MainActor @Sendable (Int) -> Void = { number in
      while presenter.currentError != nil { presenter.dismiss() }
      presenter.present(NetworkError.serverError(number), during: "test")
    }
    return StateComponent.Instance(
      presenter,
      probes: [
        .init("currentError") {
          "\(String(describing: presenter.currentError?.error))"
        } change: {
          present($0)
        },
        .init("errorQueue") {
          "\(presenter.errorQueue.map(\.error))"
        } change: {
          present($0)
        },
      ])
  }

  static let loadModel = StateComponent("LoadModel") {
    let answer = Answer()
    let model = LoadModel(operation: "load", presenter: ErrorPresenter(log: DiagnosticLog())) {
      try await answer.next()
    }
    return StateComponent.Instance(
      model,
      probes: [
        .init("value") {
          "\(String(describing: model.value))"
        } change: { number in
          answer.result = .success([String(number)])
          await model.load()
        },
        .init("state") {
          "\(model.state)"
        } change: { number in
          answer.result = .failure(.serverError(number))
          await model.load()
        },
      ])
  }

  /// What a load comes to.
  @MainActor
  private final class Answer {
    var result: Result<[String], NetworkError> = .success([])

    func next() throws -> [String] { try result.get() }
  }
}
