import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// QV-19 and QV-20: attachments get watermarks, lose them and are shared.
enum WatermarkMachine {
  typealias WatermarkCommand = Command<WatermarkModel, WatermarkedVault>

  static let share = WatermarkCommand("share", weight: 5, with: \.markedAttachment) { model, place in
    model.share(place)
  } system: { vault, place in
    try await vault.share(place)
  }
  .labelled("shares a watermarked image") { $0.attachment?.text != nil }
  .labelled("shares an original") { $0.attachment?.text == nil }
  .labelled("shares after another text") { $0.attachment?.text != nil && $0.attachment?.hadAnotherText == true }
  .labelled("shares after a relaunch") { $0.before.hasRelaunched && $0.attachment?.text != nil }

  static let setText = WatermarkCommand("setText", weight: 6, with: { .watermarkEdit(of: $0) }) { model, edit in
    try model.set(edit)
  } system: { vault, edit in
    try await vault.set(edit)
  }
  .labelled("replaces a text") { $0.attachment?.text != nil && $0.attachment?.text != $0.attachmentAfter?.text }
  .labelled("sets a text after removing it") { $0.attachment?.wasRemoved == true && $0.attachmentAfter?.text != nil }
  .labelled("a watermark on no image") { $0.attachment?.file.isImage == false }
  .labelled("a text that cannot be drawn") { step in
    step.argument(WatermarkEdit.self)?.isUnseen == true && step.attachment?.file.isImage == true
  }

  static let removeText = WatermarkCommand("removeText", weight: 2, with: \.markedAttachment) { model, place in
    model.removeText(place)
  } system: { vault, place in
    try await vault.removeText(place)
  }
  .labelled("removes a text") { $0.attachment?.text != nil }

  static let relaunch = WatermarkCommand("relaunch", weight: 3) { model in
    model.hasRelaunched = true
  } system: { vault in
    try await vault.relaunch()
  }

  static let lists = Invariant<WatermarkModel, WatermarkedVault>(
    "watermarks in the list", model: { $0.attachments.map { $0.text.map { Array($0.utf8) } } },
    system: { try await $0.texts().map { $0.map { Array($0.utf8) } } })

  static let originals = Invariant<WatermarkModel, WatermarkedVault>("originals are as they were given") { _, vault in
    try await vault.hasOriginals()
  }

  static let machine = StateMachine(
    initially: WatermarkModel.generator, commands: [share, setText, removeText, relaunch],
    invariants: [lists, originals]
  )
  .showing(\.summary)
  .withoutSwarm
}

extension CommandStep<WatermarkModel> {
  /// The attachment that the command is about, before it.
  fileprivate var attachment: WatermarkModel.Attachment? { place.map { before.attachments[$0] } }
  fileprivate var attachmentAfter: WatermarkModel.Attachment? { place.map { after.attachments[$0] } }
  private var place: Int? { argument(Int.self) ?? argument(WatermarkEdit.self)?.place }
}
