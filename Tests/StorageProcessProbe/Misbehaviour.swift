import Foundation
import ProcessStorage
import StorageContract

/// What an adapter may do wrong. Where it takes a number, it serves that many requests well before.
enum Misbehaviour: String, CaseIterable {
  case garbage, hang, die, dieOfSignal, answerTwice, wrongID, halfALine, hugeLine, endlessLine, badUTF8, wrongTypes
  case speakUnasked, noSuchProtocol, closeOutput, talkToErrors, neitherOkNorErr, unknownCode, flood
  /// Takes the operation at which it hangs, or for which it computes, and for how many seconds.
  case hangAt, computeAt

  func act() async {
    let after = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
    if self == .talkToErrors { say(Array(repeating: UInt8(ascii: "e"), count: 1 << 20), to: 2) }
    // Well-behaved at first: a server in between, whose lines are counted.
    var requests = Pipe()
    var replies = Pipe()
    guard let server = try? await Probe.server("memory") else { exit(3) }
    let (input, output) = (requests.fileHandleForReading.fileDescriptor, replies.fileHandleForWriting.fileDescriptor)
    let serving = Task { await server.serve(input: input, output: output) }
    var lines = Lines(descriptor: 0)
    var answers = Lines(descriptor: replies.fileHandleForReading.fileDescriptor)
    var served = 0
    if self == .speakUnasked { say("{\"id\":77,\"ok\":{}}\n") }
    while let line = lines.next() {
      if self == .hangAt || self == .computeAt {
        if String(decoding: line, as: UTF8.self).contains("\"op\":\"\(CommandLine.arguments[2])\"") {
          if self == .hangAt { while true { sleep(1_000) } }
          compute(seconds: CommandLine.arguments.dropFirst(3).first.flatMap { Double($0) } ?? 1)
        }
      } else if served == after, self != .talkToErrors {
        misbehave(line)
        if [.hang, .halfALine, .closeOutput].contains(self) { while true { sleep(1_000) } }
      }
      say(line + [UInt8(ascii: "\n")], to: requests.fileHandleForWriting.fileDescriptor)
      guard let answer = answers.next() else { exit(4) }
      say(answer + [UInt8(ascii: "\n")])
      if served == after, self == .answerTwice { say(answer + [UInt8(ascii: "\n")]) }
      served += 1
    }
    serving.cancel()
    withExtendedLifetime((requests, replies)) {}
    requests = Pipe()
    replies = Pipe()
    exit(0)
  }

  private func misbehave(_ request: [UInt8]) {
    // Requests begin with their number.
    let number = request.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix { $0 != UInt8(ascii: ",") }
    let id = Int(String(decoding: number, as: UTF8.self)) ?? 0
    switch self {
    case .garbage: say("Traceback (most recent call last):\n  File \"x.py\"\n")
    case .hang:
      say(Array("I am stuck in a lock\n".utf8), to: 2)
    case .die:
      say(Array("fatal: out of luck\n".utf8), to: 2)
      exit(7)
    case .dieOfSignal: kill(getpid(), SIGKILL)
    case .wrongID: say("{\"id\":\(id + 1000),\"ok\":{}}\n")
    case .halfALine: say("{\"id\":\(id),\"ok\":{")
    case .hugeLine:
      say("{\"id\":\(id),\"padding\":\"")
      for _ in 0..<100 { say([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)) }
      say("\",\"ok\":{}}\n")
    case .endlessLine:
      say("{")
      while true { say([UInt8](repeating: UInt8(ascii: " "), count: 1 << 16)) }
    case .badUTF8: say(Array("{\"id\":\(id),\"skipped\":\"".utf8) + [0xFF, 0xFE] + Array("\"}\n".utf8))
    case .wrongTypes: say("{\"id\":\(id),\"ok\":{\"version\":7,\"record\":5,\"count\":\"many\",\"protocol\":\"1\"}}\n")
    case .noSuchProtocol: say("{\"id\":\(id),\"ok\":{\"protocol\":2,\"name\":\"x\"}}\n")
    case .closeOutput: close(1)
    case .neitherOkNorErr: say("{\"id\":\(id),\"result\":{}}\n")
    case .unknownCode: say("{\"id\":\(id),\"err\":{\"code\":\"diskFull\"}}\n")
    case .flood: while true { say("\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n") }
    case .answerTwice, .speakUnasked, .talkToErrors, .hangAt, .computeAt: break
    }
  }
}

/// Uses so much processor time, however long that takes.
private func compute(seconds: Double) {
  let end = clock() + Int(seconds * Double(CLOCKS_PER_SEC))
  while clock() < end {}
}

func say(_ text: String) { say(Array(text.utf8)) }

func say(_ bytes: [UInt8], to descriptor: Int32 = 1) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 { exit(6) }
    rest = rest.dropFirst(count)
  }
}

/// Lines of a descriptor, without buffering more than there is.
struct Lines {
  let descriptor: Int32
  private var bytes: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func next() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeSubrange(...end) }
        return Array(bytes[..<end])
      }
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return nil }
      bytes += chunk.prefix(count)
    }
  }
}
