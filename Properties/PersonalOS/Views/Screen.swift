import PersonalOSReference
import PropertyTesting

/// All that can be seen of a scene, or of what is left of it when it is closed.
struct Screen: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case nothing
    case text(String)
    /// A sentence, whatever it says.
    case error
    /// An error that says nothing.
    case emptyError
  }

  struct Row: Sendable, Equatable {
    let view: ViewIdentity
    var phase: ViewPhase
    var content = Content.nothing
    /// By which of its descriptions a visible view was told of its last evaluation.
    var updated: Int?
    /// Whether what it started when it appeared goes on.
    var runsATask = false
  }

  var views: [Row] = []
  /// The operations that failed.
  var banners: [String] = []
  var modelsKept = 0
}

/// The screens of an app, those of closed scenes too.
struct Screens: Sendable, Equatable {
  var scenes: [Screen]
  /// In all scenes, since the beginning.
  var modelsMade: Int
}

extension Screen.Row: CounterexampleDescribable {
  var counterexampleDescription: String {
    let shown =
      switch content {
      case .nothing: "shows nothing"
      case .text(let text): "shows “\(text)”"
      case .error: "shows an error"
      case .emptyError: "shows an error without words"
      }
    let state = if case .unavailable(.missing(let name)) = phase { "unavailable for want of \(name)" } else { "\(phase)" }
    let update = updated.map { ", was told of description \($0)" } ?? ""
    return "\(view) is \(state), \(shown)\(update)\(runsATask ? ", runs its task" : "")"
  }
}
