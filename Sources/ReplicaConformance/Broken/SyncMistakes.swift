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

  static let keepsWhatExpired = BrokenReplica(
    "keepsWhatExpired", "keeps what the server has forgotten to have been deleted",
    as: "https://github.com/boardsesh/boardsesh/pull/4048", format: .expiring
  ) { $0.onExpiry = .keeps }

  static let sendsWhatExpired = BrokenReplica(
    "sendsWhatExpired", "sends again what the server has forgotten to have been deleted",
    as: "https://github.com/erichll/go-fast-note-sync/issues/9", format: .expiring
  ) { $0.onExpiry = .sendsAgain }

  static let forgetsTheUnsentAtExpiry = BrokenReplica(
    "forgetsTheUnsentAtExpiry", "throws away what it has not sent when the server has forgotten deletions", format: .expiring
  ) { ($0.onStaleToken, $0.fetchesFirst) = (.forgetsEverything, true) }

  static let sharesRecordsOfAccounts = BrokenReplica(
    "sharesRecordsOfAccounts", "shows one account the records of the other",
    as: "https://github.com/mozilla-lockwise/lockwise-android/issues/365"
  ) { $0.accounts = .sharesRecords }

  static let sharesTokenOfAccounts = BrokenReplica(
    "sharesTokenOfAccounts", "goes on with the token of another account"
  ) { $0.accounts = .sharesToken }

  static let clearsOtherAccounts = BrokenReplica(
    "clearsOtherAccounts", "removes what another account has not sent when the account changes"
  ) { $0.accounts = .clearsOthers }

  static let sendsRecordsFirst = attachments(
    "sendsRecordsFirst", "sends a record before its attachment", as: "https://github.com/dhwani-ris/frappe-mobile-sdk/issues/56"
  ) { $0.sendsAttachmentsFirst = false }

  static let showsRecordsAlone = attachments(
    "showsRecordsAlone", "shows a record whose attachment has not come yet"
  ) { $0.waitsForAttachments = false }

  static let leavesAttachments = attachments(
    "leavesAttachments", "leaves attachments on the server that no record needs"
  ) { $0.removesObsolete = false }

  static let marksAfterWriting = BrokenReplica(
    "marksAfterWriting", "marks a record as sent that was changed while the disk was written",
    as: "https://github.com/standardnotes/snjs/pull/262"
  ) { $0.settles = .afterWriting }

  static let mergesIntoSnapshot = BrokenReplica(
    "mergesIntoSnapshot", "merges what it fetches into the records as they were before it asked",
    as: "https://github.com/8thpark/geode/pull/111"
  ) { $0.mergesIntoSnapshot = true }

  static let fetchesAllEachTime = BrokenReplica(
    "fetchesAllEachTime", "fetches all records at every sync") { $0.fetchesAllEachTime = true }

  static let sendsAllEachTime = BrokenReplica(
    "sendsAllEachTime", "sends all records at every sync", as: "https://github.com/Mimetis/Dotmim.Sync/issues/1086"
  ) { $0.sendsAllEachTime = true }
}
