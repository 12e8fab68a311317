import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// A watermark as a system has drawn it.
struct DrawnWatermark {
  let plan: WatermarkCase
  let image: Bitmap
  let marked: Bitmap
  /// How much of each pixel letters cover, 0 to 255: what opaque ink leaves on a transparent image.
  let coverage: [UInt8]
  /// How much brighter or darker each pixel became, over white.
  let lumaChanges: [Double]

  /// Of the text; it rises to the right if the sine is above 0.
  var direction: (sine: Double, cosine: Double) {
    (sin(plan.style.angle * .pi / 180), cos(plan.style.angle * .pi / 180))
  }

  /// A place in the frame of the text, from the middle of the image, as columns and rows of the image.
  func place(along: Double, across: Double) -> (x: Double, y: Double) {
    let (sine, cosine) = direction
    let (right, down) = (along * cosine + across * sine, across * cosine - along * sine)
    return (Double(image.width / 2) + right, Double(image.height / 2) + down)
  }
}

extension WatermarkCase {
  /// - Returns: nil if the image is too small for the text.
  func drawn(by system: QuickVaultSystem) throws -> DrawnWatermark? {
    let image = image.bitmap
    let blank = Bitmap(width: image.width, height: image.height, fill: .clear)
    var opaque = style
    (opaque.color, opaque.opacity) = (.black, 1)
    do {
      let marked = try system.parts.images.applyWatermark(text, style: style, to: image)
      let letters = try system.parts.images.applyWatermark(text, style: opaque, to: blank)
      for drawn in [marked, letters] {
        try expect("width and height", [drawn.width, drawn.height], equals: [image.width, image.height])
      }
      let coverage = stride(from: 3, to: letters.pixels.count, by: 4).map { letters.pixels[$0] }
      let changes = coverage.indices.map { place in
        let (x, y) = (place % image.width, place / image.width)
        return abs(image[x, y].luma - marked[x, y].luma)
      }
      return DrawnWatermark(plan: self, image: image, marked: marked, coverage: coverage, lumaChanges: changes)
    } catch WatermarkError.imageTooSmall {
      return nil
    }
  }

  func label(_ trial: Trial) {
    trial.label(image.isOpaque ? "opaque" : "transparent parts")
    trial.label(isRoomy ? "room for a line" : "little room")
    trial.label("turned", if: style.angle != 0)
    trial.label("a letter that no font has", if: text.unicodeScalars.contains { $0.value >= 0xE000 })
    trial.label("from right to left", if: text.unicodeScalars.contains { (0x590...0x5FF).contains($0.value) })
    if case .noise = image.content { trial.label("noise") }
    if case .checkerboard = image.content { trial.label("a checkerboard") }
    if case .flat(let colour) = image.content {
      let channels = [(colour.red, style.color.red), (colour.green, style.color.green), (colour.blue, style.color.blue)]
      trial.label("in the colour of the image", if: channels.allSatisfy { abs(Int($0) - Int($1)) < 64 })
    }
  }
}
