// OpenSSL's libcrypto, where the system has no CryptoKit: hashes, ciphers, key derivation, certificates.
#ifndef TOUCHSTONE_CCRYPTO_SHIM_H
#define TOUCHSTONE_CCRYPTO_SHIM_H

#if !__has_include(<openssl/evp.h>)
#error "OpenSSL's headers are missing: run Touchstone's scripts/setup.sh, or install libssl-dev (Debian, Ubuntu), openssl-devel (Fedora) or openssl (Arch); if they lie elsewhere, set CPATH and LIBRARY_PATH"
#endif

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// The import of C leaves macros of several parts out.
static const unsigned long CCRYPTO_NAME_RFC2253 = XN_FLAG_RFC2253;
static const unsigned long CCRYPTO_PARTIAL_CHAIN = X509_V_FLAG_PARTIAL_CHAIN;
static const unsigned int CCRYPTO_HOST_FLAGS = X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT;

#endif
