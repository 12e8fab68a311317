import PersonalOSReference

/// The screens of an app, those of closed scenes too.
struct Screens: Sendable, Equatable {
  var scenes: [Screen]
  /// In all scenes, since the beginning.
  var modelsMade: Int
  /// The views that were evaluated because an object changed.
  var evaluated: [String] = []

  /// POS-72 claims what is found at each place, what its view shows, and who is evaluated.
  static func agreeOnObjects(_ expected: Screens, _ actual: Screens) -> Bool {
    func sights(_ screens: Screens) -> [[String]] {
      screens.scenes.flatMap(\.rows).map { [$0.view, "\($0.content)"] + $0.finds }
    }
    return sights(expected) == sights(actual) && expected.evaluated == actual.evaluated
  }
}

/// All that can be seen of a scene, or of what is left of it when it is closed.
struct Screen: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case nothing
    case text(String)
    /// A sentence, whatever it says.
    case error
    case errorWithoutWords
  }

  struct Row: Sendable, Equatable {
    let view: String
    var phase: ViewPhase
    var content = Content.nothing
    /// By which of its descriptions a visible view was told of its last evaluation.
    var updated: Int?
    /// Whether what it started when it appeared goes on.
    var runsATask = false
    /// The nearest object of each kind, or that there is none. Looked up as soon as there is an object at all.
    var finds: [String] = []
  }

  var rows: [Row] = []
  /// The operations that failed.
  var banners: [String] = []
  var modelsKept = 0
}
