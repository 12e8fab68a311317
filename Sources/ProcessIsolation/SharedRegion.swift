import CIsolation
import Foundation
import PropertyTesting
import Synchronization

/// Memory that a worker and its supervisor share: the beacon, what a crash leaves, and the record of a case.
/// It is mapped as long as the object lives.
final class SharedRegion: @unchecked Sendable {
  private static let headBytes = 4096
  private static let crashOffset = 64
  private let base: UnsafeMutableRawPointer
  private let byteCount: Int
  /// What another program maps it by; -1 where it is shared with copies of this process alone.
  let descriptor: Int32

  /// - Throws: ``NoWorker`` where the system has no memory to give.
  init(recordBytes: Int, hasDescriptor: Bool = false) throws {
    byteCount = Self.headBytes + recordBytes
    descriptor = hasDescriptor ? cisolation_shared_descriptor(byteCount) : -1
    let base = hasDescriptor ? cisolation_map_descriptor(descriptor, byteCount) : cisolation_map_shared(byteCount)
    guard let base else {
      let reason = systemError(errno)
      if descriptor >= 0 { close(descriptor) }
      throw NoWorker(reason: "\(byteCount) bytes of shared memory cannot be mapped: \(reason)")
    }
    self.base = base
  }

  /// In a worker that was started anew: the memory that its supervisor made.
  init(descriptor: Int32, recordBytes: Int) throws {
    byteCount = Self.headBytes + recordBytes
    self.descriptor = descriptor
    guard let base = cisolation_map_descriptor(descriptor, byteCount) else {
      throw NoWorker(reason: "the supervisor's memory cannot be mapped: \(systemError(errno))")
    }
    self.base = base
  }

  deinit {
    cisolation_unmap(base, byteCount)
    if descriptor >= 0 { close(descriptor) }
  }

  /// The index of the case that is being run; its complement while what it came to is put in words.
  var beacon: UnsafeMutablePointer<Atomic<Int>> { base.assumingMemoryBound(to: Atomic<Int>.self) }

  var crash: UnsafeMutablePointer<cisolation_crash> {
    (base + Self.crashOffset).assumingMemoryBound(to: cisolation_crash.self)
  }

  var record: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + Self.headBytes, count: byteCount - Self.headBytes)
  }
}

func systemError(_ number: Int32) -> String { String(cString: strerror(number)) }
