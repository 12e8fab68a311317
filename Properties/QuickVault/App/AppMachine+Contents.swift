import PropertyTesting
import QuickVaultReference

// What a user does with an unlocked vault, and what must be after each command.
extension AppMachine {
  static let create = change("create", weight: 5, \.creation)
  static let edit = change("edit", weight: 8, \.edit) { !$0.cards.isEmpty }
  static let togglePin = change("togglePin", weight: 3, \.pin) { !$0.cards.isEmpty }
  static let delete = change("delete", weight: 3, \.deletion) { !$0.cards.isEmpty }
    .labelled("deletes a card with files") { !($0.card?.files ?? []).isEmpty }
    .labelled("deletes the card on the screen") { $0.before.opened != nil && $0.after.opened == nil }
  static let attach = change("attach", weight: 6, \.attachment) { !$0.cards.isEmpty }
  static let detach = change("detach", weight: 2, \.detachment, when: \.hasFiles)
  static let mark = change("mark", weight: 8, \.marking, when: \.hasFiles)
    .labelled("writes over a picture that is shared") { $0.before.shared.count > $0.after.shared.count }
  static let unmark = change("unmark", weight: 2, \.unmarking, when: \.hasFiles)
  static let changePassword = change("changePassword", weight: 4, \.passwordChange)
    .labelled("changes the password of a vault with cards") { $0.error == nil && !$0.before.cards.isEmpty }

  private static func change(
    _ name: String, weight: Int, _ changes: @escaping @Sendable (AppModel) -> Generator<VaultChange>,
    when isPossible: @escaping @Sendable (AppModel) -> Bool = { _ in true }
  ) -> AppCommand {
    AppCommand(name, weight: weight, with: changes, when: { $0.isUnlocked && isPossible($0) }, requiring: { $0.has($1) }) {
      vault, change in
      try locked { try vault.apply(change) }
    } system: { app, change in
      try await locked { try await app.apply(change) }
    }
  }

  static let changeWhileLocked = AppCommand(
    "changeWhileLocked", weight: 4, with: \.anyChange, when: { !$0.isUnlocked }, requiring: { $0.has($1) }
  ) { vault, change in
    try locked { try vault.apply(change) }
  } system: { app, change in
    try await locked { try await app.apply(change) }
  }
  .labelled("a change is refused while it is locked") { _ in true }

  /// The app dies in the middle of a change: it has happened or not, and if anybody was told so it has.
  static let killDuringChange = AppCommand(
    "killDuringChange", weight: 12, with: \.killedChange, when: { $0.isUnlocked && $0.access.failures == 0 },
    requiring: { $0.has($1.change) }
  ) { (vault: inout AppModel, kill: KilledChange) in
    vault.relaunch()
    try? vault.withAccess { try $0.enter($0.password) }
  } system: { app, kill in
    try await app.kill(kill)
  } judging: { vault, kill, found in
    var changed = vault
    let canBe = (try? changed.apply(kill.change)) != nil
    for hasHappened in found.wasAcknowledged ? [true] : [false, true] where canBe || !hasHappened {
      var after = hasHappened ? changed : vault
      guard after.access.password == found.password, after.sortedCards == found.cards else { continue }
      after.relaunch()
      try after.withAccess { try $0.enter(found.password) }
      vault = after
      return
    }
    let expected = found.wasAcknowledged ? changed : vault
    try expect("the password after the kill", found.password, equals: expected.access.password)
    try expect(
      found.wasAcknowledged ? "what was acknowledged before the kill" : "all or nothing of what was killed", found.cards,
      equals: expected.sortedCards)
  }
  .labelled("is killed before a change is stored") { $0.before.cards == $0.after.cards }
  .labelled("is killed after a change is stored") { $0.before.cards != $0.after.cards }

  static let read = AppCommand("read", weight: 6, when: \.isSetUp) { vault in
    try locked { try vault.demandAccess() }
    return vault.sortedCards
  } system: { app in
    try await locked { try await app.contents() }
  }
  .labelled("reads cards with files") { $0.error == nil && $0.before.hasFiles }

  // The screens.

  static let load = AppCommand("load", weight: 5, when: \.isSetUp) { vault in
    try locked { try vault.load() }
  } system: { app in
    try await locked { try await app.load() }
  }

  static let search = AppCommand("search", weight: 4, with: \.anyQuery, when: \.isUnlocked) { vault, query in
    vault.search(query)
  } system: { app, query in
    await app.search(query)
  }
  .labelled("finds some of the cards") { step in
    let cards = step.before.cards.filter { step.before.listed.contains($0.number) }
    return (1..<max(1, cards.count)).contains(cards.count { $0.isFound(by: step.after.query) })
  }

  static let open = AppCommand(
    "open", weight: 6, with: \.anyCard, when: { !$0.cards.isEmpty }, requiring: { $0.card($1) != nil }
  ) { vault, card in
    try locked { try vault.open(card) }
  } system: { app, card in
    try await locked { _ = try await app.open(card) }
  }
  .labelled("a card is opened while it is locked") { !$0.before.isUnlocked }

  static let share = AppCommand("share", weight: 6, with: \.anyFile, when: \.hasFiles, requiring: { $0.file($1) != nil }) {
    vault, file in
    try locked { try vault.share(file) }
  } system: { app, file in
    try await locked { try await app.share(file) }
  }
  .labelled("shares a picture with its watermark") { step in
    if case .marked = step.result(SharedPicture.self) { true } else { false }
  }
  .labelled("a share is refused while it is locked") { $0.error != nil }

  static let endShare = AppCommand(
    "endShare", weight: 2, with: { .element(of: $0.shared.keys.sorted()) }, when: { !$0.shared.isEmpty }
  ) { vault, file in
    vault.endShare(file)
  } system: { app, file in
    await app.endShare(file)
  }

  static let copy = AppCommand(
    "copy", weight: 4, with: \.anyCard, when: { !$0.cards.isEmpty }, requiring: { $0.card($1) != nil }
  ) { vault, card in
    try locked { try vault.copy(card) }
  } system: { app, card in
    try await locked { try await app.copy(card) }
  }
  .labelled("a copy is refused while it is locked") { $0.error != nil }

  // At the end of each case.

  static let comeBack = AppCommand("comeBack") { vault in
    vault.withAccess { $0.becomeActive() }
  } system: { app in
    await app.app.handle(.didBecomeActive)
  }

  static let lockAtLast = AppCommand("lockAtLast") { vault in
    vault.withAccess { $0.lock() }
  } system: { app in
    await app.app.authScreen.lock()
  }

  /// The app has ended: what is stored is what the vault has, and nothing of it can be read.
  static let lookAtTheDisk = AppCommand(
    "lookAtTheDisk", weight: 3, with: { .constant($0.secrets) }, when: { !$0.isUnlocked }
  ) { vault, _ in
    vault.relaunch()
    return vault.atRest
  } system: { app, secrets in
    try await app.atRest(secrets: secrets)
  }

  static let waitOut = AppCommand("waitOut", when: { $0.access.delay != nil }) { vault in
    vault.withAccess { $0.pass(.seconds(30)) }
  } system: { app in
    app.device.clock.advance(by: .seconds(30))
  }

  static let enterRight = AppCommand(
    "enterRight", with: { .constant($0.access.password) }, when: { $0.isSetUp && !$0.isUnlocked }
  ) { vault, password in
    try vault.withAccess { try $0.enter(password) }
  } system: { app, password in
    try await app.enter(password)
  }

  // What must be.

  static let state = AppInvariant("state", model: \.access.state, system: { await $0.state })
  static let screen = AppInvariant("what the screens show", model: \.screen, system: { await $0.screen })
  static let picture = AppInvariant("what the system sees is the cover") { vault, app in
    let picture = await app.picture
    return vault.isInSight || picture == VisibleCards()
  }
  static let key = AppInvariant(
    "the key is at hand while it is unlocked, and then alone", model: \.isUnlocked, system: { await $0.hasKey })
  static let shared = AppInvariant("what other apps can read", model: \.sharedNames, system: { await $0.sharedNames })
  static let clipboard = AppInvariant("the clipboard", model: \.clipboard, system: { await $0.clipboard })
  static let nothingLookedAt = AppInvariant("no password is looked at while none may be") { _, app in
    app.looksWhileLimited == 0
  }
}

extension AppModel {
  var sortedCards: [VaultCard] {
    cards.map { card in
      var card = card
      card.files.sort { $0.number < $1.number }
      return card
    }.sorted { $0.number < $1.number }
  }
}

extension CommandStep<AppModel> {
  /// The card that the change is about, before it.
  fileprivate var card: VaultCard? {
    switch argument(VaultChange.self) {
    case .delete(let card), .edit(let card, _), .togglePin(let card): before.card(card)
    default: nil
    }
  }
}

/// Refused as locked, whichever part of the app says so.
struct VaultIsLocked: Error, Equatable {}

private func locked<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch AppError.card(.locked), AppError.authentication(.locked) { throw VaultIsLocked() }
}

private func locked<Result>(_ body: () async throws -> Result) async throws -> Result {
  do { return try await body() } catch AppError.card(.locked), AppError.authentication(.locked) { throw VaultIsLocked() }
}
