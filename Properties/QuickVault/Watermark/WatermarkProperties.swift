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
    covers: "6.6", of: "WatermarkService.applyWatermark"
  ).holds(
    forAll: .watermark,
    requiring: ["opaque": 0.5, "transparent parts": 0.02, "noise": 0.02, "in the colour of the image": 0.05]
  ) { watermark, system, trial in
    watermark.label(trial)
    guard let drawn = try watermark.drawn(by: system) else { return }
    try expect("the same watermark again", try watermark.drawn(by: system)?.marked == drawn.marked)

    let (before, after) = (drawn.image.pixels, drawn.marked.pixels)
    let changed = before.indices.filter { before[$0] != after[$0] }
    try expect("a pixel that changed beside the letters", changed.first { drawn.coverage[$0 / 4] == 0 }, equals: nil)
    let pixels = Set(changed.map { $0 / 4 }).count
    try expect("letters cover at most 35 %", Double(pixels) <= 0.35 * Double(drawn.coverage.count))
    guard watermark.image.isOpaque else { return }
    let changes = changed.map { abs(Int(before[$0]) - Int(after[$0])) }
    let most = Int((255 * watermark.style.opacity).rounded(.up))
    try expect("a channel changes by at most \(most)", changes.allSatisfy { $0 <= most })
    // A channel is a whole number, so that each may be half of one more.
    let change = 255 * watermark.style.opacity + 0.5
    let noise = Double(changes.reduce(0) { $0 + $1 * $1 })
    try expect("the square of the change, over all channels", noise <= Double(3 * pixels) * change * change)
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
    covers: "6.5", of: "WatermarkService.applyWatermark"
  ).holds(
    forAll: .watermarkReading,
    requiring: [
      "room for a line": 0.5, "little room": 0.08, "does not fit": 0.02, "in the colour of the image": 0.05,
      "a checkerboard": 0.05, "turned": 0.3, "what just fits": 0.1, "a letter that no font has": 0.1, "from right to left": 0.1,
    ]
  ) { reading, system, trial in
    let (watermark, images) = (reading.watermark, system.parts.images)
    watermark.label(trial)
    try images.expectRefusals(of: reading)
    guard let drawn = try watermark.drawn(by: system) else {
      trial.label("does not fit")
      return try expect("text that fits in a line is drawn", !watermark.isRoomy)
    }
    try expect("text can be read", try LegibilityDecoder(drawn).readsText())
    if let least = watermark.leastChange {
      let changes = drawn.lumaChanges.filter { $0 > 0 }.sorted()
      let found = changes.dropLast(changes.count / 20).last ?? 0
      try expect("letters stand out by \(found), at least \(least) is needed", found >= least)
    }
    if watermark.isRoomy {
      let stray = try ExpectedTiles(drawn: drawn).firstStray()
      try expect("a pixel of another tile unlike the middle one", stray, equals: nil)
      try expect("a pixel in another colour", ExpectedInk(drawn: drawn).firstStray(), equals: nil)
    }
    if reading.asksForBorders {
      trial.label("what just fits")
      try images.expectBorders(letters: 4 + 2 * (reading.number % 4))
      try images.expectMarks()
      try images.expectInkInTheMiddle()
      try images.expectStyleOfShares(seed: reading.number)
    }
    var other = watermark
    other.text = reading.otherText
    let changed = try other.drawn(by: system)?.marked
    try expect("another text gives another image", changed != drawn.marked)
  }
}

extension WatermarkCase {
  /// By how much letters have to change the luma of an image of one colour.
  fileprivate var leastChange: Double? {
    guard case .flat(let colour) = image.content else { return nil }
    let own = abs(Pixel(red: style.color.red, green: style.color.green, blue: style.color.blue).luma - colour.luma)
    // Near the border rounding decides whether it is exchanged; black and white are then farther away.
    return (own >= 63 ? own : max(colour.luma, 255 - colour.luma)) * style.opacity * 0.6 - 2
  }
}
