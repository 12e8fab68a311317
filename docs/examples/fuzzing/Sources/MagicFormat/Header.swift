/// A file's header: four letters, a version, a length, then as many bytes.
public struct Header: Sendable, Equatable {
  public var version: Int
  public var payload: [UInt8]

  public struct Malformed: Error {}

  public init(version: Int, payload: [UInt8]) {
    self.version = version
    self.payload = payload
  }

  public init(_ bytes: [UInt8]) throws {
    guard bytes.count >= 8 else { throw Malformed() }
    guard bytes[0] == 0x54, bytes[1] == 0x53, bytes[2] == 0x54, bytes[3] == 0x4E else { throw Malformed() }
    let version = Int(bytes[4]) << 8 | Int(bytes[5])
    guard version == 0x0203 || version == 0x0117 else { throw Malformed() }
    let length = Int(bytes[6]) << 8 | Int(bytes[7])
    guard length == bytes.count - 8 else { throw Malformed() }
    self.version = version
    // The defect: the newer version's payload loses its last byte.
    payload = version == 0x0203 ? Array(bytes[8...].dropLast()) : Array(bytes[8...])
  }

  public var bytes: [UInt8] {
    let head: [UInt8] = [0x54, 0x53, 0x54, 0x4E, UInt8(version >> 8 & 0xFF), UInt8(version & 0xFF)]
    return head + [UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF)] + payload
  }
}
