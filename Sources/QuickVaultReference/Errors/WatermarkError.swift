/// Why no watermark was drawn. The image and what is stored are as they were.
public enum WatermarkError: BilingualError, Equatable {
  /// The whole text does not fit once, also in several lines and in the smallest letters that can be read.
  case imageTooSmall
  /// Neither a PNG nor a JPEG, or one that does not read.
  case unsupportedImage
  /// Nothing of the text would be seen.
  case emptyText
  /// Letters below 16 pixels, an opacity of 0.05 or less or above 1, or a number that is none.
  case unreadableStyle
  /// There is no font to write with; the text says where it was looked for, for the log.
  case fontUnavailable(String)

  public var chinese: String {
    switch self {
    case .imageTooSmall: "图片太小，放不下水印文字。"
    case .unsupportedImage: "无法读取此图片，仅支持 PNG 和 JPEG。"
    case .emptyText: "水印文字不能为空。"
    case .unreadableStyle: "此水印样式无法辨认：字号至少 16 像素，不透明度须大于 5% 且不超过 100%。"
    case .fontUnavailable: "找不到可用的字体，无法添加水印。"
    }
  }

  public var english: String {
    switch self {
    case .imageTooSmall: "The image is too small for this watermark text."
    case .unsupportedImage: "This image cannot be read. PNG and JPEG are supported."
    case .emptyText: "The watermark needs some text."
    case .unreadableStyle:
      "Nobody could read this watermark: letters need at least 16 pixels, and an opacity of more than 5 % up to 100 %."
    case .fontUnavailable: "There is no font to write a watermark with."
    }
  }
}
