import Observation
import PersonalOSReference

extension ViewHostTwin {
  func evaluateUntilSettled() {
    let most = defect == .hasNoLoopGuard ? 200 : 9
    var count = 0
    repeat {
      evaluate()
      count += 1
      if let model { setup.view.onUpdate(model) }
    } while isDue && count < most
    if !isDue || defect == .hasNoLoopGuard {
      setup.presenter.withdraw(operation: "update \(identity)")
    } else {
      reportThatItNeverSettles()
    }
  }

  func reportThatItNeverSettles() {
    let operation = "update \(identity)"
    guard !setup.presenter.errorQueue.contains(where: { $0.operation == operation }) else { return }
    setup.presenter.present(ViewError.neverSettles(identity), during: operation, retry: nil)
  }

  func evaluate() {
    if defect == .makesAModelPerEvaluation {
      release()
      model = try? setup.store.acquire(modelIdentity)
    }
    isDue = false
    guard let model else {
      shown = .text("")
      return
    }
    registrations += 1
    let number = registrations
    let before = (model as? NumbersModel)?.all
    defer {
      if (model as? NumbersModel)?.all != before, defect != .overlooksWritesInTheBody { isDue = true }
    }
    switch defect {
    case .registersOnce where number > 1: render(model)
    case .freezesItsDependencies:
      render(model)
      freeze(model)
    default: withObservationTracking { render(model) } onChange: { self.noteChange(number) }
    }
  }

  private nonisolated func noteChange(_ number: Int) {
    MainActor.assumeIsolated {
      guard number == registrations else { return }
      switch defect {
      case .evaluatesInsideTheChange: evaluate()
      case .evaluatesPerWrite:
        evaluate()
        isDue = true
      default: isDue = true
      }
    }
  }

  private func render(_ model: any ViewModel) {
    do { shown = .text(try setup.view.body(model, environment)) } catch {
      shown = .error("\(error)")
    }
  }

  /// Looks for changes of what the first evaluation read, whatever the later ones read.
  private func freeze(_ model: any ViewModel) {
    let number = registrations
    guard let numbers = model as? NumbersModel else { return }
    let text = "\(shown)"
    let reads = frozen ?? Set((0..<5).filter { text.contains("\($0)=") || text.contains("\($0)?") })
    frozen = reads
    withObservationTracking {
      for index in reads { _ = numbers[index] }
    } onChange: { self.noteChange(number) }
  }
}
