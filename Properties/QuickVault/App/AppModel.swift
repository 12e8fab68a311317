import PropertyTesting
import QuickVaultReference

/// A whole vault as its user knows it: who gets in, what is in it, what is to be seen of it, and what has left it.
struct AppModel: Sendable {
  /// Who gets in. What is in the vault is not told here.
  private(set) var access: AccessModel
  /// In the order in which they were created.
  private(set) var cards: [VaultCard] = []
  private(set) var nextCard = 0
  private(set) var nextFile = 0
  private(set) var nextValue = 0
  /// What was done before the case began.
  private(set) var beginning: [VaultChange] = []

  /// The cards in the list, found by the search or not.
  private(set) var listed: Set<Int> = []
  private(set) var query = ""
  /// The card on the screen with its files.
  private(set) var opened: Int?
  /// The files that other apps can read, and the watermarks over them.
  private(set) var shared: [Int: String?] = [:]
  private(set) var clipboard: String?

  init() { access = AccessModel() }

  /// A vault that was just set up.
  init(password: String) { access = AccessModel(password: password, cards: 0) }

  mutating func begin(with change: VaultChange) throws {
    beginning.append(change)
    try apply(change)
  }

  var isUnlocked: Bool { access.state == .unlocked }
  var hasFiles: Bool { cards.contains { !$0.files.isEmpty } }

  // Who gets in.

  /// Whatever locks empties the screens, and ends what is being shared.
  mutating func withAccess<Result>(_ happen: (inout AccessModel) throws -> Result) rethrows -> Result {
    defer { if !isUnlocked { (listed, query, opened, shared) = ([], "", nil, [:]) } }
    return try happen(&access)
  }

  mutating func demandAccess() throws {
    try withAccess { try $0.demandAccess(orElse: .authentication(.locked)) }
  }

  mutating func relaunch() { withAccess { $0.relaunch() } }

  // What is in the vault.

  mutating func apply(_ change: VaultChange) throws {
    switch change {
    case .create(let card, let value):
      try demandAccess()
      cards.append(VaultCard(number: card, value: value))
      (nextCard, nextValue) = (nextCard + 1, nextValue + 1)
    case .edit(let card, let value):
      try open(card)
      try self.change(card) { $0.value = value }
      nextValue += 1
    case .togglePin(let card): try self.change(card) { $0.isPinned.toggle() }
    case .delete(let card):
      try demandAccess()
      for file in self.card(card)?.files ?? [] { shared[file.number] = nil }
      cards.removeAll { $0.number == card }
      listed.remove(card)
      if opened == card { opened = nil }
    case .attach(let file, let card, let kind):
      try open(card)
      try demandAccess()
      place(of: card).map { cards[$0].files.append(VaultFile(number: file, kind: kind)) }
      nextFile += 1
    case .detach(let file):
      try changeFile(file) { files, place in files.remove(at: place) }
    case .mark(let file, let text):
      try changeFile(file) { files, place in
        guard files[place].kind == .picture else { throw AppError.watermark(.unsupportedImage) }
        files[place].text = text
      }
    case .unmark(let file):
      try changeFile(file) { files, place in files[place].text = nil }
    case .changePassword(let password):
      try withAccess { try $0.change(from: $0.password, to: password) }
    }
  }

  /// A card that a screen has changed stands in the list from then on.
  private mutating func change(_ card: Int, _ edit: (inout VaultCard) -> Void) throws {
    try demandAccess()
    place(of: card).map { edit(&cards[$0]) }
    listed.insert(card)
  }

  /// What was shared of the file as it was is withdrawn.
  private mutating func changeFile(_ file: Int, _ edit: (inout [VaultFile], Int) throws -> Void) throws {
    let card = owner(of: file)
    try open(card)
    try demandAccess()
    guard let place = place(of: card), let filePlace = cards[place].files.firstIndex(where: { $0.number == file })
    else { return }
    try edit(&cards[place].files, filePlace)
    shared[file] = nil
  }

  func card(_ number: Int) -> VaultCard? { cards.first { $0.number == number } }
  func file(_ number: Int) -> VaultFile? { cards.flatMap(\.files).first { $0.number == number } }
  func owner(of file: Int) -> Int { cards.first { $0.files.contains { $0.number == file } }?.number ?? -1 }
  private func place(of card: Int) -> Int? { cards.firstIndex { $0.number == card } }

  // What is to be seen, and what leaves the vault.

  mutating func load() throws {
    try demandAccess()
    listed = Set(cards.map(\.number))
  }

  mutating func search(_ text: String) { query = text }

  mutating func open(_ card: Int) throws {
    if opened == card { return }
    opened = nil
    try demandAccess()
    opened = card
  }

  mutating func share(_ number: Int) throws -> SharedPicture {
    try open(owner(of: number))
    try demandAccess()
    guard let file = file(number) else { return .original }
    shared[number] = file.text
    return file.text.map { .marked($0) } ?? .original
  }

  mutating func endShare(_ file: Int) { shared[file] = nil }

  mutating func copy(_ card: Int) throws {
    try demandAccess()
    clipboard = self.card(card)?.valueText
  }
}

/// A card: its title tells its number.
struct VaultCard: Sendable, Equatable {
  let number: Int
  var value: Int
  var isPinned = false
  var files: [VaultFile] = []

  var title: String { Self.title(number) }
  var valueText: String { Self.text(of: value) }

  static func title(_ number: Int) -> String { "MARKER title \(number)." }
  static func text(of value: Int) -> String { "MARKER value \(value)." }
}

/// A file, by its number, and the watermark over it.
struct VaultFile: Sendable, Equatable {
  let number: Int
  let kind: AttachedKind
  var text: String?

  var name: String { Self.name(number, kind) }

  static func name(_ number: Int, _ kind: AttachedKind) -> String {
    "MARKER file \(number).\(kind == .picture ? "png" : "txt")"
  }
}

/// What another app sees in a file that it was given.
enum SharedPicture: Sendable, Equatable {
  case original
  case marked(String)
  /// Neither the file nor a watermark over it.
  case somethingElse
}

// What can be looked at.
extension AppModel {
  /// All that the screens show.
  var screen: VisibleCards {
    let inList = cards.filter { listed.contains($0.number) && $0.isFound(by: query) }
    let onScreen = opened.flatMap(card)
    let texts = (inList + [onScreen].compactMap { $0 }).flatMap { [$0.title, $0.valueText] }
    let files = onScreen?.files ?? []
    return VisibleCards(
      texts: (texts + files.flatMap { [$0.name, $0.text].compactMap(\.self) } + (query.isEmpty ? [] : [query])).sorted(),
      thumbnails: files.count { $0.kind == .picture })
  }

  /// Whether the system may see the screens.
  var isInSight: Bool { isUnlocked && access.isActive }

  var sharedNames: [String] { cards.flatMap(\.files).filter { shared.keys.contains($0.number) }.map(\.name).sorted() }

  /// Everything that may never be read on the disk; the beginning that all pictures have stands for them.
  var secrets: [String] {
    (0..<nextValue).map { VaultCard.text(of: $0) } + (access.password.isEmpty ? [] : [access.password])
      + ["MARKER document", "PNG\r\n\u{1A}\n\0\0\0\rIHDR"]
  }

  /// The records of what there is.
  var atRest: AtRest {
    let files = cards.reduce(0) { $0 + $1.files.count }
    return AtRest(readable: nil, cards: cards.count, fields: cards.count, files: files, fileContents: files)
  }
}

extension VaultCard: CounterexampleDescribable {
  func isFound(by query: String) -> Bool { query.isEmpty || title.contains(query) || valueText.contains(query) }

  var counterexampleDescription: String {
    let held = files.map { "\($0.kind) \($0.number)\($0.text.map { " marked \(describe($0))" } ?? "")" }
    return "\(isPinned ? "pinned card" : "card") \(number) with value \(value)"
      + (held.isEmpty ? "" : " and \(held.joined(separator: ", "))")
  }
}

extension AppModel: CounterexampleDescribable {
  var counterexampleDescription: String {
    ([access.counterexampleDescription] + cards.map(\.counterexampleDescription)).joined(separator: ", ")
  }
}
