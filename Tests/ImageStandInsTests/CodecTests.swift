import ImageStandIns
import Testing

/// What is written is read again, and images of every kind come out right.
@Suite struct CodecTests {
  @Test(arguments: [(1, 1), (1, 9), (9, 1), (3, 2), (17, 33), (64, 5)])
  func pngIsLossless(_ width: Int, _ height: Int) throws {
    let image = Bitmap.noise(width, height, seed: UInt64(width * 100 + height))
    let encoded = try ImageCodec.encodePNG(image)
    #expect(ImageFormat.recognised(in: encoded) == .png)
    #expect(try ImageCodec.decode(encoded) == image)
  }

  @Test(arguments: [(1, 1), (8, 8), (17, 33), (100, 3)])
  func jpegIsClose(_ width: Int, _ height: Int) throws {
    let image = Bitmap.drawn(width, height) { x, y in Pixel(red: UInt8(x % 256), green: UInt8(y * 2 % 256), blue: 90) }
    let encoded = try ImageCodec.encodeJPEG(image, quality: 100)
    #expect(ImageFormat.recognised(in: encoded) == .jpeg)
    #expect(try ImageCodec.decode(encoded).distance(to: image) <= 6)
    #expect(try ImageCodec.encodeJPEG(image, quality: 5).count <= encoded.count)
  }

  @Test func jpegLiesOverWhite() throws {
    let image = Bitmap.drawn(16, 16) { _, _ in Pixel(red: 0, green: 0, blue: 0, alpha: 51) }
    let white = Bitmap(width: 16, height: 16, fill: Pixel(gray: 204))
    #expect(try ImageCodec.decode(try ImageCodec.encodeJPEG(image)).distance(to: white) <= 1)
  }

  @Test(arguments: [0, -1, 101])
  func qualityIsChecked(_ quality: Int) {
    #expect(throws: ImageError.badQuality(quality)) { try ImageCodec.encodeJPEG(Bitmap(width: 1, height: 1), quality: quality) }
  }

  @Test(arguments: [1, 2, 4, 8, 16], [false, true])
  func gray(_ depth: Int, _ isInterlaced: Bool) throws {
    let most = (1 << depth) - 1
    let png = PNGBuilder(width: 19, height: 11, colour: .gray, depth: depth, isInterlaced: isInterlaced) { x, y, _ in
      (x * 7 + y * 3) * most / 200 & most
    }
    let expected = Bitmap.drawn(19, 11) { x, y in
      Pixel(gray: UInt8((Double((x * 7 + y * 3) * most / 200 & most) * 255 / Double(most)).rounded()))
    }
    #expect(try ImageCodec.decode(png.bytes) == expected)
  }

  @Test(arguments: [8, 16], [false, true])
  func colourAndAlpha(_ depth: Int, _ isInterlaced: Bool) throws {
    // A sample of 16 bits repeats its byte, so that scaling is exact.
    func sample(_ byte: Int) -> Int { depth == 8 ? byte : byte * 257 }
    for colour in [PNGBuilder.Colour.rgb, .rgba, .grayAlpha] {
      let png = PNGBuilder(width: 10, height: 9, colour: colour, depth: depth, isInterlaced: isInterlaced) { x, y, channel in
        sample((x * 20 + y * 5 + channel * 40) % 256)
      }
      let expected = Bitmap.drawn(10, 9) { x, y in
        let value = { UInt8((x * 20 + y * 5 + $0 * 40) % 256) }
        return switch colour {
        case .grayAlpha: Pixel(gray: value(0), alpha: value(1))
        case .rgba: Pixel(red: value(0), green: value(1), blue: value(2), alpha: value(3))
        default: Pixel(red: value(0), green: value(1), blue: value(2))
        }
      }
      #expect(try ImageCodec.decode(png.bytes) == expected)
    }
  }

  @Test(arguments: [1, 2, 4, 8], [false, true])
  func palette(_ depth: Int, _ isInterlaced: Bool) throws {
    let count = min(1 << depth, 20)
    var png = PNGBuilder(width: 13, height: 12, colour: .palette, depth: depth, isInterlaced: isInterlaced) { x, y, _ in
      (x + y) % count
    }
    png.chunks = [
      ("PLTE", (0..<count).flatMap { [UInt8($0 * 10), 7, UInt8(255 - $0)] }), ("tRNS", [0, 128]),
    ]
    let expected = Bitmap.drawn(13, 12) { x, y in
      let entry = (x + y) % count
      return Pixel(red: UInt8(entry * 10), green: 7, blue: UInt8(255 - entry), alpha: entry == 0 ? 0 : entry == 1 ? 128 : 255)
    }
    #expect(try ImageCodec.decode(png.bytes) == expected)
  }

  @Test func oneColourIsTransparent() throws {
    var png = PNGBuilder(width: 2, height: 1, colour: .rgb) { x, _, channel in x == 0 ? [1, 2, 3][channel] : 9 }
    png.chunks = [("tRNS", [0, 1, 0, 2, 0, 3])]
    let image = try ImageCodec.decode(png.bytes)
    #expect(image.pixels == [1, 2, 3, 0, 9, 9, 9, 255])
  }

  @Test func kindsOfJPEG() throws {
    let halves = Bitmap.drawn(8, 8) { x, _ in
      x < 4 ? Pixel(red: 220, green: 40, blue: 60) : Pixel(red: 30, green: 90, blue: 200)
    }
    let red = Bitmap(width: 8, height: 8, fill: Pixel(red: 255, green: 0, blue: 0))
    #expect(try ImageCodec.decode(JPEGFixtures.progressive).distance(to: halves) <= 8)
    #expect(try ImageCodec.decode(JPEGFixtures.gray).distance(to: Bitmap(width: 8, height: 8, fill: Pixel(gray: 77))) <= 1)
    #expect(try ImageCodec.decode(JPEGFixtures.cmykAdobe).distance(to: red) <= 3)
    #expect(try ImageCodec.decode(JPEGFixtures.cmykPlain).distance(to: red) <= 3)
  }

  /// Libraries are built with it or without: right, or refused.
  @Test func arithmeticCoding() throws {
    do {
      let image = try ImageCodec.decode(JPEGFixtures.arithmetic)
      #expect(image.width == 8 && abs(Int(image[1, 4].red) - 220) <= 8)
    } catch ImageError.unsupported(.jpeg, _) {}
  }

  @Test(arguments: 1...8, [false, true])
  func orientation(_ value: Int, _ isLittle: Bool) throws {
    let image = Bitmap.corners(32, 16)
    let stored = try ImageCodec.encodeJPEG(image, quality: 100)
    let turned = try ImageCodec.decode(ExifSegment(orientation: value, isLittle: isLittle).inserted(into: stored))
    // What Exif says of the first row and column (CIPA DC-008, 4.6.5.1.6), corner by corner.
    let corners = [(2, 2), (29, 2), (29, 13), (2, 13)].map { image[$0.0, $0.1] }
    let order = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0], [0, 3, 2, 1], [3, 0, 1, 2], [2, 1, 0, 3], [1, 2, 3, 0]]
    #expect((turned.width, turned.height) == (value > 4 ? (16, 32) : (32, 16)))
    let seen = [(2, 2), (turned.width - 3, 2), (turned.width - 3, turned.height - 3), (2, turned.height - 3)]
    for (place, corner) in zip(seen, order[value - 1]) {
      let pixel = turned[place.0, place.1]
      let expected = corners[corner]
      #expect(abs(Int(pixel.red) - Int(expected.red)) < 20 && abs(Int(pixel.green) - Int(expected.green)) < 20)
    }
  }

  @Test(arguments: [0, 9, 65_535])
  func unknownOrientationIsIgnored(_ value: Int) throws {
    let stored = try ImageCodec.encodeJPEG(.corners(32, 16))
    let read = try ImageCodec.decode(ExifSegment(orientation: value, isLittle: true).inserted(into: stored))
    #expect(try read == ImageCodec.decode(stored))
  }

  /// A text, a place, a profile: nothing of it is in what is written again.
  @Test func metadataIsNotCarriedOver() throws {
    var png = PNGBuilder(width: 4, height: 4, colour: .rgb) { x, y, _ in x * 40 + y }
    let secret = Array("SECRET-PLACE-48.8584N".utf8)
    png.chunks = [
      ("tEXt", Array("Comment\0".utf8) + secret), ("iTXt", Array("Title\0\0\0\0\0".utf8) + secret),
      ("eXIf", Array("MM\0*".utf8) + secret), ("tIME", [7, 234, 1, 2, 3, 4, 5]), ("prVt", secret),
    ]
    let stored = png.bytes
    for rewritten in [try ImageCodec.encodePNG(try ImageCodec.decode(stored)), try ImageCodec.encodeJPEG(try ImageCodec.decode(stored))] {
      #expect(!rewritten.contains(secret))
    }
    let rewritten = try ImageCodec.encodePNG(try ImageCodec.decode(stored))
    for type in ["tEXt", "iTXt", "eXIf", "tIME", "prVt"] { #expect(!rewritten.contains(Array(type.utf8))) }
  }

  @Test func scaling() {
    let image = Bitmap.drawn(4, 2) { x, _ in x < 2 ? .black : .white }
    #expect(image.scaled(toFit: 2).pixels == [0, 0, 0, 255, 255, 255, 255, 255])
    #expect(image.scaled(toFit: 4) == image)
    #expect(image.scaled(toFit: 0).width == 1)
    // A transparent pixel has no colour to give.
    let half = Bitmap.drawn(2, 2) { x, _ in x == 0 ? Pixel(red: 200, green: 0, blue: 0) : .clear }
    #expect(half.scaled(toFit: 1)[0, 0] == Pixel(red: 200, green: 0, blue: 0, alpha: 128))
    let thin = Bitmap(width: 1_000, height: 1)
    #expect(thin.scaled(toFit: 10) == Bitmap(width: 10, height: 1))
  }

  @Test func bitmapsHaveAllTheirPixels() {
    #expect(Bitmap(width: 2, height: 1, pixels: [UInt8](repeating: 0, count: 8)) != nil)
    #expect(Bitmap(width: 2, height: 1, pixels: [UInt8](repeating: 0, count: 7)) == nil)
    #expect(Bitmap(width: 0, height: 1, pixels: []) == nil)
    #expect(Bitmap(width: -1, height: -1, pixels: [0, 0, 0, 0]) == nil)
    #expect(Bitmap(width: .max, height: 4, pixels: []) == nil)
  }
}
