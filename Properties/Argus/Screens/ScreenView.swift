import Observation

/// Draws again when it is told that something that it read has changed, as a view of SwiftUI does: what changes untold stays
/// as it was drawn.
@MainActor
final class ScreenView {
  private let draw: @MainActor () -> String
  private(set) var text = ""

  init(_ draw: @escaping @MainActor () -> String) {
    self.draw = draw
    redraw()
  }

  private func redraw() {
    withObservationTracking {
      text = draw()
    } onChange: { [weak self] in
      Task { @MainActor in self?.redraw() }
    }
  }
}
