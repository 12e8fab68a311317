import Foundation
import ImageStandIns

/// How strongly each pixel of an image changed, 0 to 1, seen in a frame that is turned by an angle around the image's middle.
struct ChangeMap {
  private let width: Int
  private let height: Int
  private let values: [Double]
  private let cosine: Double
  private let sine: Double

  init(before: Bitmap, after: Bitmap, angle: Double) {
    width = before.width
    height = before.height
    cosine = cos(angle * .pi / 180)
    sine = sin(angle * .pi / 180)
    var changes = [Double](repeating: 0, count: width * height)
    guard (after.width, after.height) == (width, height) else {
      values = changes
      return
    }
    var sum = 0.0
    var count = 0.0
    for place in changes.indices {
      let change = Self.change(from: before.pixels, to: after.pixels, at: place * 4)
      changes[place] = Double(change)
      if change > 0 {
        sum += Double(change)
        count += 1
      }
    }
    // Twice the mean is as good as all: where ink hardly differs from the image it changes less than elsewhere.
    let all = count > 0 ? sum / count : 1
    values = changes.map { min(1, $0 / all) }
  }

  /// How much the channel that changed most did. Of pixels that are not opaque, what is seen over white and over black counts: the
  /// colour of one without any alpha is not seen.
  private static func change(from before: [UInt8], to after: [UInt8], at start: Int) -> Int {
    let (old, new) = (Int(before[start + 3]), Int(after[start + 3]))
    var change = 0
    for channel in start..<start + 3 {
      if old == 255 && new == 255 {
        change = max(change, abs(Int(before[channel]) - Int(after[channel])))
      } else {
        let overBlack = Int(before[channel]) * old / 255 - Int(after[channel]) * new / 255
        change = max(change, abs(overBlack), abs(overBlack - old + new))
      }
    }
    return change
  }

  /// The change at a place in the turned frame, between pixels.
  private func value(_ along: Double, _ across: Double) -> Double {
    let x = Double(width / 2) + along * cosine + across * sine - 0.5
    let y = Double(height / 2) + across * cosine - along * sine - 0.5
    let left = Int(x.rounded(.down))
    let top = Int(y.rounded(.down))
    guard left >= -1, top >= -1, left < width, top < height else { return 0 }
    let (right, low) = (x - Double(left), y - Double(top))
    func at(_ x: Int, _ y: Int) -> Double {
      x >= 0 && y >= 0 && x < width && y < height ? values[y * width + x] : 0
    }
    return at(left, top) * (1 - right) * (1 - low) + at(left + 1, top) * right * (1 - low)
      + at(left, top + 1) * (1 - right) * low + at(left + 1, top + 1) * right * low
  }

  private var reach: Int { Int((Double(width * width + height * height).squareRoot() / 2).rounded(.up)) + 1 }

  /// Where letters stand in rows, from above: from the first to the last changed line of each.
  /// - Parameter unit: rows that are nearer than two of it belong together.
  func inkedRows(lines unit: Double) -> [ClosedRange<Double>] {
    let inked = stride(from: -Double(reach), to: Double(reach), by: 0.5).filter { across in
      stride(from: -Double(reach), to: Double(reach), by: 1).contains { value($0, across) > 0.2 }
    }
    return Self.runs(inked, gap: max(2.2, unit * 1.6))
  }

  /// Where tiles stand in a row, from the left.
  func tiles(in rows: ClosedRange<Double>, gap: Double) -> [ClosedRange<Double>] {
    let inked = stride(from: -Double(reach), to: Double(reach), by: 0.5).filter { along in
      stride(from: rows.lowerBound, through: rows.upperBound, by: 1).contains { value(along, $0) > 0.2 }
    }
    return Self.runs(inked, gap: gap)
  }

  private static func runs(_ places: [Double], gap: Double) -> [ClosedRange<Double>] {
    var runs: [ClosedRange<Double>] = []
    for place in places {
      if let last = runs.last, place - last.upperBound <= gap {
        runs[runs.count - 1] = last.lowerBound...place
      } else {
        runs.append(place...place)
      }
    }
    return runs
  }

  /// 16 × 16 squares of a letter's cell, each the mean of what is found at its middle and around it.
  func squares(left: Double, top: Double, unit: Double) -> [Double] {
    var squares: [Double] = []
    squares.reserveCapacity(256)
    for row in 0..<16 {
      for column in 0..<16 {
        let along = left + (Double(column) + 0.5) * unit
        let across = top + (Double(row) + 0.5) * unit
        squares.append(value(along, across))
      }
    }
    return squares
  }
}
