import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// What a watermark does to an image, and that it is read.
public enum WatermarkProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [preservesQuality, isVisible]

  // Feature: quick-vault-ios, Property 17: Watermark Application Preserves Quality
  static let preservesQuality = Requirement<QuickVaultSystem>(
    "QV-17", "Watermark Application Preserves Quality",
    says: """
      A watermark keeps the image's width and height, and leaves every pixel outside its letters bit for bit. The \
      letters cover at most 35 % of the image and change no channel of an opaque pixel by more than the style's \
      opacity. So the signal-to-noise ratio is at least the bound that coverage and opacity give. Equal inputs give \
      equal images.
      """,
    covers: "6.6", of: "WatermarkService.applyWatermark",
    mustCatch: [
      .scalesTheImageDown, .cropsTheImage, .quantisesAllPixels, .drawsABandBehindTheText, .flattensAlpha, .drawsTwice,
      .ignoresTheOpacity, .shiftsTheImage, .darkensTheImage, .coversTheImageWithText,
    ]
  ).holds(
    forAll: .watermark,
    requiring: ["opaque": 0.5, "transparent parts": 0.02, "noise": 0.02, "in the colour of the image": 0.05]
  ) { watermark, system, trial in
    watermark.label(trial)
    let image = watermark.image.bitmap
    guard let marked = try watermark.applied(by: system) else { return }
    try expect("width and height", [marked.width, marked.height], equals: [image.width, image.height])
    try expect("the same watermark again", try watermark.applied(by: system) == marked)

    // Where letters are is seen on a transparent image.
    let letters = try watermark.letters(by: system)
    let difference = ImageDifference(image, marked)
    let strays = difference.changed.first { !letters.contains($0) }
    try expect("a pixel that changed beside the letters", strays, equals: nil)
    let share = Double(difference.changed.count) / Double(image.width * image.height)
    try expect("letters cover at most 35 %", share <= 0.35)
    guard watermark.image.isOpaque else { return }
    let most = Int((255 * watermark.style.opacity).rounded(.up))
    try expect("a channel changes by at most \(most)", difference.largest <= most)
    // A channel is a whole number, so that each may be half of one more.
    let change = 255 * watermark.style.opacity + 0.5
    try expect("mean square of the change", difference.meanSquare <= share * change * change + 1e-6)
  }

  // Feature: quick-vault-ios, Property 18: Watermark Visibility
  static let isVisible = Requirement<QuickVaultSystem>(
    "QV-18", "Watermark Visibility",
    says: """
      A watermark's whole text can be read on any image, in any script, in tiles across the image. The ink has the style's \
      colour, or black or white if that colour differs by less than 64 of 255 from the image under a letter. Different \
      texts give different images. The app refuses only a text that is blank or does not fit in two lines and a style that \
      is too faint or small, and says why.
      """,
    covers: "6.5", of: "WatermarkService.applyWatermark",
    mustCatch: [
      .keepsTheInkOnItsOwnColour, .drawsBesideTheImage, .drawsWithoutInk, .drawsTheFirstLetter, .dropsTheLastLetter,
      .mirrorsTheText, .turnsTheOtherWay, .drawsHalfTheSize, .boxesAllButASCII, .leavesOutWhatNoFontHas,
      .cutsTextThatDoesNotFit, .refusesSmallImages, .refusesTextOfTwoLines, .choosesOneInkForAll, .drawsOneTile,
      .losesMarks, .sharesFaintMarks, .drawsBlankText, .takesAnyOpacity, .fadesTheText,
    ]
  ).holds(
    forAll: .watermarkReading,
    requiring: [
      "room for a line": 0.5, "little room": 0.08, "does not fit": 0.02, "in the colour of the image": 0.05,
      "a checkerboard": 0.05, "turned": 0.3, "what just fits": 0.1, "a letter that no font has": 0.1, "from right to left": 0.1,
    ]
  ) { reading, system, trial in
    let watermark = reading.watermark
    watermark.label(trial)
    let image = watermark.image.bitmap
    try reading.expectRefusals(by: system)
    guard let marked = try watermark.applied(by: system) else {
      trial.label("does not fit")
      return try expect("text that fits in a line is drawn", !watermark.isRoomy)
    }
    try expect("text can be read", try watermark.isRead(in: marked))
    if case .flat(let colour) = watermark.image.content {
      let found = ImageDifference(image, marked).strongLumaChange
      let least = watermark.inkContrast(on: colour) * watermark.style.opacity * 0.6 - 2
      try expect("letters stand out by \(found), at least \(least) is needed", found >= least)
    }
    if watermark.isRoomy, let coverage = try watermark.coverage(by: system) {
      let tiles = ExpectedTiles(watermark, coverage: coverage)
      try expect("a pixel of another tile unlike the middle one", tiles.firstStray(lineHeight: try reading.lineHeight()), equals: nil)
      let stray = ExpectedInk(watermark).firstStray(in: marked, coverage: coverage)
      try expect("a pixel in another colour", stray, equals: nil)
    }
    if reading.asksForBorders {
      trial.label("what just fits")
      try reading.expectBorders(by: system)
      try reading.expectMarks(by: system)
      try reading.expectInkInTheMiddle(by: system)
      try reading.expectStyleOfShares(by: system)
    }
    if let other = try? reading.otherText.applied(by: system) {
      try expect("another text gives another image", other != marked)
    }
  }
}

extension WatermarkCase {
  func label(_ trial: Trial) {
    trial.label("opaque", if: image.isOpaque)
    trial.label("transparent parts", if: !image.isOpaque)
    trial.label("room for a line", if: isRoomy)
    trial.label("little room", if: !isRoomy)
    trial.label("turned", if: style.angle != 0)
    trial.label("a letter that no font has", if: text.unicodeScalars.contains { $0.value >= 0xE000 })
    trial.label("from right to left", if: text.unicodeScalars.contains { (0x590...0x5FF).contains($0.value) })
    switch image.content {
    case .noise: trial.label("noise")
    case .checkerboard: trial.label("a checkerboard")
    case .flat(let colour):
      let (red, green, blue) = (Int(colour.red), Int(colour.green), Int(colour.blue))
      let ink = [abs(red - Int(style.color.red)), abs(green - Int(style.color.green)), abs(blue - Int(style.color.blue))]
      trial.label("in the colour of the image", if: ink.allSatisfy { $0 < 64 })
    default: break
    }
  }

  /// - Returns: nil if the image is too small for the text.
  func applied(by system: QuickVaultSystem) throws -> Bitmap? {
    do {
      return try system.parts.images.applyWatermark(text, style: style, to: image.bitmap)
    } catch WatermarkError.imageTooSmall {
      return nil
    }
  }

  /// The pixels that letters cover. Where nothing is seen of the image, the least of black ink gives a pixel its colour.
  func letters(by system: QuickVaultSystem) throws -> Set<Int> {
    var blank = self
    blank.image.content = .flat(Pixel(gray: 255, alpha: 0))
    blank.style.color = .black
    guard let marked = try blank.applied(by: system) else { return [] }
    return Set(ImageDifference(blank.image.bitmap, marked).changed)
  }

  /// How far the luma of the ink is from that of the image.
  func inkContrast(on colour: Pixel) -> Double {
    let own = abs(style.color.luma - colour.luma)
    // Near the border rounding decides whether it is exchanged; black and white are then farther away.
    return own >= 63 ? own : max(colour.luma, 255 - colour.luma)
  }

  func isRead(in marked: Bitmap) throws -> Bool {
    // Letters may be smaller than the style says if there is little room.
    let sizes = isRoomy ? [style.fontSize] : Array(stride(from: style.fontSize, through: 16, by: -1))
    let orders = TextInSight.orders(of: Array(text.unicodeScalars), lines: isRoomy ? 1 : 4)
    return try sizes.contains { size in
      let decoder = try LegibilityDecoder(before: image.bitmap, after: marked, fontSize: size, angle: style.angle)
      return orders.contains { decoder.reads($0) }
    }
  }
}

/// How a line of the alphabet's letters is seen from left to right: Hebrew is turned around, with the spaces and numbers in it and
/// the numbers behind it, which keep their direction.
enum TextInSight {
  /// The orders that there are if the text is broken into so many lines at most, each of which is turned by itself; without
  /// spaces. One if nothing is turned.
  static func orders(of text: [Unicode.Scalar], lines: Int) -> Set<[Unicode.Scalar]> {
    var orders: Set = [order(of: text).filter { $0 != " " }]
    guard lines > 1, text.count > 1 else { return orders }
    for place in 1..<text.count {
      let first = order(of: Array(text[..<place])).filter { $0 != " " }
      for rest in Self.orders(of: Array(text[place...]), lines: lines - 1) { orders.insert(first + rest) }
    }
    return orders
  }

  static func order(of text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var seen: [Unicode.Scalar] = []
    // Letters and numbers of one run, and the spaces behind them.
    var run: [[Unicode.Scalar]] = []
    var spaces: [[Unicode.Scalar]] = []
    for scalar in text {
      let isHebrew = (0x590...0x5FF).contains(scalar.value)
      let isDigit = ("0"..."9").contains(scalar)
      if isDigit, spaces.isEmpty, let last = run.last?.last, ("0"..."9").contains(last) {
        run[run.count - 1].append(scalar)
      } else if isHebrew || (isDigit && !run.isEmpty) {
        run += spaces + [[scalar]]
        spaces = []
      } else if scalar == " ", !run.isEmpty {
        spaces.append([scalar])
      } else {
        seen += (run.reversed() + spaces).flatMap { $0 } + [scalar]
        (run, spaces) = ([], [])
      }
    }
    return seen + (run.reversed() + spaces).flatMap { $0 }
  }
}
