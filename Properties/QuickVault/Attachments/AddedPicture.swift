import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultReference

/// A picture that the card's screen adds: which type it takes it for, and what its thumbnail shows.
struct AddedPicture: Sendable {
  enum Content: Sendable {
    /// From black to red and from black to green, with some blue everywhere; every other pixel is transparent or not.
    case gradient(width: Int, height: Int, isTransparent: Bool)
    /// A photograph of four areas, taken with the camera in one of the eight positions of Exif.
    case photograph(position: Int, isLittleEndian: Bool)
  }

  let name: String
  let mimeType: String
  let content: Content

  @MainActor
  func expectAdded(to card: UUID, beside ids: [UUID], in vault: AttachmentVault) async throws {
    guard let shown = try await vault.app.cards.fetchAllCards().first(where: { $0.id == card }) else { return }
    let screen = vault.app.makeCardDetail(shown)
    try await screen.addAttachment(try bytes, fileName: name)
    let known = Set(ids)
    guard let added = screen.attachments.first(where: { !known.contains($0.id) }) else {
      return try expect("the picture is on the screen", false)
    }
    try expect("the type of \(describe(name))", added.mimeType, equals: mimeType)
    guard let thumbnail = added.thumbnailImage else { return try expect("the thumbnail is there", false) }
    switch content {
    case .gradient(let width, let height, _): try expectGradient(thumbnail, width, height)
    case .photograph(let position, _): try expectUpright(thumbnail, position)
    }
    try await screen.deleteAttachment(added.id)
  }

  private func expectGradient(_ thumbnail: Bitmap, _ width: Int, _ height: Int) throws {
    let longer = max(width, height)
    try expect("the longer side of the thumbnail", max(thumbnail.width, thumbnail.height), equals: min(128, longer))
    let scale = min(1, 128 / Double(longer))
    try expect(
      "\(thumbnail.width) × \(thumbnail.height) has the form of \(width) × \(height)",
      abs(Double(thumbnail.width) - Double(width) * scale) <= 1 && abs(Double(thumbnail.height) - Double(height) * scale) <= 1)
    for y in 0..<thumbnail.height {
      for x in 0..<thumbnail.width where thumbnail[x, y].alpha > 0 {
        let (found, expected) = (thumbnail[x, y], Self.colour(x, y, thumbnail.width, thumbnail.height))
        let (across, down) = (255 / thumbnail.width + 3, 255 / thumbnail.height + 3)
        try expect(
          "the colours of the thumbnail at \(x), \(y), \(found), are near \(expected)",
          abs(Int(found.red) - Int(expected.red)) <= across && abs(Int(found.green) - Int(expected.green)) <= down
            && abs(Int(found.blue) - Int(expected.blue)) <= 2)
      }
    }
  }

  private static func colour(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Pixel {
    Pixel(red: UInt8(255 * (2 * x + 1) / (2 * width)), green: UInt8(255 * (2 * y + 1) / (2 * height)), blue: 40)
  }

  // Photographs.

  /// Upper left, upper right, lower left and lower right.
  private static let areas = [Pixel(red: 230, green: 20, blue: 20), Pixel(red: 20, green: 200, blue: 20),
    Pixel(red: 20, green: 20, blue: 230), .white]

  /// Which of the areas of the file are seen at these places, by position (Exif 2.32, 4.6.4 A, Orientation).
  private static let seen = [
    [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
  ]

  private func expectUpright(_ thumbnail: Bitmap, _ position: Int) throws {
    let sides = position < 5 ? [64, 48] : [48, 64]
    try expect("the sides of the photograph's thumbnail", [thumbnail.width, thumbnail.height], equals: sides)
    for place in 0..<4 {
      let x = thumbnail.width * (place.isMultiple(of: 2) ? 1 : 3) / 4
      let y = thumbnail.height * (place < 2 ? 1 : 3) / 4
      let (found, expected) = (thumbnail[x, y], Self.areas[Self.seen[position - 1][place]])
      let distances = [(found.red, expected.red), (found.green, expected.green), (found.blue, expected.blue)]
        .map { abs(Int($0) - Int($1)) }
      try expect(
        "area \(place + 1) of the photograph of position \(position), \(found), is near \(expected)",
        distances.allSatisfy { $0 < 40 })
    }
  }

  private var bytes: [UInt8] {
    get throws {
      switch content {
      case .gradient(let width, let height, let isTransparent):
        var bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
          for x in 0..<width {
            bitmap[x, y] = isTransparent && (x + y).isMultiple(of: 2) ? .clear : Self.colour(x, y, width, height)
          }
        }
        return try ImageCodec.encodePNG(bitmap)
      case .photograph(let position, let isLittleEndian):
        var bitmap = Bitmap(width: 64, height: 48)
        for y in 0..<48 { for x in 0..<64 { bitmap[x, y] = Self.areas[(y < 24 ? 0 : 2) + (x < 32 ? 0 : 1)] } }
        let jpeg = try ImageCodec.encodeJPEG(bitmap, quality: 95)
        return jpeg.prefix(2) + Self.exif(position: UInt8(position), isLittleEndian) + jpeg.dropFirst(2)
      }
    }
  }

  /// A segment with the position alone.
  private static func exif(position: UInt8, _ isLittleEndian: Bool) -> [UInt8] {
    func number(_ value: UInt8, _ size: Int) -> [UInt8] {
      let zeros = [UInt8](repeating: 0, count: size - 1)
      return isLittleEndian ? [value] + zeros : zeros + [value]
    }
    let tag: [UInt8] = isLittleEndian ? [0x12, 0x01] : [0x01, 0x12]
    let entry = tag + number(3, 2) + number(1, 4) + number(position, 2) + [0, 0]
    let order: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    let tiff = order + number(42, 2) + number(8, 4) + number(1, 2) + entry + number(0, 4)
    let content = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
  }
}

extension Generator where Value == AddedPicture {
  static let addedPicture = Generator { source in
    let (name, type) = try source(.element(of: [
      ("a.png", "image/png"), ("B.PNG", "image/png"), ("scan.jpg", "image/jpeg"), ("scan.JPEG", "image/jpeg"),
      ("发票.pdf", "application/pdf"), ("png.txt", "text/plain"), ("a.txt.pdf", "application/pdf"),
      ("no ending", "application/octet-stream"), ("a.exe", "application/octet-stream"), ("", "application/octet-stream"),
      ("png", "application/octet-stream"), ("PDF", "application/octet-stream"), (".jpg", "application/octet-stream"),
      ("a.png ", "application/octet-stream"),
    ]))
    let side = Generator<Int>.frequency((2, .element(of: [1, 127, 128, 129, 130])), (1, .int(in: 1...260)))
    let gradient = Generator<AddedPicture.Content>.build(
      { .gradient(width: $0, height: $1, isTransparent: $2) }, from: side, .int(in: 1...40), .bool)
    let photograph = Generator<AddedPicture.Content>.build(
      { .photograph(position: $0, isLittleEndian: $1) }, from: .int(in: 1...8), .bool)
    return AddedPicture(name: name, mimeType: type, content: try source(.frequency((3, gradient), (1, photograph))))
  }
}
