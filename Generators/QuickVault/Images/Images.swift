import ImageStandIns
import PropertyTesting
import QuickVaultReference

extension Generator where Value == Pixel {
  /// An opaque colour. The simplest is white.
  public static let colour = Generator.frequency(
    (3, .element(of: [.white, .black, Pixel(gray: 128), Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 0, blue: 255)])),
    (2, Generator { source in
      Pixel(red: try source(.byte), green: try source(.byte), blue: try source(.byte))
    }))
}

extension Generator where Value == UInt8 {
  fileprivate static let byte = Generator<Int>.int(in: 0...255).map { UInt8($0) }
}

extension Generator where Value == WatermarkColor {
  /// The colour of a watermark. The simplest is white.
  public static let ink = Generator<Pixel>.colour.map { WatermarkColor(red: $0.red, green: $0.green, blue: $0.blue) }
}

extension Generator where Value == ImagePlan.Content {
  /// The contents of an image over which a watermark is drawn.
  /// - Parameter ink: some images have this colour, or one close to it.
  public static func content(against ink: WatermarkColor) -> Generator {
    let own = Pixel(red: ink.red, green: ink.green, blue: ink.blue)
    return .frequency(
      (3, Generator<Pixel>.colour.map { .flat($0) }),
      (2, .element(of: [.flat(own), .flat(own.nearby), .flat(own.faded), .checkerboard(cell: 8, own, .white)])),
      (2, Generator { source in .gradient(try source(.colour), try source(.colour)) }),
      (2, Generator<Int>.int(in: 0...999).map { .waves(seed: $0) }),
      (1, Generator<Int>.int(in: 0...999).map { .noise(seed: $0) }),
      (2, Generator { source in
        .checkerboard(cell: try source(.int(in: 5...20)), try source(.colour), try source(.colour))
      }),
      (2, Generator<Pixel>.colour.map { .cutOut($0) }))
  }
}

extension Pixel {
  /// A colour that nobody can tell from this one.
  fileprivate var nearby: Pixel { Pixel(red: red ^ 3, green: green ^ 2, blue: blue ^ 3) }
  /// A colour whose channels differ by 63 from this one's, just below the contrast at which ink is visible.
  fileprivate var faded: Pixel {
    func faded(_ channel: UInt8) -> UInt8 { channel < 128 ? channel + 63 : channel - 63 }
    return Pixel(red: faded(red), green: faded(green), blue: faded(blue))
  }
}

extension Generator where Value == ImagePlan {
  /// A small image for an attachment, with room for a word in the standard style. One in five is larger than a
  /// thumbnail.
  public static let attachedImage = Generator { source in
    let content = try source(.content(against: .black))
    return ImagePlan(
      content, width: try source(.frequency((4, .int(in: 112...128)), (1, .int(in: 129...140)))),
      height: try source(.int(in: 80...100)))
  }
}
