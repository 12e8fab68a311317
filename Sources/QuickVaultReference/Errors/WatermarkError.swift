/// Why no watermark was drawn. The image and the stored data are as they were.
public enum WatermarkError: BilingualError, Equatable {
  /// The image has no room for the whole text, not even in several lines and in the smallest readable letters.
  case imageTooSmall
  /// The data is neither a PNG nor a JPEG, or cannot be decoded.
  case unsupportedImage
  /// Nothing of the text would be visible.
  case emptyText
  /// Letters below 16 or above 100,000 pixels, an opacity of 0.05 or less or above 1, or a number that is not finite.
  case unreadableStyle
  /// There is no font to write with. The text says where the renderer looked for one, for the log.
  case fontUnavailable(String)

  public var chinese: String {
    switch self {
    case .imageTooSmall: "图片太小，放不下水印文字，请缩短文字。"
    case .unsupportedImage: "无法读取此图片，请选择 PNG 或 JPEG。"
    case .emptyText: "水印文字为空，请输入文字。"
    case .unreadableStyle: "此水印样式无法辨认，请使用至少 16 像素的字号，以及大于 5% 且不超过 100% 的不透明度。"
    case .fontUnavailable: "找不到可用的字体，无法添加水印，请安装字体后重试。"
    }
  }

  public var english: String {
    switch self {
    case .imageTooSmall: "The image is too small for this watermark text. Shorten the text."
    case .unsupportedImage: "This image cannot be read. Choose a PNG or a JPEG."
    case .emptyText: "The watermark text is empty. Enter one."
    case .unreadableStyle:
      "Nobody could read this watermark. Choose letters of at least 16 pixels, and an opacity of more than 5 % up to 100 %."
    case .fontUnavailable: "There is no font to write the watermark with. Install one and try again."
    }
  }
}
