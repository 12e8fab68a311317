/// How much an image may ask for. Both limits are looked at before memory for its pixels is taken.
///
/// Decoding takes four bytes a pixel for the result; a progressive JPEG takes six more while it is read, a rotated one four.
public struct ImageLimits: Sendable, Equatable {
  /// Of the encoded image.
  public var bytes: Int
  /// Width × height, by the header.
  public var pixels: Int

  public init(bytes: Int, pixels: Int) {
    self.bytes = bytes
    self.pixels = pixels
  }

  /// 32 MiB and 33,554,432 pixels: a photo of 24 megapixels is read, and decoding stays below 512 MiB.
  public static let standard = ImageLimits(bytes: 32 << 20, pixels: 1 << 25)
}
