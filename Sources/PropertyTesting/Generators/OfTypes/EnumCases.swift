/// The cases of an enumeration, read from the metadata that the compiler emits for reflection.
///
/// A decoder has to offer values of a `CodingKey` enumeration whose names nobody told it, and an enumeration with raw values has no other
/// way to say which there are. The layout is that of the Swift ABI (docs/ABI/TypeMetadata.rst and
/// include/swift/RemoteInspection/Records.h in the compiler's repository).
struct EnumCases {
  /// In the order of their tags: first those that have a payload, in the order of their declaration, then the others.
  let names: [String]
  let payloadCount: Int

  /// Nil if `type` is no enumeration, or its module was compiled without reflection metadata.
  init?(of type: Any.Type) {
    // A metatype is the address of its metadata.
    let metadata = withUnsafeBytes(of: type) { $0.load(as: UnsafeRawPointer.self) }
    guard metadata.load(as: UInt.self) == 0x201,
      let descriptor = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self),
      let fields = descriptor.relative(at: 16)
    else { return nil }
    // The upper byte is the place of the payload's size.
    payloadCount = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
    let emptyCount = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    guard count == payloadCount + emptyCount, recordSize >= 12 else { return nil }
    var names: [String] = []
    for index in 0..<count {
      guard let name = fields.relative(at: 16 + index * recordSize + 8) else { return nil }
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    self.names = names
  }

  /// All values of an enumeration without payloads: each is its tag, in the fewest bytes that hold all tags.
  ///
  /// Nil if a case has a payload, or if the type is laid out in another way, as enumerations of Objective-C are.
  func values<Value>(as type: Value.Type) -> [Value]? {
    let count = names.count
    guard payloadCount == 0, count > 0 else { return nil }
    let size = count == 1 ? 0 : count <= 0x100 ? 1 : count <= 0x1_0000 ? 2 : 4
    guard MemoryLayout<Value>.size == size else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { bytes in
      (0..<count).map { tag in
        bytes.storeBytes(of: UInt64(tag).littleEndian, as: UInt64.self)
        return UnsafeRawBufferPointer(bytes).load(as: Value.self)
      }
    }
  }

  /// The name of the case that `value` is, of an enumeration without payloads.
  static func name<Value>(of value: Value) -> String? {
    guard let cases = EnumCases(of: Value.self), cases.payloadCount == 0 else { return nil }
    var tag: UInt32 = 0
    let size = MemoryLayout<Value>.size
    guard size <= 4 else { return nil }
    withUnsafeBytes(of: value) { bytes in
      for place in 0..<size { tag |= UInt32(bytes[place]) << (8 * UInt32(place)) }
    }
    return cases.names.indices.contains(Int(tag)) ? cases.names[Int(tag)] : nil
  }
}

extension UnsafeRawPointer {
  /// What the relative pointer at `offset` points to.
  fileprivate func relative(at offset: Int) -> UnsafeRawPointer? {
    let distance = load(fromByteOffset: offset, as: Int32.self)
    return distance == 0 ? nil : self + offset + Int(distance)
  }
}
