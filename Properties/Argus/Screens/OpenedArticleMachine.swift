import ArgusReference
import PropertyTesting

/// ARG-S5: several things happen to an opened article while its screen waits for answers. After each command everything has come
/// to rest.
enum OpenedArticleMachine {
  typealias ScreensCommand = ScreensMachine.ScreensCommand

  /// What happens to the opened article, and how long after it the next answer takes, in milliseconds.
  struct Touch: Sendable, CounterexampleDescribable {
    enum Kind: Sendable, Equatable { case bookmark(Bool), read(Bool), write(topic: Int), delete }

    let kind: Kind
    let delay: Int
    var counterexampleDescription: String { "\(kind), an answer after \(delay) ms" }
  }

  /// Several things happen to the opened article, a millisecond after each other: the answers come in any order.
  static let touch = ScreensCommand(
    "touch", weight: 10,
    with: { _ in
      let kind = Generator<Touch.Kind>.frequency(
        (3, Generator<Bool>.bool.map { .bookmark($0) }), (2, Generator<Bool>.bool.map { .read($0) }),
        (3, Generator<Int>.int(in: 1...2).map { .write(topic: $0) }), (2, .constant(.delete)))
      return .array(of: Generator { source in Touch(kind: try source(kind), delay: try source(.frequency((1, .constant(0)), (2, .int(in: 2...9))))) }, count: 3...6)
    }, when: { $0.opened != nil }
  ) { (model: inout ScreensModel, touches: [Touch]) in
    guard let opened = model.opened else { return }
    for touch in touches { model.touch(opened, touch.kind) }
  } system: { screens, touches in
    let shown = try await screens.touch(touches.map { ($0.kind, $0.delay) })
    if touches.contains(where: { $0.kind == .delete }) { return }
    try expect("what is shown is never an earlier version: \(describe(shown))", zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 })
  }
  .labelled("answers come in another order") { step in
    guard let touches = step.argument([Touch].self) else { return false }
    return zip(touches, touches.dropFirst()).contains { $0.delay > $1.delay + 1 }
  }
  .labelled("one action succeeds and another fails") { step in
    guard let touches = step.argument([Touch].self), let number = step.before.opened else { return false }
    var model = step.before
    let failures = touches.compactMap { touch -> Bool? in
      model.touch(number, touch.kind)
      if case .bookmark = touch.kind { return model.detailMessage != nil }
      if case .read = touch.kind { return model.detailMessage != nil }
      return nil
    }
    return failures.contains(true) && failures.contains(false)
  }

  static let machine = StateMachine(
    initially: ScreensModel(),
    commands: [touch, ScreensMachine.open, ScreensMachine.save, ScreensMachine.delete, ScreensMachine.bookmarkOpened],
    invariants: [ScreensMachine.detail]
  )
  .showing(\.detail)
  .withLongCases
  .withoutSwarm
}
