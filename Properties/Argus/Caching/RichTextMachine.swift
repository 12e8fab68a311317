import ArgusReference
import PropertyTesting

/// Rich text that is loaded while articles are edited, blobs damaged and memory is short: ARG-37.
enum RichTextMachine {
  static let machine = StateMachine(
    initially: RichTextModel(), commands: [call(.richTextCall)], closing: [call(.constant(.relaunch))],
    invariants: [
      Invariant("fields without rich text, by article", model: \.missing, system: { try await $0.missingRichText() })
    ]
  )
  .settingUp { driver, model in
    for (number, text) in model.texts.enumerated() { _ = try await driver.perform(.save(number, text: text)) }
  }
  .withLongCases

  private static func call(_ call: Generator<RichTextCall>) -> Command<RichTextModel, CacheDriver> {
    Command("call", with: call) { model, call in
      model.perform(call)
    } system: { driver, call in
      try await driver.perform(call)
    }
    .labelled("from memory") { $0.phase(whileRefusing: false) == .memory }
    .labelled("from the stored blob") { $0.phase(whileRefusing: false) == .storedBlob }
    .labelled("rendered") { $0.phase(whileRefusing: false) == .rendered }
    .labelled("rendered while the store refuses it") { $0.phase(whileRefusing: true) == .rendered }
    .labelled("the article was edited meanwhile") {
      if case .complete(_, _, isOld: true) = $0.argument(RichTextCall.self) { true } else { false }
    }
  }
}

extension CommandStep {
  /// Of a load. Nil: it is none, or the store does otherwise.
  fileprivate func phase(whileRefusing isRefusing: Bool) -> LoadedRichText.Phase? {
    guard case .load(_, _, let refusals) = argument(RichTextCall.self), (refusals != 0) == isRefusing
    else { return nil }
    return result(RichTextAnswer?.self)??.loaded.phase
  }
}

extension Generator where Value == RichTextCall {
  fileprivate static var richTextCall: Generator {
    let article = Generator<Int>.element(of: [0, 0, 0, 1]), field = Generator<RichTextField>.anyCase()
    return .frequency(
      (6, .build({ .load($0, $1, refusals: 0) }, from: article, field)),
      (3, .build({ .load($0, $1, refusals: $2) }, from: article, field, .element(of: [1, nil]))),
      (2, .build({ .complete($0, without: $1, isOld: $2) }, from: article, field, .bool)),
      (2, .build({ .save($0, text: $1) }, from: article, .int(in: 1...3))),
      (3, .build({ .damage($0, $1, $2) }, from: article, field, .anyCase())),
      (1, .constant(.memoryWarning)), (1, .constant(.relaunch)))
  }
}
