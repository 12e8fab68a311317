import Foundation

extension String: DrawnType {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> String {
    try session.text(wanted: site.wanted?.leaf as? String, hints: site.hints)
  }
}

extension DrawSession {
  /// A text of any characters, or of a form that many programs expect of one: a number, a date, an address. One in eight has a form; of
  /// those that a type refused, three in four of the next ones have.
  func text(wanted: String?, hints: [String]) throws -> String {
    let forms = TextForms.all
    let last = forms.count + (hints.isEmpty ? 0 : 1)
    let form: Int
    if wanted != nil {
      form = choose(upTo: last, wanted: 0)
    } else {
      form = choose(upTo: last, wanted: proposedForm(upTo: last))
    }
    if form > forms.count { return hints[choose(upTo: hints.count - 1)] }
    if form > 0 { return try source.draw(forms[form - 1]) }
    guard let wanted else {
      return try Generator.text(.unicode, count: 0...plan.textCount).produce(&source)
    }
    return wantedText(wanted)
  }

  private func proposedForm(upTo last: Int) -> Int {
    if source.mode == .simplest, source.staysSimplest() { return 0 }
    let word = source.nextWord()
    guard attempt > 0 ? word & 3 != 0 : word & 7 == 0 else { return 0 }
    // What a type lists is what it waits for.
    if last > TextForms.all.count, attempt > 0, word & 4 == 0 { return last }
    return 1 + Int(truncatingIfNeeded: (word >> 3) % UInt64(last))
  }

  /// `text`, with the draws and the spans of ``Generator/text(_:count:)``.
  private func wantedText(_ text: String) -> String {
    let spans = spanCount
    openSpan(.collection)
    defer { closeSpans(to: spans) }
    let wanted = Array(text.unicodeScalars)
    let count = source.drawCount(0...plan.textCount, proposing: min(wanted.count, plan.textCount))
    var scalars = String.UnicodeScalarView()
    for place in 0..<count {
      openSpan(.element)
      defer { closeSpans(to: spans + 1) }
      let index = place < wanted.count ? ScalarOrder.index(of: wanted[place]) : 0
      let drawn = resolve(UInt64(index), .character, 0, UInt64(ScalarOrder.last), target: 0)
      scalars.append(ScalarOrder.scalar(at: UInt32(truncatingIfNeeded: drawn)))
    }
    return String(scalars)
  }
}

/// Forms of texts that types wait for. New ones go to the end: a token has the place of one.
enum TextForms {
  static let all: [Generator<String>] = [
    Generator<Int>.int(in: 0...10_000).map { String($0) },
    Generator<URL>.url.map { $0.absoluteString },
    Generator<Date>.date(in: Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_102_444_800)).map { date in
      Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
    },
    Generator<Date>.date(in: Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_102_444_800)).map { date in
      date.formatted(.iso8601.year().month().day())
    },
    Generator<UUID>.uuid.map { $0.uuidString },
    .email,
    Generator<[Int]>.array(of: .int(in: 0...30), count: 3).map { $0.map(String.init).joined(separator: ".") },
    Generator<Int>.int(in: 0...0xFF_FFFF).map { "#" + String($0 + 0x100_0000, radix: 16).dropFirst() },
    Generator<[UInt8]>.bytes(count: 0...24).map { Data($0).base64EncodedString() },
    .ipAddress,
    Generator<Double>.double(in: 0...1_000).map { String($0) },
    .text(.of("abcdefghijklmnopqrstuvwxyz"), count: 1...12),
    .host,
    Generator<Date>.date(in: Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_102_444_800)).map { date in
      Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(
        .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    },
  ]
}
