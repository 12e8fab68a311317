/// How a broken list moves its indices.
extension BrokenList {
  func index(after i: Int) -> Int {
    switch mistake {
    case .stepsOverTheLast where i == items.count - 2: items.count
    case .stepsPastTheEnd where i == items.count - 1: items.count + 1
    case .staysAtTheLast where i == items.count - 1: i
    case .stepsByTwo: i + 2
    case .wrapsAround where i == items.count - 1: 0
    case .stepsDifferentlyTheSecondTime: stepCounting(i)
    default: i + 1
    }
  }

  private func stepCounting(_ i: Int) -> Int {
    memory.calls += 1
    return memory.calls.isMultiple(of: 3) ? i + 2 : i + 1
  }

  func formIndex(after i: inout Int) {
    switch mistake {
    case .formsNoNextIndex: break
    case .formsTheIndexAfterTheNext: i += 2
    case .formsTheEndIndex: i = items.count
    default: i = index(after: i)
    }
  }

  func index(before i: Int) -> Int {
    switch mistake {
    case .stepsBackByTwo: i - 2
    case .stepsBackFromTheEndOverTheLast where i == items.count && i > 1: i - 2
    case .staysWhenItStepsBack: i
    case .stepsBackFromTheEndToTheFirst where i == items.count: 0
    case .stepsBackFromTheSecondToTheEnd where i == 1: items.count
    case .stepsForwardWhenAskedForTheIndexBefore: i + 1
    default: i - 1
    }
  }

  func formIndex(before i: inout Int) {
    switch mistake {
    case .formsNoIndexBefore: break
    case .formsTheIndexTwoBefore: i -= 2
    case .formsTheStartIndex: i = 0
    default: i = index(before: i)
    }
  }

  func index(_ i: Int, offsetBy distance: Int) -> Int {
    switch mistake {
    case .offsetFromTheSecondIsOneTooFar where i == 1 && distance > 0: i + distance + 1
    case .offsetFromTheEndStartsAtTheLast where i == items.count && distance < 0: i + distance - 1
    case .offsetIsOneShort where distance > 1: i + distance - 1
    case .offsetCountsFromTheStart: distance
    case .offsetOfZeroSteps where distance == 0: i + 1
    case .offsetStopsAtTwo: i + Swift.min(distance, 2)
    case .offsetIgnoresTheSign: i + abs(distance)
    case .offsetBackwardsIsOneShort where distance < -1: i + distance + 1
    case .offsetBackwardsStays where distance < 0: i
    case .offsetToTheEndIsTheLast where i + distance == items.count && distance > 0: items.count - 1
    default: i + distance
    }
  }

  func index(_ i: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
    let isFar = i.addingReportingOverflow(distance).overflow
    let target = isFar && mistake != .limitWrapsAround ? distance : i &+ distance
    let forwards = distance >= 0
    switch mistake {
    case .limitExcludesItself where forwards && limit >= i: return target < limit ? target : nil
    case .limitIsIgnored where forwards: return clamped(target)
    case .limitIsReturnedForNil where forwards && limit >= i: return Swift.min(target, limit)
    case .limitBehindStops where forwards && limit < i: return nil
    case .limitIsADistance where forwards && limit >= i: return distance > limit ? nil : clamped(target)
    case .limitExcludesItselfBackwards where !forwards && limit <= i: return target > limit ? target : nil
    case .limitIsIgnoredBackwards where !forwards: return clamped(target)
    case .limitAheadStopsBackwards where !forwards && limit > i: return nil
    case .limitIsReturnedForNilBackwards where !forwards && limit <= i: return Swift.max(target, limit)
    default: break
    }
    if forwards && limit >= i && target > limit { return nil }
    // A negative distance that is made positive in its type stays negative.
    if mistake == .limitNegatesTheDistance, !forwards { return 0 &- distance > i - limit ? nil : clamped(target) }
    if !forwards && limit <= i && target < limit { return nil }
    return target
  }

  func distance(from start: Int, to end: Int) -> Int {
    switch mistake {
    case .distanceIsRoundedToEven: (end - start) / 2 * 2
    case .distanceCountsBothEnds: end - start + 1
    case .distanceFromTheStart: end
    case .distanceStopsAtTwo: Swift.min(2, end - start)
    case .distanceToTheEndIsOneShort where end == items.count && start < end: end - start - 1
    case .distanceIgnoresTheSign: abs(end - start)
    case .distanceBackwardsIsZero where end < start: 0
    case .distanceBackwardsIsOneShort where end < start - 1: end - start + 1
    default: end - start
    }
  }
}
