/// Images from bytes and back, by the platform's libraries: libpng and libjpeg-turbo, or ImageIO.
///
/// - PNG: all colour types, depths and interlacing become RGBA of 8 bits; 16 bits are scaled. Of an animation only the first
///   image is read. Gamma and profiles are not applied by libpng; ImageIO converts to sRGB.
/// - JPEG: baseline and progressive; greys, CMYK and YCCK become RGB. The orientation that Exif states is applied.
/// - What would be filled in by guessing, because bytes are missing or broken, is an error.
/// - Metadata (places, times, texts, thumbnails, profiles) is neither kept nor written.
public enum ImageCodec {
  /// The pixels of a PNG or JPEG.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .standard
  ) throws(ImageError) -> Bitmap {
    guard bytes.count <= limits.bytes else { throw .tooManyBytes(bytes.count, most: limits.bytes) }
    guard let format = ImageFormat.recognised(in: bytes) else {
      throw .unrecognised(start: Array(bytes.prefix(8)))
    }
    return try decode(bytes, as: format, limits: limits)
  }

  /// A PNG with the pixels as they are, and nothing else in it.
  public static func encodePNG(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try encode(bitmap, as: .png, quality: 100)
  }

  /// A JPEG. It has no alpha, so the image is laid over white.
  /// - Parameter quality: 1, small, to 100, good.
  public static func encodeJPEG(_ bitmap: Bitmap, quality: Int = 90) throws(ImageError) -> [UInt8] {
    guard (1...100).contains(quality) else { throw .badQuality(quality) }
    return try encode(bitmap.overWhite, as: .jpeg, quality: quality)
  }

  static func check(width: Int, height: Int, _ limits: ImageLimits) throws(ImageError) {
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, area <= limits.pixels else {
      throw .tooManyPixels(width: width, height: height, most: limits.pixels)
    }
  }
}

extension Bitmap {
  /// As it looks on white paper, opaque.
  var overWhite: Bitmap {
    var opaque = pixels
    for place in stride(from: 0, to: opaque.count, by: 4) where opaque[place + 3] < 255 {
      let alpha = Int(opaque[place + 3])
      for channel in place..<place + 3 {
        opaque[channel] = UInt8((Int(opaque[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
      }
      opaque[place + 3] = 255
    }
    return Bitmap(width: width, height: height, pixels: opaque) ?? self
  }
}
