/// Mistakes on the way between the disk and the server.
extension BrokenReplica {
  static let marksWhateverWasChanged = BrokenReplica(
    "marksWhateverWasChanged", "marks a record as sent that was changed while it was being sent",
    as: "https://github.com/DouglasdeMoura/chroncal/issues/92"
  ) { $0.settles = .whateverWasChanged }

  static let marksBeforeSending = BrokenReplica(
    "marksBeforeSending", "marks records as sent before the server has answered",
    as: "https://github.com/codepod-io/codepod/pull/198"
  ) { $0.settles = .beforeSending }

  static let takesTheirsOnConflict = BrokenReplica(
    "takesTheirsOnConflict", "drops the device's change when the server has another one"
  ) { $0.onConflict = .takesTheirs }

  static let keepsOursOnConflict = BrokenReplica(
    "keepsOursOnConflict", "sends the device's record again, unmerged, when the server has another one"
  ) { $0.onConflict = .keepsOurs }

  static let overwritesTheServer = BrokenReplica(
    "overwritesTheServer", "saves records whatever the server has",
    as: "https://github.com/alex-soldatkin/payload-expo-tauri/issues/8"
  ) { $0.onConflict = .overwrites }

  static let ignoresNewsOfPending = BrokenReplica(
    "ignoresNewsOfPending", "ignores what others did to a record that is still to be sent"
  ) { $0.ignoresNewsOfPending = true }

  static let stopsAtTheRefused = BrokenReplica(
    "stopsAtTheRefused", "exchanges nothing while the server refuses one record",
    as: "https://github.com/avniproject/avni-server/issues/1035"
  ) { $0.onRefusal = .stops }

  static let dropsTheRefused = BrokenReplica(
    "dropsTheRefused", "never sends a record again that was refused, and says nothing",
    as: "https://github.com/forcedotcom/SalesforceMobileSDK-iOS/issues/2831"
  ) { $0.onRefusal = .drops }

  static let dropsWhenRateLimited = BrokenReplica(
    "dropsWhenRateLimited", "takes records off the list when the server limits the rate",
    as: "https://github.com/pointfreeco/sqlite-data/issues/432"
  ) { $0.dropsWhenRateLimited = true }

  static let givesUpAtAStaleToken = BrokenReplica(
    "givesUpAtAStaleToken", "fetches nothing when its token is stale",
    as: "https://github.com/mentrena/SyncKit/issues/92"
  ) { $0.onStaleToken = .givesUp }

  static let forgetsEverythingAtAStaleToken = BrokenReplica(
    "forgetsEverythingAtAStaleToken", "throws its records away when its token is stale, also those that it has not sent"
  ) { $0.onStaleToken = .forgetsEverything }

  static let writesEditsLate = BrokenReplica(
    "writesEditsLate", "writes edits to the disk at the next sync") { $0.writesEditsAtOnce = false }

  static let forgetsWhatIsPending = BrokenReplica(
    "forgetsWhatIsPending", "does not remember over a relaunch what is still to be sent",
    as: "https://github.com/adrianco/the-goodies/issues/61"
  ) { $0.remembersPending = false }

  static let savesTheTokenFirst = BrokenReplica(
    "savesTheTokenFirst", "writes the token of a page to the disk before its records",
    as: "https://github.com/toluaina/pgsync/issues/268"
  ) { $0.savesTokenFirst = true }

  static let swallowsErrors = BrokenReplica(
    "swallowsErrors", "reports a sync that failed as done") { $0.swallowsErrors = true }

  static let sendsOneBatch = BrokenReplica(
    "sendsOneBatch", "sends one batch at a sync, and reports it as done") { $0.sendsOneBatch = true }

  static let fetchesOnePage = BrokenReplica(
    "fetchesOnePage", "fetches one page at a sync, and reports it as done",
    as: "https://github.com/stripe/sync-engine/pull/253"
  ) { $0.goesOn = { _ in false } }

  static let stopsAtAnEmptyPage = BrokenReplica(
    "stopsAtAnEmptyPage", "takes an empty page for the last",
    as: "https://github.com/contentstack/cli/pull/1977"
  ) { $0.goesOn = { !$0.records.isEmpty } }

  static let stopsAtAShortPage = BrokenReplica(
    "stopsAtAShortPage", "takes a page with fewer records than asked for as the last"
  ) { $0.goesOn = { $0.records.count >= MergingReplica.pageSize } }

  static let fetchesAllEachTime = BrokenReplica(
    "fetchesAllEachTime", "fetches all records at every sync") { $0.fetchesAllEachTime = true }

  static let sendsAllEachTime = BrokenReplica(
    "sendsAllEachTime", "sends all records at every sync", as: "https://github.com/Mimetis/Dotmim.Sync/issues/1086"
  ) { $0.sendsAllEachTime = true }
}
