import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference

/// The images of a system, drawing in another way.
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

  static let drawsTheFirstLetter = drawing("drawsTheFirstLetter", "draws only the first letter") {
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

  static let boxesAllButASCII = drawing("boxesAllButASCII", "has letters for ASCII only") {
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

  static let drawsBlankText = drawing("drawsBlankText", "accepts text that draws nothing visible") {
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

// Ink, tiles and lines.
extension Fault<QuickVaultSystem> {
  static let choosesOneInkForAll = drawing("choosesOneInkForAll", "chooses the ink by the mean of the whole image") {
    draw, text, style, image throws(WatermarkError) in
    var (sum, count) = (0.0, 0.0)
    for place in stride(from: 0, to: image.pixels.count, by: 4) {
      sum += 0.299 * Double(image.pixels[place]) + 0.587 * Double(image.pixels[place + 1]) + 0.114 * Double(image.pixels[place + 2])
      count += 1
    }
    var chosen = style
    if abs(style.color.luma - sum / count) < 64 { chosen.color = sum / count < 128 ? .white : .black }
    return try draw(text, chosen, image)
  }

  static let drawsOneTile = drawing("drawsOneTile", "draws the text only in the middle of the image") {
    draw, text, style, image throws(WatermarkError) in
    let marked = try draw(text, style, image)
    let radians = style.angle * .pi / 180
    let (cosine, sine) = (cos(radians), sin(radians))
    return marked.changing { bytes in
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (right, down) = (Double(x - image.width / 2), Double(y - image.height / 2))
          guard abs(right * sine + down * cosine) > style.fontSize else { continue }
          let place = (y * image.width + x) * 4
          for channel in place..<place + 4 { bytes[channel] = image.pixels[channel] }
        }
      }
    }
  }

  static let losesMarks = drawing("losesMarks", "draws letters without the marks over them") {
    draw, text, style, image throws(WatermarkError) in
    let letters = text.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
    return try draw(String(String.UnicodeScalarView(letters)), style, image)
  }

  static let sharesFaintMarks = Fault("sharesFaintMarks", "shares pictures with a tenth of the opacity") { system in
    system.parts.images = FaintShares(base: system.parts.images)
  }

  static let refusesTextOfTwoLines = drawing("refusesTextOfTwoLines", "refuses a text that does not fit in one line") {
    draw, text, style, image throws(WatermarkError) in
    let narrow = text.unicodeScalars.filter { $0.value < 0x600 }.count
    let width = (Double(text.unicodeScalars.count) - Double(narrow) / 2) * 16
    if style.angle == 0, width > Double(image.width) { throw .imageTooSmall }
    return try draw(text, style, image)
  }
}

private struct FaintShares: ImageProcessing {
  let base: any ImageProcessing

  func bitmap(of data: [UInt8]) -> Bitmap? { base.bitmap(of: data) }
  func thumbnail(of data: [UInt8]) -> [UInt8]? { base.thumbnail(of: data) }
  func applyWatermark(_ text: String, style: WatermarkStyle, to bitmap: Bitmap) throws(WatermarkError) -> Bitmap {
    try base.applyWatermark(text, style: style, to: bitmap)
  }
  func watermarked(_ data: [UInt8], text: String) throws(WatermarkError) -> [UInt8] {
    guard let image = bitmap(of: data) else { throw .unsupportedImage }
    var style = WatermarkStyle.fitted(width: image.width, height: image.height)
    style.opacity = 0.1
    return (try? ImageCodec.encodePNG(try base.applyWatermark(text, style: style, to: image))) ?? data
  }
}
