import PlatformStandIns
import PropertyTesting
import QuickVaultReference

/// A vault as its user knows it: who gets in, and what is to be seen.
struct AccessModel: Sendable {
  private(set) var state = AuthenticationState.setupRequired
  /// Equal are passwords that differ in how their letters are composed; so is Swift's `==`.
  private(set) var password = ""
  private(set) var failures = 0
  private(set) var lastFailure = Duration.zero
  private(set) var biometricFailures = 0
  private(set) var now = Duration.zero
  private(set) var timeout: Duration? = .seconds(300)
  private(set) var lastActivity = Duration.zero
  private(set) var isInBackground = false
  private(set) var isActive = true
  /// What the cards hold, in the order in which they were made.
  private(set) var cards: [String] = []
  /// What the list shows.
  private(set) var shown: [String] = []
  /// Of the first card.
  private(set) var files = 0
  /// Whether it is on the screen, with its files.
  private(set) var isDetailOpen = false
  var clipboard = ClipboardState(text: nil, writes: 0)

  init() {}

  /// A vault that was just set up, with so many cards, all of them in the list. If the first has files, it is on the screen.
  init(password: String, cards count: Int, files: Int = 0) {
    (self.files, isDetailOpen) = (files, files > 0)
    self.password = password
    state = .unlocked
    cards = (0..<count).map { "MARKER \($0)" }
    shown = cards
  }

  // What happens by itself.

  mutating func pass(_ time: Duration) { now += time }

  /// Somebody looks whether it is time to lock.
  mutating func look() {
    if let left = untilAutoLock, left <= .zero { lock() }
  }

  /// Nil if it will not lock by itself.
  var untilAutoLock: Duration? {
    guard state == .unlocked, let timeout else { return nil }
    return lastActivity + timeout - now
  }

  mutating func lock() {
    guard state == .unlocked else { return }
    state = .locked
    shown = []
    isDetailOpen = false
  }

  mutating func enterBackground() {
    (isInBackground, isActive) = (true, false)
    lock()
  }

  mutating func enterForeground() {
    (isInBackground, isActive) = (false, false)
    look()
  }

  mutating func becomeActive() {
    (isInBackground, isActive) = (false, true)
    look()
  }

  mutating func resignActive() { isActive = false }

  mutating func relaunch() {
    lock()
    (isInBackground, isActive) = (false, true)
  }

  // What somebody does to get in.

  mutating func setUp(_ password: String) throws {
    if state != .setupRequired { throw AppError.authentication(.alreadyConfigured) }
    try demandLength(of: password)
    self.password = password
    unlock()
    if isInBackground { lock() }
  }

  mutating func enter(_ attempt: String) throws {
    if state == .setupRequired { throw AppError.authentication(.notConfigured) }
    try judge(attempt)
    if isInBackground { throw AppError.authentication(.locked) }
    unlock()
  }

  mutating func beRecognised(_ outcome: BiometricOutcome) throws {
    if state == .setupRequired { throw AppError.authentication(.notConfigured) }
    if biometricFailures >= 3 || outcome == .unavailable { throw AppError.authentication(.biometricUnavailable) }
    if outcome == .failed { biometricFailures += 1 }
    if outcome != .succeeded { throw AppError.authentication(.biometricFailed) }
    if isInBackground { throw AppError.authentication(.locked) }
    unlock()
  }

  mutating func change(from old: String, to new: String) throws {
    if state == .setupRequired { throw AppError.authentication(.notConfigured) }
    if state == .locked { throw AppError.authentication(.locked) }
    try demandLength(of: new)
    try judge(old)
    password = new
  }

  private mutating func unlock() {
    if state == .unlocked { return }
    state = .unlocked
    lastActivity = now
  }

  private func demandLength(of password: String) throws {
    if password.count < 8 { throw AppError.authentication(.passwordTooShort(min: 8)) }
  }

  private mutating func judge(_ attempt: String) throws {
    if let delay { throw AppError.authentication(.rateLimited(retryAfter: delay)) }
    guard attempt == password else {
      failures += 1
      lastFailure = now
      throw AppError.authentication(.invalidPassword)
    }
    (failures, biometricFailures) = (0, 0)
  }

  /// How long no password is looked at; nil if the next one is.
  var delay: Duration? {
    let left = lastFailure + .seconds(30) - now
    return failures >= 3 && left > .zero ? left : nil
  }

  // What is in the vault.

  mutating func demandAccess(orElse error: AppError) throws {
    look()
    if state != .unlocked { throw error }
  }

  mutating func add(_ content: String) { cards.append(content) }

  mutating func load() throws {
    try demandAccess(orElse: .card(.locked))
    shown = cards
  }

  mutating func copy(_ text: String) throws {
    try demandAccess(orElse: .authentication(.locked))
    clipboard = ClipboardState(text: text, writes: clipboard.writes + 1)
  }

  mutating func noteActivity() {
    look()
    if state == .unlocked { lastActivity = now }
  }

  mutating func setTimeout(_ timeout: Duration?) {
    self.timeout = timeout
    look()
  }

  /// All that the screens show.
  var screen: VisibleCards {
    let cardOfDetail = isDetailOpen ? cards.prefix(1) : []
    let texts = (shown + cardOfDetail).flatMap { [$0, "\($0) tag", "\($0) title"] }
    let names = isDetailOpen ? (0..<files).map { "MARKER file \($0).png" } : []
    return VisibleCards(texts: (texts + names).sorted(), thumbnails: names.count)
  }

  /// What the system may see of them: nil for the cover.
  var visible: VisibleCards? { isActive && state == .unlocked ? screen : nil }

  /// The first card with its files.
  mutating func openDetail() throws {
    try demandAccess(orElse: .authentication(.locked))
    isDetailOpen = true
  }

  mutating func attach() throws {
    try demandAccess(orElse: .authentication(.locked))
    files += 1
  }
}

/// What of cards is to be seen on a screen, or on a picture of it.
struct VisibleCards: Sendable, Equatable {
  /// Sorted.
  var texts: [String] = []
  var thumbnails = 0
}

/// What lies on the clipboard, and how often something was put there.
struct ClipboardState: Sendable, Equatable {
  var text: String?
  var writes: Int
}

extension AccessModel: CounterexampleDescribable {
  var counterexampleDescription: String {
    var words = ["\(state) at \(describe(now))"]
    if state != .setupRequired { words.append("password \(describe(password))") }
    if failures > 0 { words.append("\(failures) failures, the last at \(describe(lastFailure))") }
    if biometricFailures > 0 { words.append("\(biometricFailures) failures of biometrics") }
    if isInBackground { words.append("in the background") }
    if !cards.isEmpty { words.append("\(cards.count) cards") }
    if files > 0 { words.append("\(files) files of the first") }
    return words.joined(separator: ", ")
  }
}
