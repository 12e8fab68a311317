import Foundation

/// Where text is drawn: the length of an em in pixels, the angle, and a point.
struct Placement: Sendable {
  /// In pixels.
  var size: Double
  /// In degrees; above 0 the text rises to the right.
  var angle: Double
  /// The pen, on the baseline, in pixels from the point of the mask; y grows downwards.
  var x: Double
  var y: Double

  private var radians: Double { angle * .pi / 180 }
  var cosine: Double { cos(radians) }
  var sine: Double { sin(radians) }

  /// The pen, moved along the text and down across it, in ems.
  func moved(along: Double, across: Double) -> Placement {
    var moved = self
    moved.x += size * (along * cosine + across * sine)
    moved.y += size * (across * cosine - along * sine)
    return moved
  }
}
