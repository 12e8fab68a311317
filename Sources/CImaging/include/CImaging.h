// PNG and JPEG through libpng and libjpeg-turbo. Both leave a failed call with longjmp, which must not cross Swift's frames: it
// stays in here, and every function returns a status instead. What a function has allocated is gone when it fails.

#ifndef CIMAGING_H
#define CIMAGING_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  CIMAGING_OK = 0,
  /// The bytes end before the image does.
  CIMAGING_TRUNCATED = 1,
  /// Something in the bytes contradicts the format.
  CIMAGING_DAMAGED = 2,
  /// The bytes may be right, and the library does not read this kind.
  CIMAGING_UNSUPPORTED = 3,
  CIMAGING_NO_MEMORY = 4,
} cimaging_status;

/// Why a call failed.
typedef struct {
  /// In the library's words, ended by NUL.
  char message[200];
  /// How many bytes had been read.
  size_t offset;
} cimaging_failure;

typedef struct {
  uint32_t width;
  uint32_t height;
} cimaging_size;

/// Reads no more than what stands before the pixels.
cimaging_status cimaging_png_size(
  const uint8_t *bytes, size_t count, cimaging_size *size, cimaging_failure *failure);

/// Writes the pixels as RGBA, 8 bits each, not premultiplied, rows from top to bottom.
///
/// 16 bits are scaled to 8; palettes, greys and transparent colours become RGBA; interlacing is undone. Gamma and colour
/// profiles are not applied.
///
/// - rgba: holds `size.width * size.height * 4` bytes, with the size that `cimaging_png_size` found.
cimaging_status cimaging_png_decode(
  const uint8_t *bytes, size_t count, cimaging_size size, uint8_t *rgba, cimaging_failure *failure);

/// Writes a PNG that holds the pixels and nothing else: no time, no text, no profile.
///
/// - encoded: to be freed with `cimaging_free`.
cimaging_status cimaging_png_encode(
  const uint8_t *rgba, cimaging_size size, uint8_t **encoded, size_t *encoded_count, cimaging_failure *failure);

/// Reads no more than what stands before the pixels.
cimaging_status cimaging_jpeg_size(
  const uint8_t *bytes, size_t count, cimaging_size *size, cimaging_failure *failure);

/// As `cimaging_png_decode`; alpha is 255. Greys and YCCK and CMYK become RGB, the latter without a profile. Orientation is not
/// applied. Data that libjpeg would patch up with grey pixels is an error.
cimaging_status cimaging_jpeg_decode(
  const uint8_t *bytes, size_t count, cimaging_size size, uint8_t *rgba, cimaging_failure *failure);

/// - rgba: alpha is ignored.
/// - quality: 1 to 100.
/// - encoded: to be freed with `cimaging_free`.
cimaging_status cimaging_jpeg_encode(
  const uint8_t *rgba, cimaging_size size, int quality, uint8_t **encoded, size_t *encoded_count,
  cimaging_failure *failure);

void cimaging_free(uint8_t *encoded);

#endif
