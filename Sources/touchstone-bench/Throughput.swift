import Foundation
import PropertyTesting

/// Cases per second of the engine against a bare loop that draws the same values and checks the same
/// claim, measured in turn in one run, so that the ratio holds on a noisy machine.
struct Throughput: Codable {
  let engine: Double
  let loop: Double
  let ratio: Double

  /// Runs both in turn and keeps the median ratio and the median rates.
  static func measure(
    cases: Int, rounds: Int = 7, loop: (Int) -> Void, engine: (Int) -> Void
  ) -> Throughput {
    var loopRates: [Double] = []
    var engineRates: [Double] = []
    var ratios: [Double] = []
    loop(cases / 10)
    engine(cases / 10)
    for _ in 0..<rounds {
      let loopRate = rate(cases, loop)
      let engineRate = rate(cases, engine)
      loopRates.append(loopRate)
      engineRates.append(engineRate)
      ratios.append(engineRate / loopRate)
    }
    return Throughput(
      engine: median(engineRates), loop: median(loopRates), ratio: median(ratios))
  }

  private static func rate(_ cases: Int, _ body: (Int) -> Void) -> Double {
    let start = processSeconds()
    body(cases)
    return Double(cases) / max(processSeconds() - start, 1e-9)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}

/// Processor time of this process: a noisy neighbour costs the clock on the wall, not this.
func processSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
