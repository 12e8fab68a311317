// Variables in which the compiler keeps what it has looked up once: metadata of types, witness tables. Code reads them as atomics, and
// writes them the first time only: points there would differ from run to run. The program's table of symbols names them.
#include "private.h"

#if CT_HAS_THREADS
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static uintptr_t *addresses;
static size_t count;

static int compare(const void *left, const void *right) {
  uintptr_t one = *(const uintptr_t *)left, other = *(const uintptr_t *)right;
  return one < other ? -1 : one > other;
}

static int take_base(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  // The program itself comes first.
  return 1;
}

// A cache for metadata, for a demangled type, for a witness table: the last letters of its mangled name.
static bool is_cache(const char *name) {
  size_t length = strlen(name);
  if (length < 4 || name[0] != '$') return false;
  const char *end = name + length - 2;
  return strcmp(end, "ML") == 0 || strcmp(end, "MD") == 0 || strcmp(end, "WL") == 0 || strcmp(end, "MR") == 0 || strcmp(end, "Mr") == 0;
}

static void read_symbols(const char *image, size_t size) {
  const ElfW(Ehdr) *head = (const void *)image;
  if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (head->e_shoff + (size_t)head->e_shnum * sizeof(ElfW(Shdr)) > size) return;
  uintptr_t base = 0;
  dl_iterate_phdr(take_base, &base);
  const ElfW(Shdr) *sections = (const void *)(image + head->e_shoff);
  for (int i = 0; i < head->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= head->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[sections[i].sh_link];
    if (sections[i].sh_offset + sections[i].sh_size > size || names->sh_offset + names->sh_size > size) continue;
    const ElfW(Sym) *symbols = (const void *)(image + sections[i].sh_offset);
    size_t all = sections[i].sh_size / sizeof *symbols;
    addresses = malloc(all * sizeof *addresses);
    if (!addresses) return;
    for (size_t j = 0; j < all; j++)
      if (ELF64_ST_TYPE(symbols[j].st_info) == STT_OBJECT && symbols[j].st_name < names->sh_size
          && is_cache(image + names->sh_offset + symbols[j].st_name))
        addresses[count++] = base + symbols[j].st_value;
    qsort(addresses, count, sizeof *addresses, compare);
    return;
  }
}

static void read_program(void) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    void *image = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (image != MAP_FAILED) {
      read_symbols(image, (size_t)status.st_size);
      munmap(image, (size_t)status.st_size);
    }
  }
  close(file);
}

bool ct_is_compilers(const void *address) {
  static _Atomic bool is_read;
  if (!atomic_load_explicit(&is_read, memory_order_acquire)) {
    ct_thread *me = ct_me;
    if (me) me->inside++;
    read_program();
    if (me) me->inside--;
    atomic_store_explicit(&is_read, true, memory_order_release);
  }
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (addresses[middle] < (uintptr_t)address) low = middle + 1;
    else high = middle;
  }
  return low < count && addresses[low] == (uintptr_t)address;
}

#endif
