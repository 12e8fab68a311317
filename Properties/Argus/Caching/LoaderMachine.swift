import ArgusReference
import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Rich text that is loaded while articles are edited, blobs damaged and memory is short: ARG-37.
enum LoaderMachine {
  typealias LoaderCommand = Command<LoaderModel, ArgusDevice>

  static let machine = StateMachine(
    initially: LoaderModel.begun, commands: [load, loadDespite, save, damage, memoryWarning, relaunch], closing: [relaunch],
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

struct LoaderModel: Sendable {
  /// Two articles of one text.
  static let begun = {
    var model = LoaderModel()
    for number in 0...1 { model.save(number, text: 1) }
    return model
  }()

  static let numbers = [0, 1]

  /// By article.
  var texts: [Int: Int] = [:]
  /// Fields whose blob in the store is good.
  var stored: [Int: Set<RichTextField>] = [:]
  /// The text that was remembered last of a field.
  var remembered: [Int: [RichTextField: Int]] = [:]

  /// Of each article, the fields whose blob in the store is not good.
  var missing: [[String]] {
    Self.numbers.map { number in
      RichTextField.allCases.filter { !(stored[number]?.contains($0) ?? false) }.map(\.rawValue)
    }
  }

  mutating func save(_ number: Int, text: Int) {
    texts[number] = text
    stored[number] = Set(RichTextField.allCases)
  }

  mutating func damage(_ number: Int, _ field: RichTextField) { stored[number]?.remove(field) }

  /// - Parameter isStored: whether what is rendered can be stored.
  mutating func load(_ number: Int, _ field: RichTextField, isStored: Bool = true) throws -> String {
    guard let text = texts[number] else { throw ArgusError.notFound }
    let phase: LoadedRichText.Phase
    if remembered[number]?[field] == text {
      phase = .memory
    } else if stored[number]?.contains(field) == true {
      phase = .storedBlob
    } else {
      phase = .rendered
      if isStored { stored[number, default: []].insert(field) }
    }
    remembered[number, default: [:]][field] = text
    let start = field == .title ? "T " : field == .summary ? "S " : ""
    return Self.line(ArticleNames.rendered(start + ArticleNames.texts[text]), phase)
  }

  static func line(_ text: RichText, _ phase: LoadedRichText.Phase) -> String { "\(text.plainText), \(phase)" }
}

/// A second loader, with lists in place of a cache.
actor RichTextLoaderTwin: RichTextLoading {
  enum Defect: String, CaseIterable, Sendable {
    case rendersAlways = "renders a text each time"
    case servesOldText = "serves rich text from before an edit from memory"
    case takesAnyBlob = "accepts a stored blob, whatever text it was made from"
    case takesDamagedBlobs = "accepts a blob although its bytes have changed"
    case takesWhatReads = "takes a blob whose bytes have changed if it reads as rich text"
    case storesNothing = "does not store rendered text"
    case storesAtTheFirstAttempt = "does not store rendered text again if the store refused it once"
    case failsWithTheStore = "fails if the store refuses rendered text"
    case remembersNothing = "does not remember loaded rich text"
    case remembersOneFieldOfAnArticle = "remembers an article's rich text without its field"
  }

  static let twin = Twin<ArgusSystem, Defect>("RichTextLoaderTwin") { system, defect in
    system.parts.makeRichTextLoader = { RichTextLoaderTwin($0, defect) }
  }

  private let setup: RichTextLoaderSetup
  private let defect: Defect?
  private var known: [(id: [UInt8], field: RichTextField, markdown: [UInt8], text: RichText)] = []

  init(_ setup: RichTextLoaderSetup, _ defect: Defect?) {
    self.setup = setup
    self.defect = defect
  }

  func load(_ field: RichTextField, of article: ArticleModel) async throws -> LoadedRichText {
    let (id, markdown) = (Array(article.id.utf8), article.text(of: field))
    func keep(_ text: RichText) {
      known.removeAll { $0.id == id && $0.field == field }
      if defect != .remembersNothing { known.append((id, field, Array(markdown.utf8), text)) }
    }
    let found = known.first {
      $0.id == id && ($0.field == field || defect == .remembersOneFieldOfAnArticle)
        && ($0.markdown == Array(markdown.utf8) || defect == .servesOldText || defect == .remembersOneFieldOfAnArticle)
    }
    if let found, defect != .rendersAlways { return LoadedRichText(text: found.text, phase: .memory) }
    if defect != .rendersAlways, let bytes = article.blobs[field], let text = read(bytes, markdown) {
      keep(text)
      return LoadedRichText(text: text, phase: .storedBlob)
    }
    let text = try setup.render(markdown)
    keep(text)
    if defect != .storesNothing {
      let blob = try RichTextBlob.encode(text, of: markdown)
      do { try await store([field: blob], article) } catch ArgusError.transactionFailed where defect != .failsWithTheStore {}
    }
    return LoadedRichText(text: text, phase: .rendered)
  }

  private func read(_ bytes: [UInt8], _ markdown: String) -> RichText? {
    if defect == .takesAnyBlob, let text = RichTextBlob.decode(bytes, of: "old") { return text }
    if defect == .takesDamagedBlobs, RichTextBlob.decode(bytes, of: markdown) == nil {
      return RichText(blocks: [RichText.Block(.verbatim, runs: [RichText.Run("damaged")])])
    }
    // Both digests have eight bytes.
    if defect == .takesWhatReads, let good = try? RichTextBlob.encode(RichText(), of: markdown), bytes.prefix(8) == good.prefix(8) {
      return try? JSONDecoder().decode(RichText.self, from: Data(bytes.dropFirst(16)))
    }
    return RichTextBlob.decode(bytes, of: markdown)
  }

  private func store(_ blobs: [RichTextField: [UInt8]], _ article: ArticleModel) async throws {
    try await setup.store.transaction { transaction in
      guard let now = try transaction.article(article.id), now.version == article.version else { return }
      do {
        try transaction.backfill(now.blobs.merging(blobs) { $1 }, of: article.id)
      } catch where self.defect == .storesAtTheFirstAttempt {}
    }
  }

  func complete(_ article: ArticleModel) async throws -> ArticleModel {
    var article = article
    var missing: [RichTextField: [UInt8]] = [:]
    for field in RichTextField.allCases {
      let markdown = article.text(of: field)
      if let blob = article.blobs[field], RichTextBlob.decode(blob, of: markdown) != nil { continue }
      missing[field] = try RichTextBlob.encode(try setup.render(markdown), of: markdown)
    }
    if !missing.isEmpty { try await store(missing, article) }
    article.blobs.merge(missing) { $1 }
    return article
  }

  func memoryWarning() { known = [] }
}
