import Foundation
import ImageStandIns
import Testing

/// What is written is read by programs that have nothing to do with the library that wrote it. Who has none of them installed is
/// told that the test is skipped.
@Suite struct OtherProgramTests {
  private static let images = [
    Bitmap.noise(23, 17, seed: 1), .corners(64, 40), Bitmap(width: 1, height: 1, fill: .clear), Bitmap(width: 300, height: 2),
  ]

  /// A PNG reader in Python's standard library and 30 lines: chunks with their checksums, zlib, the five filters.
  @Test(.enabled(if: Program.find("python3") != nil, "python3 is not installed"))
  func pythonReadsPNG() throws {
    let script = """
      import sys, zlib, struct
      data = open(sys.argv[1], 'rb').read()
      assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
      place, packed, kinds = 8, b'', []
      while place < len(data):
          length, kind = struct.unpack('>I4s', data[place:place + 8])
          content = data[place + 8:place + 8 + length]
          assert struct.unpack('>I', data[place + 8 + length:place + 12 + length])[0] == zlib.crc32(kind + content)
          kinds.append(kind)
          if kind == b'IHDR': width, height, depth, colour, _, _, interlace = struct.unpack('>IIBBBBB', content)
          if kind == b'IDAT': packed += content
          place += 12 + length
      assert (depth, colour, interlace) == (8, 6, 0) and set(kinds) == {b'IHDR', b'IDAT', b'IEND'}
      raw, row, out = zlib.decompress(packed), width * 4, bytearray()
      previous = bytearray(row)
      for y in range(height):
          kind, line = raw[y * (row + 1)], bytearray(raw[y * (row + 1) + 1:(y + 1) * (row + 1)])
          for i in range(row):
              a = line[i - 4] if i >= 4 else 0
              b = previous[i]
              c = previous[i - 4] if i >= 4 else 0
              paeth = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
              line[i] = (line[i] + [0, a, b, (a + b) // 2, paeth][kind]) & 255
          out += line
          previous = line
      sys.stdout.buffer.write(struct.pack('>II', width, height) + bytes(out))
      """
    for image in Self.images {
      let read = try Program.run("python3", ["-c", script], on: try ImageCodec.encodePNG(image), ending: "png")
      #expect(read == PNGBuilder.big(image.width) + PNGBuilder.big(image.height) + image.pixels)
    }
  }

  @Test(.enabled(if: Program.find("pngcheck") != nil, "pngcheck is not installed"))
  func pngcheckFindsNothingWrong() throws {
    for image in Self.images {
      _ = try Program.run("pngcheck", ["-q"], on: try ImageCodec.encodePNG(image), ending: "png")
    }
  }

  @Test(.enabled(if: Program.find("djpeg") != nil, "djpeg is not installed"))
  func djpegReadsJPEG() throws {
    for image in Self.images {
      let encoded = try ImageCodec.encodeJPEG(image, quality: 95)
      let read = try Program.run("djpeg", ["-ppm"], on: encoded, ending: "jpg")
      let decoded = try ImageCodec.decode(encoded)
      #expect(read.starts(with: Array("P6\n\(image.width) \(image.height)\n255\n".utf8)))
      let opaque = decoded.pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
      #expect(Array(read.suffix(opaque.count)) == opaque)
    }
  }
}

/// A program of the machine.
enum Program {
  struct Failed: Error {
    let output: String
  }

  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What it prints, with the file as its last argument.
  static func run(_ name: String, _ arguments: [String], on file: [UInt8], ending: String) throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).\(ending)")
    try Data(file).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: find(name) ?? name)
    process.arguments = arguments + [path.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(output: String(decoding: bytes, as: UTF8.self)) }
    return [UInt8](bytes)
  }
}
