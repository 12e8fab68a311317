#if !canImport(CoreText)
  import CFreeType
  import Foundation

  /// Fonts that FreeType has opened. It is not made for several threads, so one at a time draws.
  final class FontFace: @unchecked Sendable {
    /// In ems.
    let ascent: Double
    let descent: Double
    // What the lock guards.
    private let lock = NSLock()
    private let library: FT_Library
    private let faces: [FT_Face]
    private var advances: [Unicode.Scalar: Double?] = [:]

    init(paths: [String]) throws(ImageError) {
      var opened: FT_Library?
      guard FT_Init_FreeType(&opened) == 0, let library = opened else {
        throw .fontUnreadable(path: paths.first ?? "", reason: "FreeType does not start")
      }
      var faces: [FT_Face] = []
      var refusal: ImageError?
      for path in paths where refusal == nil {
        var face: FT_Face?
        let status = FT_New_Face(library, path, 0, &face)
        if status == 0, let face, face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 {
          faces.append(face)
        } else if status == 0 {
          FT_Done_Face(face)
          refusal = .fontUnreadable(path: path, reason: "its glyphs have no outlines")
        } else {
          refusal = FileManager.default.fileExists(atPath: path)
            ? .fontUnreadable(path: path, reason: "FreeType's error \(status)") : .fontMissing(lookedAt: [path])
        }
      }
      if faces.isEmpty { refusal = refusal ?? .fontMissing(lookedAt: paths) }
      if let refusal {
        FT_Done_FreeType(library)
        throw refusal
      }
      self.library = library
      self.faces = faces
      ascent = faces.map { Double($0.pointee.ascender) / Double($0.pointee.units_per_EM) }.max() ?? 1
      descent = faces.map { -Double($0.pointee.descender) / Double($0.pointee.units_per_EM) }.max() ?? 0
    }

    deinit {
      // With its faces.
      FT_Done_FreeType(library)
    }

    /// Debian, Ubuntu and Fedora have it in one of these places.
    static func standardPaths() throws(ImageError) -> [String] {
      if let path = ProcessInfo.processInfo.environment["TOUCHSTONE_FONT"], !path.isEmpty { return [path] }
      let folders = [
        "/usr/share/fonts/opentype/unifont", "/usr/share/fonts/truetype/unifont", "/usr/share/fonts/unifont",
        "/usr/share/fonts/gnu-unifont", "/usr/share/fonts/TTF", "/usr/local/share/fonts",
      ]
      let places = folders.flatMap { ["\($0)/unifont.otf", "\($0)/unifont.ttf"] }
      guard let first = places.first(where: FileManager.default.fileExists) else {
        throw .fontMissing(lookedAt: places)
      }
      // The planes beyond the first, with emoji, have a file of their own.
      let upper = first.replacingOccurrences(of: "unifont.", with: "unifont_upper.")
      return FileManager.default.fileExists(atPath: upper) ? [first, upper] : [first]
    }

    /// In ems; nil if no font has the scalar.
    func advance(of scalar: Unicode.Scalar) -> Double? {
      lock.withLock {
        if let known = advances[scalar] { return known }
        let advance = readAdvance(of: scalar)
        advances[scalar] = .some(advance)
        return advance
      }
    }

    /// - Returns: nil if no font has the scalar.
    func mask(of scalar: Unicode.Scalar, _ placement: Placement) -> CoverageMask? {
      lock.withLock { draw(scalar, placement) }
    }

    private func find(_ scalar: Unicode.Scalar) -> (face: FT_Face, glyph: FT_UInt)? {
      for face in faces {
        let glyph = FT_Get_Char_Index(face, FT_ULong(scalar.value))
        if glyph != 0 { return (face, glyph) }
      }
      return nil
    }

    private func readAdvance(of scalar: Unicode.Scalar) -> Double? {
      guard let (face, glyph) = find(scalar) else { return nil }
      guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0 else { return nil }
      return Double(face.pointee.glyph.pointee.metrics.horiAdvance) / Double(face.pointee.units_per_EM)
    }

    private func draw(_ scalar: Unicode.Scalar, _ placement: Placement) -> CoverageMask? {
      guard let (face, glyph) = find(scalar) else { return nil }
      // FreeType's y grows upwards, its lengths are 64ths of a pixel and its factors 65,536ths.
      let column = placement.x.rounded(.down)
      let row = (-placement.y).rounded(.down)
      var delta = FT_Vector(
        x: FT_Pos(((placement.x - column) * 64).rounded()), y: FT_Pos(((-placement.y - row) * 64).rounded()))
      let cosine = FT_Fixed((placement.cosine * 65_536).rounded())
      let sine = FT_Fixed((placement.sine * 65_536).rounded())
      var turn = FT_Matrix(xx: cosine, xy: -sine, yx: sine, yy: cosine)
      let size = FT_F26Dot6((placement.size * 64).rounded())
      guard FT_Set_Char_Size(face, size, size, 72, 72) == 0 else { return nil }
      FT_Set_Transform(face, &turn, &delta)
      let how = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_RENDER
      guard FT_Load_Glyph(face, glyph, FT_Int32(how)) == 0 else { return nil }
      let slot = face.pointee.glyph.pointee
      let bitmap = slot.bitmap
      var coverage: [UInt8] = []
      coverage.reserveCapacity(Int(bitmap.width) * Int(bitmap.rows))
      if let pixels = bitmap.buffer {
        for line in 0..<Int(bitmap.rows) {
          let start = pixels.advanced(by: line * Int(bitmap.pitch))
          coverage.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(bitmap.width)))
        }
      }
      return CoverageMask(
        left: Int(column) + Int(slot.bitmap_left), top: -Int(row) - Int(slot.bitmap_top), width: Int(bitmap.width),
        height: Int(bitmap.rows), coverage: coverage)
    }
  }
#endif
