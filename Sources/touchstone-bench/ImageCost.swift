import Foundation
import ImageStandIns
import QuickVaultReference

/// What a watermark on a photo of 12 megapixels costs, beside reading the photo alone.
enum ImageCost {
  struct Row {
    let what: String
    let seconds: Double
  }

  /// The best of three, of each.
  static func measure() throws -> [Row] {
    let image = photo(width: 4_000, height: 3_000)
    let (jpeg, png) = (try ImageCodec.encodeJPEG(image), try ImageCodec.encodePNG(image))
    let renderer = WatermarkRenderer()
    let text = "仅供办理签证 Visa only"
    return [
      Row(what: "decode JPEG", seconds: try best { _ = try ImageCodec.decode(jpeg) }),
      Row(what: "decode PNG", seconds: try best { _ = try ImageCodec.decode(png) }),
      Row(
        what: "watermark, letters as the app has them",
        seconds: try best { _ = try renderer.apply(text, style: .fitted(width: 4_000, height: 3_000), to: image) }),
      Row(
        what: "watermark, letters of 24 pixels",
        seconds: try best { _ = try renderer.apply(text, style: .standard, to: image) }),
      Row(what: "encode PNG", seconds: try best { _ = try ImageCodec.encodePNG(image) }),
    ]
  }

  static func table(_ rows: [Row]) -> String {
    guard let base = rows.first?.seconds, base > 0 else { return "" }
    return rows.map { row in
      let name = row.what.padding(toLength: 40, withPad: " ", startingAt: 0)
      return "\(name) \(String(format: "%7.3f s  × %5.2f", row.seconds, row.seconds / base))"
    }.joined(separator: "\n")
  }

  private static func best(_ body: () throws -> Void) throws -> Double {
    var best = Double.infinity
    for _ in 0..<3 {
      let start = ContinuousClock.now
      try body()
      best = min(best, start.duration(to: .now) / .seconds(1))
    }
    return best
  }

  /// Hills before a sky, with some grain.
  private static func photo(width: Int, height: Int) -> Bitmap {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    let ridges = (0..<width).map { Double(height) * (0.55 + 0.12 * sin(Double($0) / 500)) }
    for y in 0..<height {
      let sky = UInt8(120 + y * 100 / height)
      for x in 0..<width {
        let grain = UInt8((x &* 7_919 &+ y &* 104_729) % 19)
        if Double(y) > ridges[x] {
          pixels += [40 + grain, 70 + grain, 50 + grain, 255]
        } else {
          pixels += [sky + grain, sky + grain, 220 + grain, 255]
        }
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels) ?? Bitmap(width: width, height: height)
  }
}
