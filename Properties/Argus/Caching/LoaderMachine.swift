import ArgusReference
import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Rich text that is loaded while articles are edited, blobs damaged and memory is short: ARG-37.
enum LoaderMachine {
  typealias LoaderCommand = Command<LoaderModel, ArgusDevice>

  static let machine = StateMachine(
    initially: LoaderModel.begun, commands: [load, loadDespite, complete, save, damage, memoryWarning, relaunch],
    closing: [relaunch],
    invariants: [
      Invariant("fields without their rich text, by article", model: \.missing, system: { device in
        try await device.app.articleStore.read { reader in
          try LoaderModel.numbers.map { try reader.article(ArticleNames.ids[$0])?.wrongBlobs.map(\.rawValue) ?? [] }
        }
      })
    ]
  )
  .settingUp { device, _ in for number in 0...1 { try await write(number, 1, device) } }
  .withLongCases
  .withoutSwarm
  .showing { model in "texts \(describe(model.texts.keys.sorted().map { "\($0): \(model.texts[$0] ?? -1)" }))" }

  static func launch(_ system: ArgusSystem) async throws -> ArgusDevice {
    var system = system
    system.parts.render = { ArticleNames.rendered($0) }
    return try await ArgusDevice(system)
  }

  private static let load = LoaderCommand(
    "load", weight: 6, with: .zip(.mostlyTheFirst, .element(of: RichTextField.allCases))
  ) { (model: inout LoaderModel, argument: (Int, RichTextField)) in
    try model.load(argument.0, argument.1)
  } system: { device, argument in
    let loaded = try await device.app.articles.richText(argument.1, of: ArticleNames.ids[argument.0])
    return LoaderModel.line(loaded.text, loaded.phase)
  }
  .labelled("from memory") { $0.result(String.self)?.hasSuffix("memory") == true }
  .labelled("from the stored blob") { $0.result(String.self)?.hasSuffix("storedBlob") == true }
  .labelled("rendered") { $0.result(String.self)?.hasSuffix("rendered") == true }

  /// While the store refuses what is put, once, or as often as the app tries.
  private static let loadDespite = LoaderCommand(
    "loadDespite", weight: 3, with: .zip(.mostlyTheFirst, .element(of: RichTextField.allCases), .bool)
  ) { (model: inout LoaderModel, argument: (Int, RichTextField, Bool)) in
    try model.load(argument.0, argument.1, isStored: !argument.2)
  } system: { device, argument in
    device.faults.inject(StoreFault(.put, .fails, times: argument.2 ? nil : 1))
    defer { device.faults.heal() }
    let loaded = try await device.app.articles.richText(argument.1, of: ArticleNames.ids[argument.0])
    return LoaderModel.line(loaded.text, loaded.phase)
  }
  .labelled("rendered while the store refuses it") { $0.result(String.self)?.hasSuffix("rendered") == true }

  /// By a loader that remembers nothing, of an article as somebody has it: without the blob of a field, or with all texts from
  /// before an edit. What is stored is that of the stored text, and what is complete is not written again.
  private static let complete = LoaderCommand(
    "complete", weight: 2, with: .zip(.mostlyTheFirst, .element(of: RichTextField.allCases), .bool)
  ) { (model: inout LoaderModel, argument: (Int, RichTextField, Bool)) in
    let (number, field, isOld) = argument
    guard let text = model.texts[number] else { throw ArgusError.notFound }
    if !isOld { model.stored[number] = Set(RichTextField.allCases) }
    let start = isOld ? "" : LoaderModel.start(of: field)
    let loaded = LoaderModel.line(ArticleNames.rendered(start + (isOld ? "old" : ArticleNames.texts[text])), .rendered)
    return [loaded, "without its rich text: []", "written again: false"]
  } system: { device, argument in
    let (number, field, isOld) = argument
    guard var article = try await device.app.articleStore.read({ try $0.article(ArticleNames.ids[number]) }) else {
      throw ArgusError.notFound
    }
    if isOld {
      (article.title, article.summary, article.body) = ("old", "old", "old")
      article.version -= 1
    }
    article.blobs[field] = nil
    let parts = device.app.parts
    let loader = parts.makeRichTextLoader(
      RichTextLoaderSetup(store: device.app.articleStore, render: parts.render, memoryLimit: 0))
    let loaded = try await loader.load(field, of: article)
    let complete = try await loader.complete(article)
    // Each write leaves its mark.
    let mark = try await device.store.read { try $0.get("last", in: "commits")?.fields }
    _ = try await loader.complete(complete)
    let isWritten = try await device.store.read { try $0.get("last", in: "commits")?.fields } != mark
    return [
      LoaderModel.line(loaded.text, loaded.phase), "without its rich text: \(complete.wrongBlobs.map(\.rawValue))",
      "written again: \(isWritten)",
    ]
  }
  .labelled("the article was edited meanwhile") { $0.argument((Int, RichTextField, Bool).self)?.2 == true }

  private static let save = LoaderCommand("save", weight: 2, with: .zip(.mostlyTheFirst, .int(in: 1...3))) {
    (model: inout LoaderModel, argument: (Int, Int)) in
    model.save(argument.0, text: argument.1)
  } system: { device, argument in
    try await write(argument.0, argument.1, device)
  }

  private static func write(_ number: Int, _ text: Int, _ device: ArgusDevice) async throws {
    let edit = ArticleEdit(article: number, address: nil, form: 0, text: text, topics: [], isRead: false)
    try await device.app.articles.save(edit.model)
  }

  /// Of a blob in the store, of one field or all.
  private static let damage = LoaderCommand(
    "damage", weight: 3, with: .zip(.mostlyTheFirst, .element(of: RichTextField.allCases), .element(of: BlobDamage.allCases))
  ) { (model: inout LoaderModel, argument: (Int, RichTextField, BlobDamage)) in
    model.damage(argument.0, argument.1)
  } system: { device, argument in
    let (number, field, damage) = argument
    let id = ArticleNames.ids[number]
    try await device.store.write { transaction in
      guard let record = try transaction.get(id, in: RichTextBlobs.collection) else { return }
      guard var blobs = try? RichTextBlobs(sealed: record) else { return }
      switch damage {
      case .missing: blobs.blobs[field] = nil
      case .ofAnotherText: blobs.blobs[field] = try RichTextBlob.encode(ArticleNames.rendered("old"), of: "old")
      case .flipped:
        if let last = blobs.blobs[field]?.indices.last { blobs.blobs[field]?[last - 1] = 0 }
      case .readsOtherwise: blobs.blobs[field] = blobs.blobs[field].map(BlobDamage.withAnotherLetter)
      case .cutOff: blobs.blobs[field] = blobs.blobs[field].map { Array($0.prefix(12)) }
      }
      // Such that nothing but the blob itself tells of it.
      try transaction.put(blobs.sealedFields, at: id, in: RichTextBlobs.collection)
    }
  }

  private static let memoryWarning = LoaderCommand("memoryWarning") { model in
    model.remembered = [:]
  } system: { device in
    await device.app.articles.memoryWarning()
  }

  private static let relaunch = LoaderCommand("relaunch") { model in
    model.remembered = [:]
  } system: { device in
    try await device.relaunch()
  }
}

extension Generator where Value == Int {
  fileprivate static var mostlyTheFirst: Generator { .element(of: [0, 0, 0, 1]) }
}

enum BlobDamage: String, Sendable, CaseIterable {
  case missing, ofAnotherText, flipped, cutOff
  /// A letter of the text is another one: all that tells of it is the digest.
  case readsOtherwise

  static func withAnotherLetter(_ blob: [UInt8]) -> [UInt8] {
    let isLetter: (UInt8) -> Bool = { (0x41...0x5A).contains($0 & 0xDF) }
    guard let text = Data(blob).range(of: Data("\"text\":\"".utf8))?.upperBound,
      let place = blob[text...].prefix(while: { $0 != 0x22 }).firstIndex(where: isLetter)
    else { return Array(blob.prefix(12)) }
    var altered = blob
    // No text of a case has it; so twice the same is no repair.
    altered[place] = UInt8(ascii: "q")
    return altered
  }
}
