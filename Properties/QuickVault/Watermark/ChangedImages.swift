import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference

/// The images of a system, drawing in another way.
struct ChangedImages: ImageProcessing {
  typealias Apply = @Sendable (String, WatermarkStyle, Bitmap) throws(WatermarkError) -> Bitmap

  let base: any ImageProcessing
  let apply: Apply

  func applyWatermark(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap {
    try apply(text, style, bitmap)
  }

  func bitmap(of data: [UInt8]) -> Bitmap? { base.bitmap(of: data) }
  func thumbnail(of data: [UInt8]) -> [UInt8]? { base.thumbnail(of: data) }

  func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8] {
    guard let image = bitmap(of: data) else { throw .unsupportedImage }
    let marked = try applyWatermark(text, style: .fitted(width: image.width, height: image.height), to: image)
    return (try? ImageCodec.encodePNG(marked)) ?? data
  }
}

extension Fault<QuickVaultSystem> {
  typealias Apply = ChangedImages.Apply

  /// A fault that draws otherwise, by what the right drawing gives.
  static func drawing(
    _ id: String, _ fact: String,
    _ apply: @escaping @Sendable (@escaping Apply, String, WatermarkStyle, Bitmap) throws(WatermarkError) -> Bitmap
  ) -> Fault {
    Fault(id, fact) { system in
      let base = system.parts.images
      let right: Apply = { text, style, bitmap throws(WatermarkError) in
        try base.applyWatermark(text, style: style, to: bitmap)
      }
      system.parts.images = ChangedImages(base: base) { text, style, bitmap throws(WatermarkError) in
        try apply(right, text, style, bitmap)
      }
    }
  }
}

extension Bitmap {
  /// The image with its bytes changed, four a pixel.
  func changing(_ change: (inout [UInt8]) -> Void) -> Bitmap {
    var bytes = pixels
    change(&bytes)
    return Bitmap(width: width, height: height, pixels: bytes) ?? self
  }

  /// The pixels of this image, each taken from another place of it.
  func taking(width: Int, height: Int, _ place: (_ x: Int, _ y: Int) -> (Int, Int)) -> Bitmap {
    var taken = Bitmap(width: width, height: height)
    for y in 0..<taken.height {
      for x in 0..<taken.width {
        let (column, row) = place(x, y)
        taken[x, y] = self[min(max(0, column), self.width - 1), min(max(0, row), self.height - 1)]
      }
    }
    return taken
  }

  var mirrored: Bitmap { taking(width: width, height: height) { x, y in (width - 1 - x, y) } }
}
