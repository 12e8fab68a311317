#include "CImaging.h"

// Apple's platforms have ImageIO, and nothing calls this on others.
#if defined(__linux__)

#if !__has_include(<jpeglib.h>)
#error "libjpeg's headers are missing: run Touchstone's scripts/setup.sh, or install libjpeg-dev (Debian, Ubuntu), libjpeg-turbo-devel (Fedora) or libjpeg-turbo (Arch); if they lie elsewhere, set CPATH and LIBRARY_PATH"
#endif

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

// A progressive image may have many scans, and each costs as much as a whole image: a few bytes could keep a processor busy
// for minutes. Encoders make about ten.
#define MOST_SCANS 100

// libjpeg finds its part first, and what follows is known of one call.
typedef struct {
  struct jpeg_error_mgr library;
  jmp_buf jump;
  cimaging_status status;
  cimaging_failure *failure;
  /// How many bytes there are to read.
  size_t count;
  uint8_t *written;
  size_t written_count;
  size_t capacity;
} jpeg_call;

static size_t offset_of(j_common_ptr common, size_t count) {
  if (!common->is_decompressor) return 0;
  j_decompress_ptr image = (j_decompress_ptr)common;
  if (image->src == NULL || image->src->bytes_in_buffer > count) return 0;
  return count - image->src->bytes_in_buffer;
}

static cimaging_status status_of(int code) {
  switch (code) {
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF:
    case JWRN_JPEG_EOF:
      return CIMAGING_TRUNCATED;
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
    case JERR_NOT_COMPILED:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
      return CIMAGING_UNSUPPORTED;
    case JERR_OUT_OF_MEMORY:
      return CIMAGING_NO_MEMORY;
    default:
      return CIMAGING_DAMAGED;
  }
}

static void leave(j_common_ptr common) {
  jpeg_call *call = (jpeg_call *)common->err;
  call->status = status_of(call->library.msg_code);
  char message[JMSG_LENGTH_MAX];
  call->library.format_message(common, message);
  snprintf(call->failure->message, sizeof call->failure->message, "%s", message);
  call->failure->offset = offset_of(common, call->count);
  longjmp(call->jump, 1);
}

// libjpeg warns, goes on and fills in grey where data is missing or broken. Only what leaves the pixels right is let pass.
static void judge_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  switch (common->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
      return;
    default:
      leave(common);
  }
}

static void print_nothing(j_common_ptr common) {
  (void)common;
}

static void count_scans(j_common_ptr common) {
  if (!common->is_decompressor) return;
  if (((j_decompress_ptr)common)->input_scan_number <= MOST_SCANS) return;
  jpeg_call *call = (jpeg_call *)common->err;
  call->status = CIMAGING_UNSUPPORTED;
  snprintf(call->failure->message, sizeof call->failure->message, "more than %d scans", MOST_SCANS);
  call->failure->offset = offset_of(common, call->count);
  longjmp(call->jump, 1);
}

static struct jpeg_error_mgr *prepare(jpeg_call *call, cimaging_failure *failure, size_t count) {
  memset(failure, 0, sizeof *failure);
  memset(call, 0, sizeof *call);
  call->failure = failure;
  call->count = count;
  struct jpeg_error_mgr *library = jpeg_std_error(&call->library);
  library->error_exit = leave;
  library->emit_message = judge_message;
  library->output_message = print_nothing;
  return library;
}

// What changes between setjmp and a jump must not be local to the function that calls setjmp: its callers hold it.

static cimaging_status read_size(
  jpeg_call *call, j_decompress_ptr image, const uint8_t *bytes, size_t count, cimaging_size *size) {
  if (setjmp(call->jump) != 0) return call->status;
  jpeg_create_decompress(image);
  jpeg_mem_src(image, bytes, count);
  jpeg_read_header(image, TRUE);
  size->width = image->image_width;
  size->height = image->image_height;
  return CIMAGING_OK;
}

cimaging_status cimaging_jpeg_size(
  const uint8_t *bytes, size_t count, cimaging_size *size, cimaging_failure *failure) {
  jpeg_call call;
  struct jpeg_decompress_struct image;
  memset(&image, 0, sizeof image);
  image.err = prepare(&call, failure, count);
  cimaging_status status = read_size(&call, &image, bytes, count, size);
  jpeg_destroy_decompress(&image);
  return status;
}

// Adobe stores inks inverted (0 is full ink), others do not.
static void cmyk_to_rgba(const uint8_t *cmyk, uint8_t *rgba, uint32_t width, bool inverted) {
  for (uint32_t x = 0; x < width; x++) {
    unsigned black = inverted ? cmyk[x * 4 + 3] : 255u - cmyk[x * 4 + 3];
    for (int channel = 0; channel < 3; channel++) {
      unsigned light = inverted ? cmyk[x * 4 + channel] : 255u - cmyk[x * 4 + channel];
      rgba[x * 4 + channel] = (uint8_t)((light * black + 127) / 255);
    }
    rgba[x * 4 + 3] = 255;
  }
}

static cimaging_status read_pixels(
  jpeg_call *call, j_decompress_ptr image, struct jpeg_progress_mgr *progress, const uint8_t *bytes, size_t count,
  cimaging_size size, uint8_t *rgba) {
  if (setjmp(call->jump) != 0) return call->status;
  jpeg_create_decompress(image);
  progress->progress_monitor = count_scans;
  image->progress = progress;
  jpeg_mem_src(image, bytes, count);
  jpeg_read_header(image, TRUE);
  if (image->image_width != size.width || image->image_height != size.height) {
    ERREXIT(image, JERR_IMAGE_TOO_BIG);
  }
  bool is_cmyk = image->jpeg_color_space == JCS_CMYK || image->jpeg_color_space == JCS_YCCK;
  bool is_inverted = image->saw_Adobe_marker;
  image->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(image);
  while (image->output_scanline < image->output_height) {
    uint8_t *row = rgba + (size_t)image->output_scanline * size.width * 4;
    jpeg_read_scanlines(image, &row, 1);
    if (is_cmyk) cmyk_to_rgba(row, row, size.width, is_inverted);
  }
  jpeg_finish_decompress(image);
  return CIMAGING_OK;
}

cimaging_status cimaging_jpeg_decode(
  const uint8_t *bytes, size_t count, cimaging_size size, uint8_t *rgba, cimaging_failure *failure) {
  jpeg_call call;
  struct jpeg_decompress_struct image;
  struct jpeg_progress_mgr progress;
  memset(&image, 0, sizeof image);
  memset(&progress, 0, sizeof progress);
  image.err = prepare(&call, failure, count);
  cimaging_status status = read_pixels(&call, &image, &progress, bytes, count, size, rgba);
  jpeg_destroy_decompress(&image);
  return status;
}

// libjpeg's own target in memory loses sight of its buffer when a call fails after the buffer has grown.

static void start_writing(j_compress_ptr image) {
  jpeg_call *call = (jpeg_call *)image->err;
  image->dest->next_output_byte = call->written + call->written_count;
  image->dest->free_in_buffer = call->capacity - call->written_count;
}

static void grow(j_compress_ptr image, size_t capacity) {
  jpeg_call *call = (jpeg_call *)image->err;
  uint8_t *grown = realloc(call->written, capacity);
  if (grown == NULL) ERREXIT1(image, JERR_OUT_OF_MEMORY, 0);
  call->written = grown;
  call->capacity = capacity;
  start_writing(image);
}

static boolean write_full_buffer(j_compress_ptr image) {
  jpeg_call *call = (jpeg_call *)image->err;
  call->written_count = call->capacity;
  grow(image, call->capacity * 2);
  return TRUE;
}

static void finish_writing(j_compress_ptr image) {
  jpeg_call *call = (jpeg_call *)image->err;
  call->written_count = call->capacity - image->dest->free_in_buffer;
}

static cimaging_status write_pixels(
  jpeg_call *call, j_compress_ptr image, struct jpeg_destination_mgr *target, const uint8_t *rgba,
  cimaging_size size, int quality) {
  if (setjmp(call->jump) != 0) return call->status;
  jpeg_create_compress(image);
  target->init_destination = start_writing;
  target->empty_output_buffer = write_full_buffer;
  target->term_destination = finish_writing;
  image->dest = target;
  grow(image, 16 * 1024);
  image->image_width = size.width;
  image->image_height = size.height;
  image->input_components = 4;
  image->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(image);
  jpeg_set_quality(image, quality, TRUE);
  jpeg_start_compress(image, TRUE);
  while (image->next_scanline < image->image_height) {
    // libjpeg only reads it.
    JSAMPROW row = (JSAMPROW)(uintptr_t)(rgba + (size_t)image->next_scanline * size.width * 4);
    jpeg_write_scanlines(image, &row, 1);
  }
  jpeg_finish_compress(image);
  return CIMAGING_OK;
}

cimaging_status cimaging_jpeg_encode(
  const uint8_t *rgba, cimaging_size size, int quality, uint8_t **encoded, size_t *encoded_count,
  cimaging_failure *failure) {
  jpeg_call call;
  struct jpeg_compress_struct image;
  struct jpeg_destination_mgr target;
  memset(&image, 0, sizeof image);
  memset(&target, 0, sizeof target);
  image.err = prepare(&call, failure, 0);
  cimaging_status status = write_pixels(&call, &image, &target, rgba, size, quality);
  jpeg_destroy_compress(&image);
  if (status != CIMAGING_OK) {
    free(call.written);
    return status;
  }
  *encoded = call.written;
  *encoded_count = call.written_count;
  return CIMAGING_OK;
}

#endif
