import PropertyTesting

/// Something that a user changes in an unlocked vault.
///
/// Cards and files have numbers that are never used twice; so do the values of cards.
enum VaultChange: Sendable, Equatable {
  case create(card: Int, value: Int)
  case edit(card: Int, value: Int)
  case togglePin(card: Int)
  case delete(card: Int)
  case attach(file: Int, card: Int, AttachedKind)
  case detach(file: Int)
  case mark(file: Int, String)
  case unmark(file: Int)
  case changePassword(to: String)
}

/// What is attached.
enum AttachedKind: Sendable, Equatable, CaseIterable { case picture, document }

extension VaultChange: CounterexampleDescribable {
  var counterexampleDescription: String {
    switch self {
    case .create(let card, let value): "card \(card) with value \(value)"
    case .edit(let card, let value): "card \(card) to value \(value)"
    case .togglePin(let card), .delete(let card): "card \(card)"
    case .attach(let file, let card, let kind): "\(kind) \(file) to card \(card)"
    case .detach(let file): "file \(file)"
    case .mark(let file, let text): "\(describe(text)) over file \(file)"
    case .unmark(let file): "file \(file)"
    case .changePassword(let password): "to \(describe(password))"
    }
  }

  /// For a place where the command's name does not say it.
  var words: String {
    let verb =
      switch self {
      case .create: "create"
      case .edit: "edit"
      case .togglePin: "pin"
      case .delete: "delete"
      case .attach: "attach"
      case .detach: "detach"
      case .mark: "write"
      case .unmark: "take the watermark off"
      case .changePassword: "change the password"
      }
    return "\(verb) \(counterexampleDescription)"
  }
}

/// A change in the middle of which the app dies.
struct KilledChange: Sendable, CounterexampleDescribable {
  let change: VaultChange
  /// Which of the writes.
  let write: Int
  let moment: WriteMoment

  var counterexampleDescription: String { "\(change.words), \(moment) of write \(write)" }
}

// What can be drawn in a state of the vault.
extension AppModel {
  static let passwords = ["correct horse", "tr0ub4dor & 3", "密码密码密码密码", "cafe\u{301} au lait"]
  static let texts = ["A", "B"]

  var creation: Generator<VaultChange> { .constant(.create(card: nextCard, value: nextValue)) }
  var edit: Generator<VaultChange> { anyCard.map { [nextValue] in .edit(card: $0, value: nextValue) } }
  var pin: Generator<VaultChange> { anyCard.map { .togglePin(card: $0) } }
  var deletion: Generator<VaultChange> { anyCard.map { .delete(card: $0) } }
  var detachment: Generator<VaultChange> { anyFile.map { .detach(file: $0) } }
  var unmarking: Generator<VaultChange> { anyFile.map { .unmark(file: $0) } }
  var passwordChange: Generator<VaultChange> { .element(of: Self.passwords.map { .changePassword(to: $0) }) }

  var attachment: Generator<VaultChange> {
    let (cards, file) = (anyCard, nextFile)
    return Generator { source in
      .attach(
        file: file, card: try source(cards),
        try source(.frequency((3, .constant(AttachedKind.picture)), (1, .constant(.document)))))
    }
  }

  var marking: Generator<VaultChange> {
    let files = anyFile
    return Generator { source in .mark(file: try source(files), try source(.element(of: Self.texts))) }
  }

  /// Any that there can be.
  var anyChange: Generator<VaultChange> {
    var kinds: [@Sendable (AppModel) -> Generator<VaultChange>] = [\.creation]
    if !cards.isEmpty { kinds += [\.edit, \.edit, \.attachment, \.pin, \.deletion] }
    if hasFiles { kinds += [\.marking, \.marking, \.unmarking, \.detachment] }
    let (vault, places) = (self, kinds)
    return Generator { source in try source(places[try source(.int(in: 0...(places.count - 1)))](vault)) }
  }

  /// Another text is a change of something that is there, and a password takes several writes.
  var killedChange: Generator<KilledChange> {
    let (change, password) = (anyChange, passwordChange)
    let marked = cards.flatMap(\.files).filter { $0.text != nil }.map(\.number)
    let kinds = (change: 4, password: access.failures == 0 ? 2 : 0, text: marked.isEmpty ? 0 : 3)
    return Generator { source in
      let changed = try source(
        .frequency(
          (kinds.change, change), (kinds.password, password),
          (kinds.text, Generator { .mark(file: try $0(.element(of: marked)), try $0(.element(of: Self.texts))) })))
      let isPassword = if case .changePassword = changed { true } else { false }
      return KilledChange(
        change: changed, write: try source(.int(in: 0...(isPassword ? 3 : 1))), moment: try source(.anyCase()))
    }
  }

  /// Whether there is what the change is about: a change before it may have come to another result than was foreseen.
  func has(_ change: VaultChange) -> Bool {
    switch change {
    case .create(let card, _): card == nextCard
    case .attach(let file, let card, _): file == nextFile && self.card(card) != nil
    case .edit(let card, _), .togglePin(let card), .delete(let card): self.card(card) != nil
    case .detach(let file), .mark(let file, _), .unmark(let file): self.file(file) != nil
    case .changePassword: true
    }
  }

  var anyCard: Generator<Int> { .element(of: cards.map(\.number)) }
  var anyFile: Generator<Int> { .element(of: cards.flatMap(\.files).map(\.number)) }

  /// Mostly of one value alone, so that a search finds some cards and not others.
  var anyQuery: Generator<String> {
    .frequency((4, .element(of: cards.map(\.valueText) + ["MARKER value"])), (1, .element(of: ["", "MARKER nothing"])))
  }
}

extension Generator where Value == AppModel {
  /// Mostly a vault that is set up and has something in it.
  static let vaultWithContents = Generator.frequency(
    (1, .constant(AppModel())),
    (6, Generator { source in
      var vault = AppModel(password: try source(.element(of: AppModel.passwords)))
      for kind in try source(.array(of: contents, count: 0...3)) {
        try vault.begin(with: .create(card: vault.nextCard, value: vault.nextValue))
        if let kind { try vault.begin(with: .attach(file: vault.nextFile, card: vault.nextCard - 1, kind)) }
      }
      let pictures = vault.cards.flatMap(\.files).filter { $0.kind == .picture }.map(\.number)
      if let picture = pictures.first, try source(.bool) {
        try vault.begin(with: .mark(file: picture, try source(.element(of: AppModel.texts))))
      }
      return vault
    }))
}

/// What the card of a vault that is there already has.
private let contents = Generator<AttachedKind?>.element(of: [nil, .picture, .picture, .document])
