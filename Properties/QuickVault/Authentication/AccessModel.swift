import PlatformStandIns
import PropertyTesting
import QuickVaultReference

/// A vault as its user knows it: who gets in, and what is to be seen.
struct AccessModel: Sendable {
  var state = AuthenticationState.setupRequired
  /// Passwords are equal if only the composition of their letters differs, as in Swift's `==`.
  var password = ""
  var failures = 0
  var lastFailure = Duration.zero
  var biometricFailures = 0
  var now = Duration.zero
  /// Where the user has chosen none; nil: never.
  var policyTimeout: Duration? = .seconds(300)
  var timeout: Duration? = .seconds(300)
  var lastActivity = Duration.zero
  var isInBackground = false
  var isActive = true
  /// The contents of the cards, the oldest first.
  var cards: [String] = []
  /// The contents of the cards in the list.
  var shown: [String] = []
  /// How many files the first card has.
  var files = 0
  /// Whether the first card is on the screen, with its files.
  var isDetailOpen = false
  var clipboard = ClipboardState(text: nil, writes: 0)

  init() {}

  /// A vault that was just launched.
  init(password: String, failures: Int, lastFailure: Duration, biometricFailures: Int) {
    (self.password, state) = (password, .locked)
    (self.failures, self.lastFailure, self.biometricFailures) = (failures, lastFailure, biometricFailures)
  }

  /// A vault that was just set up, with all its cards in the list. If the first card has files, it is on the screen.
  init(password: String, cards count: Int, files: Int = 0) {
    (self.files, isDetailOpen) = (files, files > 0)
    (self.password, state) = (password, .unlocked)
    cards = (0..<count).map { "MARKER \($0)" }
    shown = cards
  }

  enum Answer: Sendable, Equatable {
    case done
    case cards([String])
    /// What the system sees.
    case screen(VisibleCards)
    case clipboard(ClipboardState)
    /// How many passwords are looked at.
    case looks(Int)
  }

  mutating func perform(_ call: AccessCall) throws -> Answer {
    switch call {
    case .setUp(let password): try setUp(password)
    case .enter(let password): try enter(password)
    case .beRecognised(let outcome): try beRecognised(outcome)
    case .change(let old, let new): try change(from: old, to: new)
    case .lock: lock()
    case .enterBackground: enterBackground()
    case .enterForeground:
      (isInBackground, isActive) = (false, false)
      look()
    case .becomeActive:
      becomeActive()
      return .screen(visible ?? VisibleCards())
    case .resignActive: resignActive()
    case .relaunch: relaunch()
    case .restart(let uptime):
      relaunch()
      now = uptime
    case .wait(let time): pass(time)
    case .setClock: break
    case .tick: look()
    case .sleep(let isCancelled):
      guard !isCancelled, let left = untilAutoLock else { break }
      pass(max(.zero, left))
      look()
    case .touch: noteActivity()
    case .setTimeout(let timeout):
      self.timeout = timeout
      look()
    case .damageTimeout:
      relaunch()
      timeout = policyTimeout
    case .add(let content):
      try demandAccess(orElse: .card(.locked))
      cards.append(content)
    case .load:
      try demandAccess(orElse: .card(.locked))
      shown = cards
    case .read:
      try demandAccess(orElse: .card(.locked))
      return .cards(cards.sorted())
    case .openDetail:
      try demandAccess(orElse: .authentication(.locked))
      isDetailOpen = true
    case .attach:
      try demandAccess(orElse: .authentication(.locked))
      files += 1
    case .copy(let content, _):
      try demandAccess(orElse: .authentication(.locked))
      clipboard = ClipboardState(text: content, writes: clipboard.writes + 1)
    case .copyAndLock(let content, let isField):
      defer { lock() }
      _ = try perform(.copy(content, isField: isField))
      return .clipboard(clipboard)
    case .copyElsewhere: clipboard = ClipboardState(text: "another app's", writes: clipboard.writes + 1)
    case .guess(let passwords):
      let failuresBefore = failures
      for password in passwords { try? enter(password) }
      return .looks(failures - failuresBefore)
    case .enterAndLeave(let password): try enter(password)
    case .killAfterLook(let password):
      let isLimited = delay != nil
      try? enter(password)
      relaunch()
      return .looks(isLimited ? 0 : 1)
    case .comeBack:
      pass(.seconds(30))
      if state == .locked { try enter(password) }
    }
    return .done
  }

  // To get in.

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
    lastFailure = min(lastFailure, now)
    if let delay { throw AppError.authentication(.rateLimited(retryAfter: delay)) }
    guard attempt == password else {
      failures += 1
      lastFailure = now
      throw AppError.authentication(.invalidPassword)
    }
    (failures, biometricFailures) = (0, 0)
  }

  /// How long no password is looked at; nil if the next one is. A failure at a time to come was before the device was
  /// restarted: nobody knows how long ago, so the delay begins with the next attempt.
  var delay: Duration? {
    let left = min(lastFailure, now) + .seconds(30) - now
    return failures >= 3 && left > .zero ? left : nil
  }

  // To be locked out.

  mutating func lock() {
    guard state == .unlocked else { return }
    state = .locked
    (shown, isDetailOpen) = ([], false)
  }

  mutating func enterBackground() {
    (isInBackground, isActive) = (true, false)
    lock()
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

  mutating func pass(_ time: Duration) { now += time }

  /// Somebody looks whether it is time to lock.
  mutating func look() {
    if let left = untilAutoLock, left <= .zero { lock() }
  }

  /// Nil if the vault does not lock by itself.
  var untilAutoLock: Duration? { state == .unlocked ? timeout.map { lastActivity + $0 - now } : nil }

  mutating func noteActivity() {
    look()
    if state == .unlocked { lastActivity = now }
  }

  mutating func demandAccess(orElse error: AppError) throws {
    look()
    if state != .unlocked { throw error }
  }

  // What is to be seen.

  /// All that the screens show.
  var screen: VisibleCards {
    let texts = (shown + (isDetailOpen ? cards.prefix(1) : [])).flatMap { [$0, "\($0) tag", "\($0) title"] }
    let names = isDetailOpen ? (0..<files).map { "MARKER file \($0).png" } : []
    return VisibleCards(texts: (texts + names).sorted(), thumbnails: names.count)
  }

  /// What the system may see of the screens; nil for the cover.
  var visible: VisibleCards? { isActive && state == .unlocked ? screen : nil }
}

/// What of cards is to be seen on a screen, or on a picture of it.
struct VisibleCards: Sendable, Equatable {
  /// Sorted.
  var texts: [String] = []
  var thumbnails = 0
}

/// What is on the clipboard, and how often something was put there.
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
    return words.joined(separator: ", ")
  }
}
