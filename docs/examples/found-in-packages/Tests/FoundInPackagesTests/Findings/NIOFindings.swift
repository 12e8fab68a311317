import NIOCore
import PropertyTesting
import StandardLaws

/// apple/swift-nio.
enum NIOFindings {
  static let all = [slice]

  static let slice = Finding(
    "circular-buffer-slice", "a slice shares its indices with the collection", of: .collection,
    for: Generator<CircularBuffer<Int>> { source in CircularBuffer(try source(.array(of: .int(in: 0...9), count: 0...5))) },
    reproduction: { print in
      let buffer: CircularBuffer = [1, 2]
      print(buffer[buffer.startIndex..<buffer.startIndex].startIndex == buffer.startIndex)
    })
}
