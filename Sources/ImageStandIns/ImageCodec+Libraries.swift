#if !canImport(ImageIO)
  import CImaging

  extension ImageCodec {
    static func decode(
      _ bytes: [UInt8], as format: ImageFormat, limits: ImageLimits
    ) throws(ImageError) -> Bitmap {
      var size = cimaging_size()
      var failure = cimaging_failure()
      let status =
        switch format {
        case .png: cimaging_png_size(bytes, bytes.count, &size, &failure)
        case .jpeg: cimaging_jpeg_size(bytes, bytes.count, &size, &failure)
        }
      try check(status, failure, format, bytes.count)
      try check(width: Int(size.width), height: Int(size.height), limits)

      let count = Int(size.width) * Int(size.height) * 4
      var decoded = CIMAGING_OK
      // All of it is written, or the array is thrown away: it need not be cleared first.
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        switch format {
        case .png: decoded = cimaging_png_decode(bytes, bytes.count, size, buffer.baseAddress, &failure)
        case .jpeg: decoded = cimaging_jpeg_decode(bytes, bytes.count, size, buffer.baseAddress, &failure)
        }
        initializedCount = decoded == CIMAGING_OK ? count : 0
      }
      try check(decoded, failure, format, bytes.count)
      guard let bitmap = Bitmap(width: Int(size.width), height: Int(size.height), pixels: pixels) else {
        throw .damaged(format, offset: nil, reason: "its size is \(size.width) × \(size.height)")
      }
      guard format == .jpeg, let orientation = JPEGOrientation(of: bytes) else { return bitmap }
      return bitmap.upright(from: orientation)
    }

    static func encode(_ bitmap: Bitmap, as format: ImageFormat, quality: Int) throws(ImageError) -> [UInt8] {
      guard let width = UInt32(exactly: bitmap.width), let height = UInt32(exactly: bitmap.height) else {
        throw .notEncoded(format, reason: "\(bitmap.width) × \(bitmap.height) pixels are more than it can hold")
      }
      let size = cimaging_size(width: width, height: height)
      var failure = cimaging_failure()
      var encoded: UnsafeMutablePointer<UInt8>?
      var count = 0
      let status =
        switch format {
        case .png: cimaging_png_encode(bitmap.pixels, size, &encoded, &count, &failure)
        case .jpeg: cimaging_jpeg_encode(bitmap.pixels, size, CInt(quality), &encoded, &count, &failure)
        }
      guard status == CIMAGING_OK, let encoded else { throw .notEncoded(format, reason: message(of: failure)) }
      defer { cimaging_free(encoded) }
      return Array(UnsafeBufferPointer(start: encoded, count: count))
    }

    private static func check(
      _ status: cimaging_status, _ failure: cimaging_failure, _ format: ImageFormat, _ count: Int
    ) throws(ImageError) {
      switch status {
      case CIMAGING_OK: return
      case CIMAGING_TRUNCATED: throw .truncated(format, bytes: count)
      case CIMAGING_UNSUPPORTED: throw .unsupported(format, reason: message(of: failure))
      case CIMAGING_NO_MEMORY: throw .outOfMemory(bytes: count)
      default: throw .damaged(format, offset: failure.offset, reason: message(of: failure))
      }
    }

    private static func message(of failure: cimaging_failure) -> String {
      withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  }
#endif
