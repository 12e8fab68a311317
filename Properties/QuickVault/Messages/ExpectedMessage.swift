import PropertyTesting
import QuickVaultReference

/// What the user has to read of an error, written from the requirement: the subject, the reason and what to do, in this
/// order, with the values that are his.
struct ExpectedMessage: Equatable {
  let english: [String]
  let chinese: [String]
  /// What is for the log alone.
  var withheld: [String] = []

  init(_ english: [String], _ chinese: [String], withholding withheld: [String] = []) {
    (self.english, self.chinese, self.withheld) = (english, chinese, withheld)
  }

  func words(in language: CardTemplate.Language) -> [String] { language == .chinese ? chinese : english }

  /// What the log alone reads makes no other message.
  static func == (left: ExpectedMessage, right: ExpectedMessage) -> Bool {
    left.english.elementsEqual(right.english) { $0.isExactly($1) } && left.chinese.elementsEqual(right.chinese) { $0.isExactly($1) }
  }

  init(of error: AppError) {
    self =
      switch error {
      case .authentication(let error): Self.message(of: error)
      case .card(.notFound): Self(["card", "not found", "load"], ["找不到", "卡片", "刷新"])
      case .card(.locked): Self.locked
      case .attachment(let error): Self.message(of: error)
      case .watermark(let error): Self.message(of: error)
      case .validation(let error): Self.message(of: error)
      case .database(let log):
        Self(["data", "not be read or written", "try again later"], ["数据", "无法读写", "重试"], withholding: [log])
      }
  }

  private static let locked = Self(["vault", "locked", "unlock"], ["保险库", "锁定", "解锁"])

  private static func message(of error: AuthenticationError) -> Self {
    switch error {
    case .invalidPassword: Self(["password", "not correct", "try again"], ["密码", "不正确", "重试"])
    case .passwordTooShort(let min):
      Self(["password", "too short", "at least", "\(min)", "characters"], ["密码", "太短", "至少", "\(min)", "字符"])
    case .rateLimited(let delay):
      // The whole seconds after which the delay is over.
      Self(
        ["too many", "password", "try again", " \(wholeSeconds(delay)) ", "seconds"],
        ["密码", "次数过多", " \(wholeSeconds(delay)) ", "秒", "重试"])
    case .biometricFailed: Self(["not recognised", "use the password"], ["未能识别", "请使用密码"])
    case .biometricUnavailable: Self(["biometrics", "not available", "use the password"], ["生物识别", "不可用", "请使用密码"])
    case .notConfigured: Self(["no master password", "set one"], ["尚未设置", "主密码", "请先设置"])
    case .alreadyConfigured: Self(["master password", "already", "unlock"], ["主密码", "已设置", "解锁"])
    case .locked: locked
    }
  }

  private static func wholeSeconds(_ delay: Duration) -> Int {
    var seconds = 0
    while Duration.seconds(seconds) < delay { seconds += 1 }
    return seconds
  }

  private static func message(of error: AttachmentError) -> Self {
    switch error {
    case .fileTooLarge(let size, let max):
      Self(
        ["file", "too large", " \(size) ", "bytes", "at most", " \(max).", "choose", "smaller"],
        ["文件", "过大", "\(size) ", "字节", "上限", " \(max) ", "请选择", "较小"])
    case .cardNotFound: Self(["card of the attachment", "not found", "load"], ["找不到", "附件所属的卡片", "刷新"])
    case .notFound: Self(["the attachment was", "not found", "load"], ["找不到", "该附件", "刷新"])
    case .corrupted: Self(["attachment", "damaged", "delete", "add"], ["附件", "损坏", "删除", "添加"])
    }
  }

  private static func message(of error: WatermarkError) -> Self {
    switch error {
    case .imageTooSmall: Self(["image", "too small", "text", "shorten"], ["图片", "太小", "文字", "缩短"])
    case .unsupportedImage: Self(["image", "cannot be read", "PNG", "JPEG"], ["无法读取", "图片", "PNG", "JPEG"])
    case .emptyText: Self(["watermark", "text", "empty", "enter"], ["水印", "文字", "空", "请输入"])
    case .unreadableStyle:
      Self(["read", "watermark", "choose", "16 pixels", "5 %", "100 %"], ["水印", "无法辨认", "请使用", "16 像素", "5%", "100%"])
    case .fontUnavailable(let log):
      Self(["font", "watermark", "install"], ["字体", "水印", "请安装"], withholding: [log])
    }
  }

  private static func message(of error: ValidationError) -> Self {
    switch error {
    case .emptyTitle: Self(["title", "empty", "enter"], ["标题", "空", "请输入"])
    case .requiredFieldEmpty(let label):
      Self(["“\(label)”", "required", "empty", "fill"], ["“\(label)”", "必填", "请填写"])
    case .invalidPhone: Self(["phone number", "not valid", "mobile", "landline"], ["电话号码", "不正确", "手机", "座机"])
    case .invalidTaxID:
      Self(["tax ID", "not valid", "18", "capital", "I, O, S, V and Z"], ["税号", "不正确", "18 位", "大写字母", "I、O、S、V、Z"])
    case .unknownCardType(let type):
      Self(
        ["type of card", "“\(type)”", "unknown", "choose", "Address", "Invoice", "GeneralText"],
        ["卡片类型", "“\(type)”", "未知", "请选择", "Address", "Invoice", "GeneralText"])
    case .unknownGroup(let group):
      Self(
        ["group", "“\(group)”", "unknown", "choose", "Personal", "Company"],
        ["分组", "“\(group)”", "未知", "请选择", "Personal", "Company"])
    }
  }
}

extension String {
  /// The first of the words that does not follow those before it; nil if all do. ASCII letters may be of either case.
  func firstMissing(of words: [String]) -> String? {
    var rest = folded(self)[...]
    for word in words {
      let part = folded(word)
      let places = rest.indices.dropLast(max(0, part.count - 1))
      guard rest.count >= part.count, let start = places.first(where: { rest[$0...].starts(with: part) }) else { return word }
      rest = rest[(start + part.count)...]
    }
    return nil
  }

  private func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }
}
