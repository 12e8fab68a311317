import Foundation
import PropertyTesting
import StorageContract

extension ValueLaws {
  static let decimals = StorageLaw(
    .values,
    Requirement(
      "STO-01", "Decimals come back exactly",
      says: """
        The store returns a decimal of up to 38 significant digits and an exponent from -128 to 127, of \
        either sign, as the same number. Decimals are equal by value: 1.0 may come back as 1, so the \
        store need not keep the scale. Store the digits as text or in a type that has room for all of \
        them. Do not use binary floating point, or a numeric type with fewer digits or a fixed number of \
        places.
        """,
      mustCatch: [.over(.passesNumbersThroughDouble), .roundsDecimalsTo34Digits, .keepsNineteenPlaces]
    ).holds(
      forAll: Generator<[StoredDecimal]>.array(of: .frequency((3, .storable), (1, .longest)), count: 1...4),
      requiring: ["38 digits": 0.25, "negative": 0.3, "exponent below -60": 0.01, "exponent above 60": 0.03]
    ) { decimals, subject, trial in
      trial.label("38 digits", if: decimals.contains { $0.digits.utf8.count == StoredDecimal.maximumDigits })
      trial.label("negative", if: decimals.contains(where: \.isNegative))
      trial.label("exponent below -60", if: decimals.contains { $0.exponent < -60 })
      trial.label("exponent above 60", if: decimals.contains { $0.exponent > 60 })
      let records = StoredRecords(values: decimals.map { .decimal($0.decimal) })
      // The digits are the oracle: they owe nothing to the arithmetic that is compared with elsewhere.
      try await records.expectBack(from: subject, trial) { place, index, fields in
        guard case .decimal(let decimal)? = fields["value"] else { return }
        try expect("digits of \(place)", StoredDecimal(decimal), equals: decimals[index])
      }
    })

  static let integersAndDoubles = StorageLaw(
    .values,
    Requirement(
      "STO-02", "Integers and doubles come back bit for bit",
      says: """
        The store returns every 64-bit integer exactly, including those beyond 2^53, and every double \
        bit for bit: -0.0 stays negative, subnormals are not flushed to zero, infinities stay, and a \
        NaN keeps its sign and its payload, quiet or signalling. If the database has no such double, \
        store its 64 bits.
        """,
      mustCatch: [
        .over(.passesNumbersThroughDouble), .dropsTheSignOfZero, .knowsOneNaN, .flushesSubnormals,
        .printsFifteenDigits,
      ]
    ).holds(
      forAll: Generator<[FieldValue]>.array(
        of: .frequency((1, .storableInteger), (2, .storableDouble)), count: 1...10),
      requiring: [
        "beyond 2^53": 0.2, "negative zero": 0.01, "NaN with a payload": 0.1, "subnormal": 0.08, "infinite": 0.03,
      ]
    ) { values, subject, trial in
      for value in values {
        switch value {
        case .int64(let number): trial.label("beyond 2^53", if: number.magnitude > 1 << 53)
        case .double(let number):
          trial.label("negative zero", if: number == 0 && number.sign == .minus)
          trial.label("NaN with a payload", if: number.isNaN && number.significandBitPattern != 1 << 51)
          trial.label("subnormal", if: number.isSubnormal)
          trial.label("infinite", if: number.isInfinite)
        default: break
        }
      }
      try await StoredRecords(values: values).expectBack(from: subject, trial)
    })

  static let datesAndUUIDs = StorageLaw(
    .values,
    Requirement(
      "STO-03", "Dates and UUIDs come back exactly",
      says: """
        The store returns a date with every bit of its seconds since 2001-01-01 00:00 UTC, a double. \
        This includes fractions finer than a microsecond and dates outside the years of any calendar. \
        Counting from 1970 instead loses bits, and so does a column of milliseconds or microseconds. The \
        store returns a UUID with all of its 128 bits in order. Whether it stores the UUID's text in \
        upper or lower case makes no difference.
        """,
      mustCatch: [
        .over(.truncatesDates), .keepsDatesToTheMillisecond, .keepsDatesToTheMicrosecond, .countsFrom1970, .cutsDatesBefore1900,
        .swapsHalvesOfUUIDs,
      ]
    ).holds(
      forAll: Generator<[FieldValue]>.array(
        of: .frequency((3, .storableDate), (1, .storableUUID)), count: 1...5),
      requiring: ["fraction of a second": 0.3, "finer than a microsecond": 0.2, "beyond calendars": 0.05, "UUID": 0.15]
    ) { values, subject, trial in
      for value in values {
        switch value {
        case .date(let date):
          let seconds = date.timeIntervalSinceReferenceDate
          let micros = seconds * 1e6
          trial.label("fraction of a second", if: seconds != seconds.rounded())
          trial.label("finer than a microsecond", if: micros.isFinite && micros != micros.rounded())
          trial.label("beyond calendars", if: seconds.magnitude > 1e15)
        case .uuid: trial.label("UUID")
        default: break
        }
      }
      try await StoredRecords(values: values).expectBack(from: subject, trial)
    })
}
