import Foundation
import ImageStandIns
import Testing

/// Images that are cut, broken, or made to do harm: an error that says what is wrong, within bounded memory, never a crash.
@Suite struct BadImageTests {
  private static let png = PNGBuilder(width: 21, height: 13, colour: .rgba) { x, y, channel in (x * 11 + y * 7 + channel * 50) % 256 }
    .bytes
  private static let interlaced = PNGBuilder(width: 11, height: 9, colour: .rgb, depth: 16, isInterlaced: true) { x, y, _ in x * y }
    .bytes
  private static var jpeg: [UInt8] {
    get throws {
      ExifSegment(orientation: 6, isLittle: false).inserted(into: try ImageCodec.encodeJPEG(.corners(40, 24)))
    }
  }

  @Test func otherData() throws {
    for bytes in [[], [0], Array("GIF89a".utf8), Array("%PDF-1.7".utf8), Array(repeating: 0, count: 100), [0xFF, 0xD8]] as [[UInt8]] {
      #expect(throws: ImageError.unrecognised(start: Array(bytes.prefix(8)))) { try ImageCodec.decode(bytes) }
    }
    #expect(ImageError.unrecognised(start: [0x47, 0x49]).description == "neither a PNG nor a JPEG begins with 47 49")
  }

  /// Wherever a PNG is cut, also behind its last pixel, and wherever a JPEG is.
  @Test func everyTruncation() throws {
    for count in 8..<Self.png.count {
      #expect(throws: ImageError.truncated(.png, bytes: count)) { try ImageCodec.decode(Array(Self.png[..<count])) }
    }
    for whole in [try Self.jpeg, JPEGFixtures.progressive] {
      for count in 3..<(whole.count - 2) {
        #expect(throws: ImageError.self) { try ImageCodec.decode(Array(whole[..<count])) }
      }
    }
  }

  @Test func wrongChecksum() throws {
    for place in 8..<Self.png.count {
      var bytes = Self.png
      bytes[place] ^= 0x10
      #expect(throws: ImageError.self, "byte \(place)") { try ImageCodec.decode(bytes) }
    }
  }

  @Test(arguments: [(100_000, 100_000), (1, 2_000_000), (0x7FFF_FFFF, 0x7FFF_FFFF), (6_000, 6_000), (0, 4), (4, 0)])
  func sizesOfPNG(_ width: Int, _ height: Int) throws {
    let header = PNGBuilder.big(width) + PNGBuilder.big(height) + [8, 6, 0, 0, 0]
    let bytes = ImageBytes.signature + PNGBuilder.chunk("IHDR", header) + PNGBuilder.chunk("IDAT", [0x78, 0x01]) + PNGBuilder.chunk("IEND", [])
    #expect(throws: ImageError.self) { try ImageCodec.decode(bytes) }
    if width == 6_000 {
      #expect(throws: ImageError.tooManyPixels(width: 6_000, height: 6_000, most: 1 << 25)) { try ImageCodec.decode(bytes) }
    }
  }

  @Test func sizeOfJPEG() throws {
    var bytes = try ImageCodec.encodeJPEG(.corners(8, 8))
    // Precision, height and width follow the marker of the frame and its length.
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    for place in (frame + 5)..<(frame + 9) { bytes[place] = 0xF0 }
    #expect(throws: ImageError.tooManyPixels(width: 0xF0F0, height: 0xF0F0, most: 1 << 25)) { try ImageCodec.decode(bytes) }
  }

  @Test func limitsAreInclusive() throws {
    let bytes = Self.png
    let fits = ImageLimits(bytes: bytes.count, pixels: 21 * 13)
    #expect(try ImageCodec.decode(bytes, limits: fits).width == 21)
    #expect(throws: ImageError.tooManyBytes(bytes.count, most: bytes.count - 1)) {
      try ImageCodec.decode(bytes, limits: ImageLimits(bytes: bytes.count - 1, pixels: 21 * 13))
    }
    #expect(throws: ImageError.tooManyPixels(width: 21, height: 13, most: 272)) {
      try ImageCodec.decode(bytes, limits: ImageLimits(bytes: bytes.count, pixels: 272))
    }
  }

  /// Each scan goes over the whole image, and takes few bytes.
  @Test func manyScans() throws {
    let whole = JPEGFixtures.progressive
    let scan = try #require(whole.indices.dropLast().last { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA })
    let end = whole.count - 2
    let bytes = Array(whole[..<scan]) + Array(repeating: whole[scan..<end], count: 2_000).flatMap { $0 } + whole[end...]
    #expect(throws: ImageError.self) { try ImageCodec.decode(bytes) }
  }

  @Test func kindsThatDoNotExist() {
    for (depth, colour) in [(3, 0), (16, 3), (4, 2), (8, 5), (0, 0), (32, 6)] as [(UInt8, UInt8)] {
      let header = PNGBuilder.big(4) + PNGBuilder.big(4) + [depth, colour, 0, 0, 0]
      let bytes = ImageBytes.signature + PNGBuilder.chunk("IHDR", header) + PNGBuilder.chunk("IDAT", []) + PNGBuilder.chunk("IEND", [])
      #expect(throws: ImageError.self) { try ImageCodec.decode(bytes) }
    }
    // A palette without colours.
    let bytes = PNGBuilder(width: 2, height: 2, colour: .palette) { _, _, _ in 0 }.bytes
    #expect(throws: ImageError.self) { try ImageCodec.decode(bytes) }
  }

  /// Thousands of images with changed, missing and doubled bytes; of PNGs, half with their checksums made right again, so that
  /// changes get past them.
  @Test func mutations() throws {
    let originals = [
      Self.png, Self.interlaced, try Self.jpeg, JPEGFixtures.progressive, JPEGFixtures.cmykAdobe, JPEGFixtures.gray,
      JPEGFixtures.arithmetic,
    ]
    let limits = ImageLimits(bytes: 1 << 20, pixels: 1 << 16)
    var random = SplitMix(state: 5)
    var refused = 0
    for turn in 0..<7_000 {
      var bytes = originals[turn % originals.count]
      ImageBytes.mutate(&bytes, with: &random)
      if turn.isMultiple(of: 2) { bytes = ImageBytes.withRightChecksums(bytes) }
      do {
        let image = try ImageCodec.decode(bytes, limits: limits)
        #expect(image.width * image.height <= limits.pixels && image.pixels.count == image.width * image.height * 4)
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(refused > 2_000)
  }

  @Test func errorsSayWhatIsWrong() {
    let found = ImageError.damaged(.png, offset: 40, reason: "IDAT: CRC error").description
    #expect(found == "the PNG is damaged near byte 40: IDAT: CRC error")
    #expect(ImageError.truncated(.jpeg, bytes: 12).description == "the JPEG ends too early: its 12 bytes are not the whole image")
    let missing = ImageError.fontMissing(lookedAt: ["/a", "/b"]).description
    #expect(missing.contains("fonts-unifont") && missing.contains("TOUCHSTONE_FONT") && missing.hasSuffix("/a, /b"))
  }
}

/// Bytes of images, changed.
enum ImageBytes {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func mutate(_ bytes: inout [UInt8], with random: inout SplitMix) {
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 4 {
      let place = Int.random(in: 2..<bytes.count, using: &random)
      let count = Int.random(in: 1...min(24, bytes.count - place), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = .random(in: 0...255, using: &random)
      case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
      case 3: bytes.removeSubrange(place..<(place + count))
      case 4: bytes.insert(contentsOf: bytes[place..<(place + count)], at: place)
      default: bytes.removeSubrange(place...)
      }
    }
  }

  static func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard bytes.starts(with: signature) else { return bytes }
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard place + 12 + length <= bytes.count else { break }
      let end = place + 8 + length
      bytes.replaceSubrange(end..<(end + 4), with: PNGBuilder.big(Int(PNGBuilder.checksum(Array(bytes[(place + 4)..<end])))))
      place = end + 4
    }
    return bytes
  }
}
