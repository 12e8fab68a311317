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
  fileprivate typealias Apply = ChangedImages.Apply

  /// A fault that draws otherwise, by what the right drawing gives.
  fileprivate static func drawing(
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
  fileprivate func changing(_ change: (inout [UInt8]) -> Void) -> Bitmap {
    var bytes = pixels
    change(&bytes)
    return Bitmap(width: width, height: height, pixels: bytes) ?? self
  }

  /// The pixels of this image, each taken from another place of it.
  fileprivate func taking(width: Int, height: Int, _ place: (_ x: Int, _ y: Int) -> (Int, Int)) -> Bitmap {
    var taken = Bitmap(width: width, height: height)
    for y in 0..<taken.height {
      for x in 0..<taken.width {
        let (column, row) = place(x, y)
        taken[x, y] = self[min(max(0, column), self.width - 1), min(max(0, row), self.height - 1)]
      }
    }
    return taken
  }

  fileprivate var mirrored: Bitmap { taking(width: width, height: height) { x, y in (width - 1 - x, y) } }
}

// What QV-17 must catch.
extension Fault<QuickVaultSystem> {
  static let scalesTheImageDown = drawing("scalesTheImageDown", "returns an image of half the size") {
    draw, text, style, image throws(WatermarkError) in
    let marked = try draw(text, style, image)
    return marked.scaled(toFit: max(1, max(marked.width, marked.height) / 2))
  }

  static let cropsTheImage = drawing("cropsTheImage", "loses the last row and column") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).taking(width: image.width - 1, height: image.height - 1) { ($0, $1) }
  }

  static let quantisesAllPixels = drawing("quantisesAllPixels", "drops the two lowest bits of every channel, as a lossy format may") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).changing { bytes in
      for place in bytes.indices where place % 4 != 3 { bytes[place] &= 0xFC }
    }
  }

  static let drawsABandBehindTheText = drawing("drawsABandBehindTheText", "draws an opaque band through the middle") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).changing { bytes in
      let first = image.height / 2 * image.width * 4
      for place in first..<(first + image.width * 4) { bytes[place] = 255 }
      for place in first..<(first + image.width * 4) where place % 4 == 0 { bytes[place] = 200 }
    }
  }

  static let flattensAlpha = drawing("flattensAlpha", "makes every pixel opaque") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).changing { bytes in
      for place in stride(from: 3, to: bytes.count, by: 4) { bytes[place] = 255 }
    }
  }

  static let drawsTwice = drawing("drawsTwice", "applies the opacity twice over") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, try draw(text, style, image))
  }

  static let ignoresTheOpacity = drawing("ignoresTheOpacity", "draws opaque letters") {
    draw, text, style, image throws(WatermarkError) in
    var opaque = style
    if style.opacity > WatermarkStyle.unseenOpacity { opaque.opacity = 1 }
    return try draw(text, opaque, image)
  }

  static let shiftsTheImage = drawing("shiftsTheImage", "moves the image by a pixel") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).taking(width: image.width, height: image.height) { ($0 + 1, $1) }
  }

  static let darkensTheImage = drawing("darkensTheImage", "darkens every pixel by one, as a colour conversion may") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).changing { bytes in
      for place in bytes.indices where place % 4 != 3 && bytes[place] > 0 { bytes[place] -= 1 }
    }
  }

  static let coversTheImageWithText = drawing("coversTheImageWithText", "leaves no room between tiles") {
    draw, text, style, image throws(WatermarkError) in
    let once = try draw(text, style, image)
    // The same, seven pixels further on, in each direction, again and again.
    var all = once
    for step in 1...6 {
      for y in 0..<image.height {
        for x in 0..<image.width where all[x, y] == image[x, y] {
          let other = once[(x + step * 7) % image.width, (y + step * 5) % image.height]
          if other != image[(x + step * 7) % image.width, (y + step * 5) % image.height] { all[x, y] = other }
        }
      }
    }
    return all
  }
}

// What QV-18 must catch.
extension Fault<QuickVaultSystem> {
  static let keepsTheInkOnItsOwnColour = drawing(
    "keepsTheInkOnItsOwnColour", "draws with the style's colour, seen or not") {
    draw, text, style, image throws(WatermarkError) in
    let marked = try draw(text, style, image)
    return marked.changing { bytes in
      for place in stride(from: 0, to: bytes.count, by: 4)
      where bytes[place..<(place + 4)] != image.pixels[place..<(place + 4)] {
        let ink = [style.color.red, style.color.green, style.color.blue]
        for channel in 0..<3 {
          let own = Double(image.pixels[place + channel]) * (1 - style.opacity)
          bytes[place + channel] = UInt8((own + Double(ink[channel]) * style.opacity).rounded())
        }
      }
    }
  }

  static let drawsBesideTheImage = drawing("drawsBesideTheImage", "draws outside of the image") {
    draw, text, style, image throws(WatermarkError) in
    _ = try draw(text, style, image)
    return image
  }

  static let drawsWithoutInk = drawing("drawsWithoutInk", "draws with a hundredth of the opacity") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).fading(to: image, share: 0.01)
  }

  static let fadesTheText = drawing("fadesTheText", "draws with a third of the opacity") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text, style, image).fading(to: image, share: 0.33)
  }

  static let drawsTheFirstLetter = drawing("drawsTheFirstLetter", "draws the first letter alone") {
    draw, text, style, image throws(WatermarkError) in
    try draw(String(text.prefix(1)), style, image)
  }

  static let dropsTheLastLetter = drawing("dropsTheLastLetter", "loses the last letter of a longer text") {
    draw, text, style, image throws(WatermarkError) in
    try draw(text.count > 1 ? String(text.dropLast()) : text, style, image)
  }

  static let mirrorsTheText = drawing("mirrorsTheText", "draws mirrored letters") {
    draw, text, style, image throws(WatermarkError) in
    var turned = style
    turned.angle = -style.angle
    return try draw(text, turned, image.mirrored).mirrored
  }

  static let turnsTheOtherWay = drawing("turnsTheOtherWay", "takes the angle clockwise") {
    draw, text, style, image throws(WatermarkError) in
    var turned = style
    turned.angle = -style.angle
    return try draw(text, turned, image)
  }

  static let drawsHalfTheSize = drawing("drawsHalfTheSize", "draws letters of half the size") {
    draw, text, style, image throws(WatermarkError) in
    let halved = image.taking(width: image.width * 2, height: image.height * 2) { ($0 / 2, $1 / 2) }
    return try draw(text, style, halved).taking(width: image.width, height: image.height) { ($0 * 2, $1 * 2) }
  }

  static let boxesAllButASCII = drawing("boxesAllButASCII", "has letters for ASCII alone") {
    draw, text, style, image throws(WatermarkError) in
    let replaced = text.unicodeScalars.map { $0.isASCII ? $0 : "?" }
    return try draw(String(String.UnicodeScalarView(replaced)), style, image)
  }

  static let leavesOutWhatNoFontHas = drawing("leavesOutWhatNoFontHas", "leaves out letters that no font has") {
    draw, text, style, image throws(WatermarkError) in
    let known = text.unicodeScalars.filter { $0.properties.generalCategory != .privateUse }
    return known.isEmpty ? image : try draw(String(String.UnicodeScalarView(known)), style, image)
  }

  static let cutsTextThatDoesNotFit = drawing("cutsTextThatDoesNotFit", "draws as much of a text as fits") {
    draw, text, style, image throws(WatermarkError) in
    var rest = text
    while true {
      do throws(WatermarkError) {
        return try draw(rest, style, image)
      } catch {
        guard error == .imageTooSmall, rest.count > 1 else { throw error }
        rest.removeLast()
      }
    }
  }

  static let refusesSmallImages = drawing("refusesSmallImages", "refuses images below 100 pixels") {
    draw, text, style, image throws(WatermarkError) in
    let marked = try draw(text, style, image)
    guard max(image.width, image.height) >= 100 || image.width == 64 else { throw .imageTooSmall }
    return marked
  }

  static let drawsBlankText = drawing("drawsBlankText", "takes text of which nothing is seen") {
    draw, text, style, image throws(WatermarkError) in
    do throws(WatermarkError) {
      return try draw(text, style, image)
    } catch {
      guard error == .emptyText else { throw error }
      return image
    }
  }

  static let takesAnyOpacity = drawing("takesAnyOpacity", "draws with any opacity") {
    draw, text, style, image throws(WatermarkError) in
    do throws(WatermarkError) {
      return try draw(text, style, image)
    } catch {
      guard error == .unreadableStyle else { throw error }
      return image
    }
  }
}

extension Bitmap {
  /// This image, with what it differs from another by made smaller.
  fileprivate func fading(to other: Bitmap, share: Double) -> Bitmap {
    changing { bytes in
      for place in bytes.indices where place < other.pixels.count {
        let own = Double(other.pixels[place])
        bytes[place] = UInt8((own + (Double(bytes[place]) - own) * share).rounded())
      }
    }
  }
}
