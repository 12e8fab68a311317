import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference

/// The images of a system, drawing in another way.
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
