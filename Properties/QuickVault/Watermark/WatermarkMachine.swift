import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// QV-19 and QV-20: attachments get watermarks, lose them and are shared.
enum WatermarkMachine {
  typealias WatermarkCommand = Command<WatermarkModel, WatermarkDriver>

  static let share = WatermarkCommand("share", weight: 5, with: \.markedAttachment) { model, place in
    model.share(place)
  } system: { driver, place in
    try await driver.share(place)
  }
  .labelled("shares a watermarked image") { $0.attachment?.text != nil }
  .labelled("shares an original") { $0.attachment?.text == nil }
  .labelled("shares after another text") { step in
    step.attachment?.text != nil && step.attachment?.texts.contains { $0 != nil && $0 != step.attachment?.text } == true
  }
  .labelled("shares after a relaunch") { $0.before.hasRelaunched && $0.attachment?.text != nil }

  static let shareAndEnd = WatermarkCommand("shareAndEnd", with: \.markedAttachment) { model, place in
    model.share(place)
  } system: { driver, place in
    try await driver.shareAndEnd(place)
  }
  .labelled("a share ends") { _ in true }

  static let shareUndrawn = WatermarkCommand("shareUndrawn", weight: 2, with: \.undrawnShare) { model, share in
    try model.share(share)
  } system: { driver, share in
    try await driver.share(share)
  }
  .labelled("a share is refused that would lack its watermark") { $0.error != nil }
  .labelled("shares an original though nothing can be drawn") { $0.error == nil }

  static let setText = WatermarkCommand("setText", weight: 6, with: \.edit) { model, edit in
    try model.set(edit)
  } system: { driver, edit in
    try await driver.vault.app.watermarks.updateWatermark(for: driver.ids[edit.place], text: edit.text)
  }
  .labelled("replaces a text") { step in
    step.error == nil && step.attachment?.text != nil && step.attachment?.text != step.edit?.text
  }
  .labelled("sets a text after removing it") { step in
    step.error == nil && step.attachment?.texts.dropFirst().contains(nil) == true
  }
  .labelled("a watermark on no image") { $0.attachment?.file.isImage == false }
  .labelled("a text that cannot be drawn") { step in
    step.attachment?.file.isImage == true && WatermarkEdit.unseen.contains { $0 == step.edit?.text }
  }

  static let removeText = WatermarkCommand("removeText", weight: 2, with: \.markedAttachment) { model, place in
    model.removeText(place)
  } system: { driver, place in
    try await driver.vault.app.watermarks.removeWatermark(from: driver.ids[place])
  }
  .labelled("removes a text") { $0.attachment?.text != nil }

  static let relaunch = WatermarkCommand("relaunch", weight: 3) { model in
    model.hasRelaunched = true
  } system: { driver in
    try await driver.vault.relaunch()
  }

  static let machine = StateMachine(
    initially: .attachments, commands: [share, shareAndEnd, shareUndrawn, setText, removeText, relaunch],
    invariants: [
      Invariant("watermarks in the list", model: \.list, system: { try await $0.list() }),
      Invariant("originals are as they were given") { try await $1.hasOriginals() },
    ]
  )
  .settingUp { driver, model in try await driver.attach(model.attachments) }
  .showing { describe($0.attachments.map(\.text)) }
  .withoutSwarm
}

extension CommandStep<WatermarkModel> {
  /// The attachment that the command is about, before it.
  fileprivate var attachment: WatermarkModel.Attachment? {
    (argument(Int.self) ?? edit?.place).map { before.attachments[$0] }
  }
  fileprivate var edit: WatermarkEdit? { argument() }
}

extension Generator where Value == WatermarkModel {
  /// An image, and up to two images or other files. The first has a text already in half of the cases.
  fileprivate static let attachments = Generator { source in
    var files = [try source(.imageFile(.attachedImage))]
    files += try source(.array(of: .frequency((1, .imageFile(.attachedImage)), (1, .otherFile)), count: 0...2))
    var model = WatermarkModel(attachments: files.map { WatermarkModel.Attachment(file: $0, texts: []) })
    if try source(.bool) { model.attachments[0].texts = [try source(.element(of: WatermarkEdit.texts))] }
    return model
  }
}

extension WatermarkModel {
  fileprivate var markedAttachment: Generator<Int> { attachment(weight: 8) { $0.text != nil } }

  fileprivate var undrawnShare: Generator<UndrawnShare> {
    .build(
      UndrawnShare.init, from: markedAttachment,
      .element(of: [.fontUnavailable("nowhere"), .unsupportedImage, .imageTooSmall]))
  }

  fileprivate var edit: Generator<WatermarkEdit> {
    Generator { source in
      let text = try source(.frequency((8, .element(of: WatermarkEdit.texts)), (1, .element(of: WatermarkEdit.unseen))))
      return WatermarkEdit(place: try source(attachment(weight: 1) { !$0.file.isImage }), text: text)
    }
  }

  /// - Parameter weight: of those that are meant, beside 4 for any.
  private func attachment(weight: Int, where isMeant: (Attachment) -> Bool) -> Generator<Int> {
    let meant = attachments.indices.filter { isMeant(attachments[$0]) }
    let any = Generator<Int>.int(in: 0...(attachments.count - 1))
    return meant.isEmpty ? any : .frequency((4, any), (weight, .element(of: meant)))
  }
}
