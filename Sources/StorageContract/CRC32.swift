/// The checksum of zip, gzip and Ethernet (CRC-32/ISO-HDLC, reflected polynomial 0xEDB88320): finds every
/// burst of damage of up to 32 bits. It guards against accidents, not against forgery.
package struct CRC32: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  package init() {}

  package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = CRC32()
    sum.update(bytes)
    return sum.value
  }

  package var value: UInt32 { ~state }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    // Looking the table up once, not per byte, halves the time.
    Self.table.withUnsafeBufferPointer { table in
      var state = state
      let fast: Void? = bytes.withContiguousStorageIfAvailable { buffer in
        for byte in buffer {
          state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
        }
      }
      if fast == nil {
        for byte in bytes {
          state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
        }
      }
      self.state = state
    }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}
