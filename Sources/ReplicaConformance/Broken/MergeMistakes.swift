import ReplicaContract

/// Mistakes of stamps, merging, deletions and insertions, in records with fields.
extension BrokenReplica {
  static let theirsWins = fields("theirsWins", "replaces its record by what it fetches") { $0.merge = { _, there in there } }
  static let oursWins = fields("oursWins", "keeps its record whatever it fetches") { $0.merge = { here, _ in here } }

  static let mergesWholeRecords = fields(
    "mergesWholeRecords", "lets the record that was changed last win with all of its fields"
  ) { rules in
    rules.merge = { here, there in
      if here.life != there.life || here.isDeleted || there.isDeleted { return here.merged(with: there) }
      guard let first = here.newest, let second = there.newest else { return here }
      return first < second ? there : here
    }
  }

  static let readsTheClockAlone = fields(
    "readsTheClockAlone", "stamps edits with the device's clock, whatever later stamps it knows",
    as: "https://github.com/JediBrooker/WatchShelf/issues/61"
  ) { $0.stamp = { _, context in .clock(context) } }

  /// Without causality: nothing else tells it from a replica that is right.
  static let distrustsFarStamps = {
    var rules = FieldRules()
    rules.stamp = { _, context in .clock(context) }
    rules.merge = { here, there in
      guard let first = here.newest, let second = there.newest, here.life == there.life else { return here.merged(with: there) }
      return abs(first.time - second.time) < 86_400_000 ? here.merged(with: there) : here
    }
    var format = ReplicaFormat.fields(["title", "note"], rules)
    format.capabilities.isCausal = false
    return BrokenReplica("distrustsFarStamps", "keeps its own values when those of others are stamped a day or more away", format: format)
  }()

  static let tiesGoToWhoeverMerges = fields(
    "tiesGoToWhoeverMerges", "keeps its own value when both were written in the same millisecond"
  ) { rules in
    rules.merge = { here, there in
      var merged = here.merged(with: there)
      guard here.life == there.life else { return merged }
      for (name, value) in here.fields where value.stamp.time == there.fields[name]?.stamp.time { merged.fields[name] = value }
      return merged
    }
  }

  static let writesKnownFieldsAlone = fields(
    "writesKnownFieldsAlone", "replaces a record by the fields that its version of the app knows"
  ) { rules in
    rules.update = { record, field, value, known in
      record.fields = record.fields.filter { known.contains($0.key) }
      record.fields[field] = value
    }
    // What is not in the later version is gone.
    rules.merge = { here, there in
      let merged = here.merged(with: there)
      guard let first = here.newest, let second = there.newest, here.life == there.life else { return merged }
      let later = first < second ? there : here
      return FieldRecord(
        life: merged.life, isDeleted: merged.isDeleted, fields: merged.fields.filter { later.fields[$0.key] != nil })
    }
  }

  static let emptiesUnknownFields = fields(
    "emptiesUnknownFields", "writes empty texts to the fields that its version of the app does not know"
  ) { rules in
    rules.update = { record, field, value, known in
      for name in record.fields.keys where !known.contains(name) { record.fields[name] = StampedValue(value: "", stamp: value.stamp) }
      record.fields[field] = value
    }
  }

  static let forgetsTheDeleted = fields(
    "forgetsTheDeleted", "keeps no trace of what it deletes", as: "https://github.com/jabbermarky/icecream/issues/21"
  ) { $0.delete = { _, _ in nil } }

  static let editsReviveTheDeleted = fields(
    "editsReviveTheDeleted", "lets an edit that does not know of the deletion bring the record back",
    as: "https://github.com/apache/pouchdb/issues/9075"
  ) { rules in
    rules.merge = { here, there in
      var merged = here.merged(with: there)
      guard here.life == there.life, here.isDeleted != there.isDeleted else { return merged }
      let (alive, dead) = here.isDeleted ? (there, here) : (here, there)
      if let edited = alive.newest, let known = dead.newest { merged.isDeleted = edited <= known }
      return merged
    }
  }

  static let ignoresDeletions = fields(
    "ignoresDeletions", "does not take in that others deleted a record it has"
  ) { rules in
    rules.merge = { here, there in
      var merged = here.merged(with: there)
      if here.life == there.life, !here.isDeleted { merged.isDeleted = false }
      return merged
    }
  }

  static let insertsIntoTheOldLife = fields(
    "insertsIntoTheOldLife", "inserts a deleted record again such that its deletion still wins",
    as: "https://github.com/vlcn-io/cr-sqlite/issues/271"
  ) { rules in
    rules.insert = { before, fields, stamp in
      FieldRecord(life: before?.life ?? 1, isDeleted: false, fields: fields.mapValues { StampedValue(value: $0, stamp: stamp) })
    }
  }

  static let keepsAllValues = fields(
    "keepsAllValues", "keeps with every field the values that it had"
  ) { rules in
    rules.merge = { here, there in
      var merged = here.merged(with: there)
      for (name, value) in here.fields where value != there.fields[name] && !name.hasPrefix("~") {
        merged.fields["~\(name)\(value.stamp.time)"] = value
      }
      return merged
    }
  }

  /// As a modification date is changed by a sync.
  static let touchesWhatItFetches = {
    var rules = FieldRules()
    rules.merge = { here, there in
      var merged = here.merged(with: there)
      guard var title = merged.fields["title"] else { return merged }
      title.value += "'"
      merged.fields["title"] = title
      return merged
    }
    return BrokenReplica(
      "touchesWhatItFetches", "changes every record that it fetches", format: .fields(["title", "note"], rules)
    ) { $0.fetchesAllEachTime = true }
  }()

  // Sets.

  static let unitesSets = sets("unitesSets", "unites what both have, whatever was removed") { rules in
    rules.merge = { here, there in
      var merged = here.merged(with: there)
      merged.live = here.live.merging(there.live, uniquingKeysWith: max)
      return merged
    }
  }

  static let removesTheUnseen = sets(
    "removesTheUnseen", "removes insertions with a removal that has not seen them") { rules in
    rules.merge = { here, there in
      var merged = here.merged(with: there)
      if here.live.isEmpty || there.live.isEmpty { merged.live = [:] }
      return merged
    }
  }

  static let countsInsertionsAnew = sets(
    "countsInsertionsAnew", "gives an element that is inserted again the number of its first insertion") { rules in
    rules.insert = { element, device in
      var element = element
      element.seen[device] = max(1, element.seen[device] ?? 0)
      element.live = [device: 1]
      return element
    }
  }

  // Lists.

  static let putsNewBehindOld = lists(
    "putsNewBehindOld", "puts a new element behind those that were put at its place before",
    as: "https://github.com/elem-azar-unis/CRDT-Redis/issues/7") { rules in
    rules.order = { elements in ListRules.walk(elements) { $0.sorted { $0.id < $1.id } } }
  }

  static let numbersByDevice = lists(
    "numbersByDevice", "numbers elements by those of its own device") { rules in
    rules.next = { known, device in
      ElementID(number: (known.filter { $0.device == device }.map(\.number).max() ?? 0) + 1, device: device)
    }
  }

  static let forgetsRemovals = lists(
    "forgetsRemovals", "takes in an element again that it has removed") { rules in
    rules.merge = { here, there in
      var here = here
      here.isRemoved = here.isRemoved && there.isRemoved
      return here
    }
  }

  static let removesWhatHangsOn = lists(
    "removesWhatHangsOn", "loses the elements that were put behind a removed one") { rules in
    let order = rules.order
    rules.order = { order($0.filter { !$0.isRemoved }) }
  }

  // Logs.

  static let ordersByName = logs(
    "ordersByName", "orders entries by their names in place of the server's order") { rules in
    rules.precedes = { $0.name < $1.name }
  }

  static let ordersOwnFirst = logs(
    "ordersOwnFirst", "lets entries of others win over those that it has not sent") { rules in
    rules.precedes = { ($0.record.tag, $0.name) < ($1.record.tag, $1.name) }
  }

  static let overtakesTheRefused = logs(
    "overtakesTheRefused", "sends later entries of a record before one that is refused") { rules in
    rules.lane = { name, _ in name }
  }

  static let countsEntriesAnew = logs(
    "countsEntriesAnew", "gives new entries the names of earlier ones") { rules in
    rules.name = { own, device in "\(device)-\(1_000_000 + own.count % 3)" }
  }
}
