#if canImport(ImageIO)
  import Accelerate
  import CoreGraphics
  import Foundation
  import ImageIO

  extension ImageCodec {
    static func decode(
      _ bytes: [UInt8], as format: ImageFormat, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
      guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil),
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
        let width = properties[kCGImagePropertyPixelWidth] as? Int,
        let height = properties[kCGImagePropertyPixelHeight] as? Int
      else { throw .damaged(format, offset: nil, reason: "its header cannot be read") }
      try check(width: width, height: height, limits)
      // ImageIO returns what it has of an image that is cut.
      guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete else {
        throw .truncated(format, bytes: bytes.count)
      }
      guard let image = CGImageSourceCreateImageAtIndex(source, 0, nil), let bitmap = bitmap(of: image) else {
        throw .damaged(format, offset: nil, reason: "its pixels cannot be read")
      }
      guard format == .jpeg, let orientation = JPEGOrientation(of: bytes) else { return bitmap }
      return bitmap.upright(from: orientation)
    }

    static func encode(_ bitmap: Bitmap, as format: ImageFormat, quality: Int) throws(ImageError) -> [UInt8] {
      let encoded = NSMutableData()
      let type = (format == .png ? "public.png" : "public.jpeg") as CFString
      guard let image = image(of: bitmap), let target = CGImageDestinationCreateWithData(encoded, type, 1, nil) else {
        throw .notEncoded(format, reason: "ImageIO does not take \(bitmap.width) × \(bitmap.height) pixels")
      }
      let options = [kCGImageDestinationLossyCompressionQuality: Double(quality) / 100] as CFDictionary
      CGImageDestinationAddImage(target, image, options)
      guard CGImageDestinationFinalize(target) else { throw .notEncoded(format, reason: "ImageIO failed") }
      return [UInt8](encoded as Data)
    }

    /// Core Graphics draws premultiplied pixels only, which lose colours; vImage converts without.
    private static func bitmap(of image: CGImage) -> Bitmap? {
      guard let layout = layout, let buffer = try? vImage_Buffer(cgImage: image, format: layout) else { return nil }
      defer { buffer.free() }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(image.width * image.height * 4)
      for row in 0..<image.height {
        let start = buffer.data.advanced(by: row * buffer.rowBytes)
        pixels.append(contentsOf: UnsafeRawBufferPointer(start: start, count: image.width * 4))
      }
      return Bitmap(width: image.width, height: image.height, pixels: pixels)
    }

    private static func image(of bitmap: Bitmap) -> CGImage? {
      guard let layout = layout, let provider = CGDataProvider(data: Data(bitmap.pixels) as CFData) else { return nil }
      return CGImage(
        width: bitmap.width, height: bitmap.height, bitsPerComponent: 8, bitsPerPixel: 32,
        bytesPerRow: bitmap.width * 4, space: layout.colorSpace.takeUnretainedValue(), bitmapInfo: layout.bitmapInfo,
        provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }

    private static var layout: vImage_CGImageFormat? {
      guard let sRGB = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
      return vImage_CGImageFormat(
        bitsPerComponent: 8, bitsPerPixel: 32, colorSpace: sRGB,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue))
    }
  }
#endif
