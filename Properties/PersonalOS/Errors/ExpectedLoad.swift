import PersonalOSReference

/// The life of a load as a table: which state follows on which event.
struct ExpectedLoad {
  enum Event {
    case begins
    case ends(with: [String])
    case breaks(with: AppError)
    case isCalledOff
  }

  private(set) var state = LoadState.idle
  private(set) var value: [String]?
  private var last = LoadState.idle

  var hasFailed: Bool {
    if case .failed = state { true } else { false }
  }

  mutating func handle(_ event: Event) {
    switch (state, event) {
    // From rest, a load begins; what is on show stays.
    case (.idle, .begins), (.loaded, .begins), (.failed, .begins): (last, state) = (state, .loading)
    // It ends in one of three ways; only success changes what is on show.
    case (.loading, .ends(let list)): (state, value) = (.loaded, list)
    case (.loading, .breaks(let error)): state = .failed(error)
    case (.loading, .isCalledOff): state = last
    // Nothing else can happen.
    case (.loading, .begins), (.idle, _), (.loaded, _), (.failed, _): break
    }
  }
}
