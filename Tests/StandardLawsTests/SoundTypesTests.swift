import Foundation
import PropertyTesting
import StandardLaws
import Testing

/// The types of the witnesses without a mistake keep all laws, so that each witness is broken by its mistake alone.
@Suite struct SoundTypesTests {
  @Test func cells() throws {
    try checkLaws(
      .hashable, .comparable, .identifiable, .caseIterable, .losslessStringConvertible, .description { Cell($0) }, of: .cell)
  }

  @Test func codesAndOptions() throws {
    try checkLaws(.rawRepresentable, of: .code)
    try checkLaws(.optionSet, .setAlgebra, of: .options)
  }

  @Test func records() throws { try checkLaws(.evolvingCodable, of: .record) }

  @Test func numbers() throws {
    try checkLaws(.signedNumeric, of: .amount)
    try checkLaws(.strideable, of: .day)
    try checkLaws(.fixedWidthInteger, .signedNumeric, of: .word)
    try checkLaws(.hashable.except(.nan), .comparable.except(.nan), .binaryFloatingPoint, of: Generator<Real>.real)
    try checkLaws(.randomNumberGenerator, of: .dice)
  }

  @Test func mergesAndTransformations() throws {
    try checkLaws(MergingWitnesses.soundCounters, of: MergingWitnesses.counters)
    try checkLaws(MergingWitnesses.soundRegister, of: .int(in: 0...9))
  }

  @Test func textsAndErrors() throws {
    try checkLaws(.losslessFormat(DollarStyle()), of: .cents)
    try checkLaws(.sortComparator(CountComparator()), of: .text(.of("abcAB"), count: 0...4))
    try checkLaws(.localizedError, of: Generator<Bool>.bool.map { LedgerError(isOverdrawn: $0) })
    try checkLaws(.customNSError, of: VaultError.generator)
  }
}
