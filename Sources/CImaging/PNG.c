#include "CImaging.h"

// Apple's platforms have ImageIO, and nothing calls this on others.
#if defined(__linux__)

#if !__has_include(<png.h>)
#error "libpng's headers are missing: run Touchstone's scripts/setup.sh, or install libpng-dev (Debian, Ubuntu), libpng-devel (Fedora) or libpng (Arch); if they lie elsewhere, set CPATH and LIBRARY_PATH"
#endif

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A chunk may take as much memory when it is unpacked: a bomb in a colour profile or a comment is refused.
#define MOST_CHUNK_BYTES (1024 * 1024)

// More than anybody needs, and less than what overflows 32 bits.
#define MOST_SIDE 1000000

// What is known of one call: the source or target, and where to jump.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  uint8_t *written;
  size_t written_count;
  size_t capacity;
  cimaging_status status;
  cimaging_failure *failure;
} png_call;

static void fail(png_structp png, png_const_charp message) {
  png_call *call = png_get_error_ptr(png);
  if (call->status == CIMAGING_OK) call->status = CIMAGING_DAMAGED;
  snprintf(call->failure->message, sizeof call->failure->message, "%s", message);
  call->failure->offset = call->offset;
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  png_call *call = png_get_io_ptr(png);
  if (count > call->count - call->offset) {
    call->offset = call->count;
    call->status = CIMAGING_TRUNCATED;
    png_error(png, "the data ends too early");
  }
  memcpy(into, call->bytes + call->offset, count);
  call->offset += count;
}

static void write_bytes(png_structp png, png_bytep from, size_t count) {
  png_call *call = png_get_io_ptr(png);
  if (count > call->capacity - call->written_count) {
    size_t capacity = call->capacity * 2;
    if (capacity < call->written_count + count) capacity = call->written_count + count + 4096;
    uint8_t *grown = realloc(call->written, capacity);
    if (grown == NULL) {
      call->status = CIMAGING_NO_MEMORY;
      png_error(png, "there is no memory for the encoded image");
    }
    call->written = grown;
    call->capacity = capacity;
  }
  memcpy(call->written + call->written_count, from, count);
  call->written_count += count;
}

static void flush_nothing(png_structp png) {
  (void)png;
}

static cimaging_status no_memory(cimaging_failure *failure) {
  snprintf(failure->message, sizeof failure->message, "there is no memory for libpng");
  return CIMAGING_NO_MEMORY;
}

// The limits and the chunks that matter to pixels, for both ways of reading.
static void prepare(png_structp png) {
  png_set_user_limits(png, MOST_SIDE, MOST_SIDE);
  png_set_chunk_malloc_max(png, MOST_CHUNK_BYTES);
  png_set_chunk_cache_max(png, 16);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  // libpng would take them to pieces, and nothing here uses them.
  static const png_byte unused[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, unused, (int)(sizeof unused / 5));
}

// What changes between setjmp and a jump must not be local to the function that calls setjmp: its callers hold it.

static cimaging_status read_size(
  png_call *call, png_structp png, png_infop info, cimaging_size *size) {
  if (setjmp(png_jmpbuf(png)) != 0) return call->status;
  png_set_read_fn(png, call, read_bytes);
  prepare(png);
  png_read_info(png, info);
  size->width = png_get_image_width(png, info);
  size->height = png_get_image_height(png, info);
  return CIMAGING_OK;
}

static cimaging_status read_pixels(
  png_call *call, png_structp png, png_infop info, cimaging_size *size, uint8_t *rgba) {
  if (setjmp(png_jmpbuf(png)) != 0) return call->status;
  png_set_read_fn(png, call, read_bytes);
  prepare(png);
  png_read_info(png, info);
  png_set_scale_16(png);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_bytes = (size_t)size->width * 4;
  if (png_get_image_width(png, info) != size->width || png_get_image_height(png, info) != size->height ||
      png_get_rowbytes(png, info) != row_bytes) {
    png_error(png, "the rows have another length than the header says");
  }
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t row = 0; row < size->height; row++) {
      png_read_row(png, rgba + row * row_bytes, NULL);
    }
  }
  // Reads on to the end: the checksum of the last data is looked at, and an image without an end is truncated.
  png_read_end(png, NULL);
  return CIMAGING_OK;
}

// With `rgba` reads the pixels, without it their size.
static cimaging_status read_image(
  const uint8_t *bytes, size_t count, cimaging_size *size, uint8_t *rgba, cimaging_failure *failure) {
  memset(failure, 0, sizeof *failure);
  png_call call = {.bytes = bytes, .count = count, .failure = failure};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &call, fail, ignore_warning);
  if (png == NULL) return no_memory(failure);
  png_infop info = png_create_info_struct(png);
  cimaging_status status;
  if (info == NULL) {
    status = no_memory(failure);
  } else if (rgba == NULL) {
    status = read_size(&call, png, info, size);
  } else {
    status = read_pixels(&call, png, info, size, rgba);
  }
  png_destroy_read_struct(&png, &info, NULL);
  return status;
}

cimaging_status cimaging_png_size(
  const uint8_t *bytes, size_t count, cimaging_size *size, cimaging_failure *failure) {
  return read_image(bytes, count, size, NULL, failure);
}

cimaging_status cimaging_png_decode(
  const uint8_t *bytes, size_t count, cimaging_size size, uint8_t *rgba, cimaging_failure *failure) {
  return read_image(bytes, count, &size, rgba, failure);
}

static cimaging_status write_pixels(
  png_call *call, png_structp png, png_infop info, const uint8_t *rgba, cimaging_size size) {
  if (setjmp(png_jmpbuf(png)) != 0) return call->status;
  png_set_write_fn(png, call, write_bytes, flush_nothing);
  png_set_user_limits(png, MOST_SIDE, MOST_SIDE);
  png_set_IHDR(
    png, info, size.width, size.height, 8, PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
    PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (uint32_t row = 0; row < size.height; row++) {
    png_write_row(png, rgba + row * (size_t)size.width * 4);
  }
  png_write_end(png, NULL);
  return CIMAGING_OK;
}

cimaging_status cimaging_png_encode(
  const uint8_t *rgba, cimaging_size size, uint8_t **encoded, size_t *encoded_count, cimaging_failure *failure) {
  memset(failure, 0, sizeof *failure);
  png_call call = {.failure = failure};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &call, fail, ignore_warning);
  if (png == NULL) return no_memory(failure);
  png_infop info = png_create_info_struct(png);
  cimaging_status status = info == NULL ? no_memory(failure) : write_pixels(&call, png, info, rgba, size);
  png_destroy_write_struct(&png, &info);
  if (status != CIMAGING_OK) {
    free(call.written);
    return status;
  }
  *encoded = call.written;
  *encoded_count = call.written_count;
  return CIMAGING_OK;
}

void cimaging_free(uint8_t *encoded) {
  free(encoded);
}

#endif
