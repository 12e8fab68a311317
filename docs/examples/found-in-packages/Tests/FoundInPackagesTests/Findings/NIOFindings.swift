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
      let start = buffer.startIndex
      print(buffer[start..<buffer.index(after: start)].startIndex == start)
    })
}
