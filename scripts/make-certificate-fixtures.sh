#!/usr/bin/env bash
# Makes the certificates of Tests/PersonalOSReferenceTests/CertificateFixtures.swift with the openssl command, and with
# it what the tests compare: pins, dates, and which hosts a certificate names. Keys are new each time.
set -euo pipefail
target="$(cd "$(dirname "$0")/.." && pwd)/Tests/PersonalOSReferenceTests/CertificateFixtures.swift"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
touch index.txt
cat > ca.cnf <<'CNF'
[ca]
default_ca = authority
[authority]
new_certs_dir = .
database = index.txt
rand_serial = yes
default_md = sha256
unique_subject = no
policy = any
copy_extensions = copyall
[any]
commonName = optional
organizationName = optional
countryName = optional
CNF

key() { # name, then the arguments of genpkey
  local name=$1; shift
  openssl genpkey "$@" -out "$name.key" 2>/dev/null
}

# certificate NAME KEY ISSUER SUBJECT EXTENSIONS START END; an ISSUER that is NAME itself signs itself.
certificate() {
  local name=$1 key=$2 issuer=$3 subject=$4 extensions=$5 start=$6 end=$7
  printf '[req]\ndistinguished_name = dn\nreq_extensions = ext\nutf8 = yes\nstring_mask = utf8only\n[dn]\n[ext]\n%b\n' "$extensions" > req.cnf
  openssl req -new -utf8 -key "$key.key" -subj "$subject" -config req.cnf -out "$name.csr" 2>/dev/null
  if [ "$issuer" = "$name" ]; then
    openssl ca -batch -config ca.cnf -selfsign -keyfile "$key.key" -in "$name.csr" -notext -startdate "$start" -enddate "$end" -out "$name.pem" 2>/dev/null
  else
    openssl ca -batch -config ca.cnf -cert "$issuer.pem" -keyfile "${issuer_key[$issuer]}.key" -in "$name.csr" -notext -startdate "$start" -enddate "$end" -out "$name.pem" 2>/dev/null
  fi
}

declare -A issuer_key=([root]=root [intermediate]=intermediate [leafP256]=leaf)
key root -algorithm EC -pkeyopt ec_paramgen_curve:P-256
key intermediate -algorithm RSA -pkeyopt rsa_keygen_bits:2048
key leaf -algorithm EC -pkeyopt ec_paramgen_curve:P-256
key other -algorithm EC -pkeyopt ec_paramgen_curve:P-256
key p384 -algorithm EC -pkeyopt ec_paramgen_curve:P-384
key rsa -algorithm RSA -pkeyopt rsa_keygen_bits:2048
key ed25519 -algorithm ED25519

ca='basicConstraints = critical,CA:TRUE\nkeyUsage = critical,keyCertSign,cRLSign'
leaf='basicConstraints = critical,CA:FALSE\nsubjectAltName = '
long=(20200101000000Z 20500101000000Z)
host=(20250101000000Z 20270101000000Z)
certificate root root root '/C=DE/O=Fixtures/CN=Root' "$ca" "${long[@]}"
certificate intermediate intermediate root '/O=Fixtures/CN=Intermediate' "$ca" "${long[@]}"
certificate leafP256 leaf intermediate '/CN=api.example.com' "${leaf}DNS:api.example.com,DNS:www.example.com" "${host[@]}"
certificate reissuedP256 leaf root '/CN=api.example.com' "${leaf}DNS:api.example.com" 20260601000000Z 20280601000000Z
certificate otherKeySameSubject other intermediate '/CN=api.example.com' "${leaf}DNS:api.example.com" "${host[@]}"
certificate expired leaf intermediate '/CN=api.example.com' "${leaf}DNS:api.example.com" 20200101000000Z 20210101000000Z
certificate wildcard p384 intermediate '/CN=wildcard' "${leaf}DNS:*.example.com" "${host[@]}"
certificate rsaLeaf rsa intermediate '/CN=rsa.example.com' "${leaf}DNS:rsa.example.com" "${host[@]}"
certificate ed25519Leaf ed25519 root '/CN=ed25519.example.com' "${leaf}DNS:ed25519.example.com" "${host[@]}"
certificate commonNameOnly other root '/CN=api.example.com' 'basicConstraints = critical,CA:FALSE' "${host[@]}"
certificate capitals other root $'/CN=Caf\xC3\xA9, "quoted"' "${leaf}DNS:API.Example.COM,IP:10.0.0.7,email:a@example.com" "${host[@]}"
certificate signedByALeaf other leafP256 '/CN=api.example.com' "${leaf}DNS:api.example.com" "${host[@]}"
certificate afterTheYear2050 other root '/CN=future.example.com' "${leaf}DNS:future.example.com" 20490601000000Z 20600601000000Z

names="root intermediate leafP256 reissuedP256 otherKeySameSubject expired wildcard rsaLeaf ed25519Leaf commonNameOnly capitals signedByALeaf afterTheYear2050"
hosts="api.example.com API.EXAMPLE.COM www.example.com evil-api.example.com api.example.com.evil.org example.com a.b.example.com rsa.example.com ed25519.example.com future.example.com"
{
  echo "// Made by scripts/make-certificate-fixtures.sh with $(openssl version | cut -d' ' -f1,2)."
  echo
  echo '/// A certificate as the openssl command made it, and what the command says of it.'
  echo 'struct CertificateFixture: Sendable {'
  echo '  let name: String'
  echo '  /// By `x509 -pubkey`, `pkey -outform der`, `dgst -sha256 -binary` and `base64`.'
  echo '  let pin: String'
  echo '  let notBefore: Double'
  echo '  let notAfter: Double'
  echo '  /// Of ``hosts``, those that `x509 -checkhost` accepts.'
  echo '  let matchingHosts: Set<String>'
  echo '  let pem: String'
  echo
  echo '  static let hosts = ['
  for host in $hosts; do echo "    \"$host\","; done
  echo '  ]'
  echo
  echo '  static func named(_ name: String) -> CertificateFixture? { all.first { $0.name == name } }'
  echo
  echo '  static let all = ['
  for name in $names; do
    pin=$(openssl x509 -in "$name.pem" -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64)
    matching=$(for host in $hosts; do
      openssl x509 -in "$name.pem" -noout -checkhost "$host" | grep -q 'does match' && echo "\"$host\"" || true
    done | paste -sd, - | sed 's/,/, /g')
    echo '    CertificateFixture('
    echo "      name: \"$name\", pin: \"$pin\","
    echo "      notBefore: $(date -ud "$(openssl x509 -in "$name.pem" -noout -startdate | cut -d= -f2)" +%s),"
    echo "      notAfter: $(date -ud "$(openssl x509 -in "$name.pem" -noout -enddate | cut -d= -f2)" +%s),"
    echo "      matchingHosts: [$matching],"
    echo '      pem: """'
    sed 's/^/        /' "$name.pem"
    echo '        """),'
  done
  echo '  ]'
  echo '}'
} > "$target"
