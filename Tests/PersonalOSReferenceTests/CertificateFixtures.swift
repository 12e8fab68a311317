// Made by scripts/make-certificate-fixtures.sh with OpenSSL 3.0.19.

/// A certificate as the openssl command made it, and what the command says of it.
struct CertificateFixture: Sendable {
  let name: String
  /// By `x509 -pubkey`, `pkey -outform der`, `dgst -sha256 -binary` and `base64`.
  let pin: String
  let notBefore: Double
  let notAfter: Double
  /// Of ``hosts``, those that `x509 -checkhost` accepts.
  let matchingHosts: Set<String>
  let pem: String

  static let hosts = [
    "api.example.com",
    "API.EXAMPLE.COM",
    "www.example.com",
    "evil-api.example.com",
    "api.example.com.evil.org",
    "example.com",
    "a.b.example.com",
    "rsa.example.com",
    "ed25519.example.com",
    "future.example.com",
  ]

  static func named(_ name: String) -> CertificateFixture? { all.first { $0.name == name } }

  static let all = [
    CertificateFixture(
      name: "root", pin: "y6fIscZNbPFd2JwR2+mSaCp7hTZS+kHgBNGNCOUCiE8=",
      notBefore: 1577836800,
      notAfter: 2524608000,
      matchingHosts: [],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIBpDCCAUqgAwIBAgIUawTx8WT+FNGgfwXrVxGk5kLhv4MwCgYIKoZIzj0EAwIw
        LzENMAsGA1UEAwwEUm9vdDERMA8GA1UECgwIRml4dHVyZXMxCzAJBgNVBAYTAkRF
        MCAXDTIwMDEwMTAwMDAwMFoYDzIwNTAwMTAxMDAwMDAwWjAvMQ0wCwYDVQQDDARS
        b290MREwDwYDVQQKDAhGaXh0dXJlczELMAkGA1UEBhMCREUwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAAR/CcOK3H1WLaVemVTY3r2OMURGsGuGjyWxv0Dh4woM5ZZM
        qpvxwyRWxI8VOUuiS5flpQgVlNeVK3dEVswr+AHLo0IwQDAPBgNVHRMBAf8EBTAD
        AQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUzFUCCvS8YlA3nnAUTx4rXaLA
        VYUwCgYIKoZIzj0EAwIDSAAwRQIgOq1j6stTZJlVu58I1brJea1ioInZetz335XB
        1wB2ED0CIQDnxe3y0LUjVGfWR71nf9cNc0yTwMiUxyqcPcjOfZwZIQ==
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "intermediate", pin: "cTJGK3UAmqFoMmQ3r9y/zSS86utxF6c6QUOyQfD6amw=",
      notBefore: 1577836800,
      notAfter: 2524608000,
      matchingHosts: [],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIICizCCAjGgAwIBAgIUYo+y8r/qKi/rv/y45YDa3eze1BUwCgYIKoZIzj0EAwIw
        LzENMAsGA1UEAwwEUm9vdDERMA8GA1UECgwIRml4dHVyZXMxCzAJBgNVBAYTAkRF
        MCAXDTIwMDEwMTAwMDAwMFoYDzIwNTAwMTAxMDAwMDAwWjAqMRUwEwYDVQQDDAxJ
        bnRlcm1lZGlhdGUxETAPBgNVBAoMCEZpeHR1cmVzMIIBIjANBgkqhkiG9w0BAQEF
        AAOCAQ8AMIIBCgKCAQEA4S/KCw+33XROo3NQoyY9yjIbUnnqIjTjI0NdYqTNhsW5
        BfZmF/B89BqG2xx2vkTPLo0olAAtQCJ6IKrjrcXO0abTwL38ysIq2VyQTcRpqQGe
        0aBUENVpUeuRxki0b3ni29N/6In6rGauPbKmKV9MMT9XtZ9PbJ46erozCKrZeV3E
        vtc1MaoJTQSkGbfUGAeOfFtC73wXuAg5eYL3P5TSgkkKkyBWCL98TBj/e7pkD3TJ
        vxwPpf8G1Nfhbr+69OGCgg8S6N0AMb0miBltmbA7CPrAMMIvIfXTcG4sNB/8Ta47
        lhxLOgDjGDC6rJH/IdmZRJtyf+xMfneO2+Px7MoOQQIDAQABo2MwYTAPBgNVHRMB
        Af8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUbfDAd6q+HCcwXDU3
        Qj2XG/v20+UwHwYDVR0jBBgwFoAUzFUCCvS8YlA3nnAUTx4rXaLAVYUwCgYIKoZI
        zj0EAwIDSAAwRQIgUVE4LttqMWlWQQ6SKwfV0y/s2vq548fFNEenDZ//53UCIQDW
        q+OSXOf1LSGOgcbWijkDoguyT5rkZP6kPX92gBpmuA==
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "leafP256", pin: "1aZ/IWMWELWD4FUIKxZeySTrAze/LKxfHoU0k9ORxpk=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM", "www.example.com"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIChDCCAWygAwIBAgIUasWfa4pTYs08vjV0KSUj4JtdfKEwDQYJKoZIhvcNAQEL
        BQAwKjEVMBMGA1UEAwwMSW50ZXJtZWRpYXRlMREwDwYDVQQKDAhGaXh0dXJlczAe
        Fw0yNTAxMDEwMDAwMDBaFw0yNzAxMDEwMDAwMDBaMBoxGDAWBgNVBAMMD2FwaS5l
        eGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGlYDBUQW6Dltf8o
        sGk+Mcm8kZuUZZnxxJAMGKROBfW7/kaQL5sw9kbSx5/H7G3BfDngjYxYp5sO1qwS
        uuoPU+mjfTB7MAwGA1UdEwEB/wQCMAAwKwYDVR0RBCQwIoIPYXBpLmV4YW1wbGUu
        Y29tgg93d3cuZXhhbXBsZS5jb20wHQYDVR0OBBYEFDTwSLwI232kADeIa+uymrfk
        vHBNMB8GA1UdIwQYMBaAFG3wwHeqvhwnMFw1N0I9lxv79tPlMA0GCSqGSIb3DQEB
        CwUAA4IBAQB1Hz37ia+4HOSX3hf9O46WKCPvG6P+EqLyDYuSyR7tRtZzqEAx4uzo
        nDwBM4y6wjw+T8QHOZyORv7W4hIFjST1CRtwQTFc8nyrltzgn9esnFchIoJlE2Ua
        8crhDzMKDPrYnXUmD5w59nBiFqNMBVDZtvpLDz1d0z+kUwp+Em+vOWg/l/+cBKb6
        zb60rr9KIN4OjaD/VTNwyL+1VMlWAood4cSwahDdtv1/zwauU3jU6a3TNJx01EpJ
        0jJChYLn8/7vUlndmdQTqbCF3KOSxATqs6UwjgdVEXcKpwGRfx48HzKqIQYgPQ5J
        ETo7Z3LFwOSAxj1Fv08zCIIbcmTBslGM
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "reissuedP256", pin: "1aZ/IWMWELWD4FUIKxZeySTrAze/LKxfHoU0k9ORxpk=",
      notBefore: 1780272000,
      notAfter: 1843430400,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIBuDCCAV2gAwIBAgIUchq8t6tPZW6Jq/5OJCYmDa0GY5EwCgYIKoZIzj0EAwIw
        LzENMAsGA1UEAwwEUm9vdDERMA8GA1UECgwIRml4dHVyZXMxCzAJBgNVBAYTAkRF
        MB4XDTI2MDYwMTAwMDAwMFoXDTI4MDYwMTAwMDAwMFowGjEYMBYGA1UEAwwPYXBp
        LmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaVgMFRBboOW1
        /yiwaT4xybyRm5RlmfHEkAwYpE4F9bv+RpAvmzD2RtLHn8fsbcF8OeCNjFinmw7W
        rBK66g9T6aNsMGowDAYDVR0TAQH/BAIwADAaBgNVHREEEzARgg9hcGkuZXhhbXBs
        ZS5jb20wHQYDVR0OBBYEFDTwSLwI232kADeIa+uymrfkvHBNMB8GA1UdIwQYMBaA
        FMxVAgr0vGJQN55wFE8eK12iwFWFMAoGCCqGSM49BAMCA0kAMEYCIQCeHCnZUV6y
        bn9uXnKYzaOoZtSp3GEqUvChSN0gakzn9AIhAJooo/FCcmiprUlCOyCM43xe35ga
        ugoij+mRUdsbPsSq
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "otherKeySameSubject", pin: "hgnob0rQGE575Eq/vU3OeUjWzsTOZmOTE9VHzpgKSNM=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIICczCCAVugAwIBAgIUFJxx1cwM/uWQABerAc4X3I65gYIwDQYJKoZIhvcNAQEL
        BQAwKjEVMBMGA1UEAwwMSW50ZXJtZWRpYXRlMREwDwYDVQQKDAhGaXh0dXJlczAe
        Fw0yNTAxMDEwMDAwMDBaFw0yNzAxMDEwMDAwMDBaMBoxGDAWBgNVBAMMD2FwaS5l
        eGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLm7kWYb8r06WdYR
        isZwDPYRmddXlqKpJmqnGV5Gb9pngUciRtedPYL6cpNSuszObZsHvUaMwWs3FYl2
        gO8ZqomjbDBqMAwGA1UdEwEB/wQCMAAwGgYDVR0RBBMwEYIPYXBpLmV4YW1wbGUu
        Y29tMB0GA1UdDgQWBBQ36wkVM7sfbqb8GN8AwBak0yzgOjAfBgNVHSMEGDAWgBRt
        8MB3qr4cJzBcNTdCPZcb+/bT5TANBgkqhkiG9w0BAQsFAAOCAQEAtgHSEg5fuDAq
        6+AXEgll8q19lvvv916hdQ7BDpEMnBXN43ZcpT3+7Yvpz7o/QhsxwaNoOqBR1+su
        +ldEEEZFdGMmi9wBqPnZlQGrz0DXtg6EM6cFksHX631mPSP87p7ye/Zk3tU8QKEm
        Kzb0li1I8I12F4eCwuu0h89h6GnUXfP9tafEAZyorpl/qTZWBeVCYdTT6Xq5SHbt
        cg/jHOJ0l2m8vR+vFbBbVTWw5DJgB3j6J15xT8KWNyj81OKfJG4UjI9KLA4s8e/y
        nJPshARG3wJ0fxYhwcVDGVD3ZxxXmdS1lnyJIjedQUS3HyYudRZ/BF5DsxW1Nlc/
        QYpzDrQGrg==
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "expired", pin: "1aZ/IWMWELWD4FUIKxZeySTrAze/LKxfHoU0k9ORxpk=",
      notBefore: 1577836800,
      notAfter: 1609459200,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIICczCCAVugAwIBAgIUGpFvwDdW5M6x82bge7LOXOGa6hkwDQYJKoZIhvcNAQEL
        BQAwKjEVMBMGA1UEAwwMSW50ZXJtZWRpYXRlMREwDwYDVQQKDAhGaXh0dXJlczAe
        Fw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBoxGDAWBgNVBAMMD2FwaS5l
        eGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGlYDBUQW6Dltf8o
        sGk+Mcm8kZuUZZnxxJAMGKROBfW7/kaQL5sw9kbSx5/H7G3BfDngjYxYp5sO1qwS
        uuoPU+mjbDBqMAwGA1UdEwEB/wQCMAAwGgYDVR0RBBMwEYIPYXBpLmV4YW1wbGUu
        Y29tMB0GA1UdDgQWBBQ08Ei8CNt9pAA3iGvrspq35LxwTTAfBgNVHSMEGDAWgBRt
        8MB3qr4cJzBcNTdCPZcb+/bT5TANBgkqhkiG9w0BAQsFAAOCAQEAowTt6rQOYriT
        MlCFFy/BksXIrY050iBegsKMZnC1RyKvjwJ0a19BLpQRPDeir1pfF2jr0XBy9aHy
        sii0oouUoC+pYGpWqcr4PcGaAHpaGjN/DkqbevWnGCG3zbgOeLJcCxFfGXKIAxQd
        adQndTUUW8r7fvmj0K17+Mng3BSm3IsDNQr8iWSo/rNxy+USzbI/tY30fZxCY0AR
        oDWyqyJcbRYrWtEjiIbbBlGGkeYMx2ynUZK9T0cHnmBj8wnZTTMYD3Rx/3ZSgjxg
        mmf+37OUS6sWxR0HeZKsWeff66yGluuOMp8W3YW8cbCP0FFb0xSF9Vj/THcW+FLh
        wQ3yb+/e8w==
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "wildcard", pin: "i9BYhaVeJrzYI1vlnQD+7fqKEXhenDM+smvsjeF6Lg0=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM", "www.example.com", "evil-api.example.com", "rsa.example.com", "ed25519.example.com", "future.example.com"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIChzCCAW+gAwIBAgIUJrujHANmaesrTodc1xAlIPlgGZUwDQYJKoZIhvcNAQEL
        BQAwKjEVMBMGA1UEAwwMSW50ZXJtZWRpYXRlMREwDwYDVQQKDAhGaXh0dXJlczAe
        Fw0yNTAxMDEwMDAwMDBaFw0yNzAxMDEwMDAwMDBaMBMxETAPBgNVBAMMCHdpbGRj
        YXJkMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEP/PLNR5WIK6Qgy454csm5M2CACr4
        bZ7LUY2+BRJ51+o0LFv2TXE8RSw5dU+FJ4gdU4Txf4MvaXCLBBFtd/sIn41Wifax
        Ft/yD41JBPdbw6RHqwzox44xDdvesKd4lR9Do2owaDAMBgNVHRMBAf8EAjAAMBgG
        A1UdEQQRMA+CDSouZXhhbXBsZS5jb20wHQYDVR0OBBYEFOOjBAz8CYWiQWxiGm7w
        eq84EvsrMB8GA1UdIwQYMBaAFG3wwHeqvhwnMFw1N0I9lxv79tPlMA0GCSqGSIb3
        DQEBCwUAA4IBAQDNmBU4J197+l6ds5S2XnAAPOjxAa39WtlspyVsnkEdTZ0IU2IW
        Gl+fHLTkBcXNJiEvoenD887SCp3vEO0oa/5EF2mU1OnQC3R6sRCjBrqbsbhbCaud
        2yUnKL6Rugty9GWpzqSDhVDzy0ewrrEZ9j36Yq+rROHO+S7O2/qwOYNGu4GOcVZK
        Jm3gPsj2t7w8Hy8dndSsB+NOvUZg1tvNAcx2iRFrwttiS8xdfmzRnx8s3ZmAEGZP
        ctaFNrXE0HNje9MWwAsry5GmNkA1dFutHYp/r2vfvGtlBLvdb4BtC9043X7ZDAhW
        +ldEkjsVx2G5JRBfgiMbHKcrcMWlsZO2/5Zr
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "rsaLeaf", pin: "0gWyDiAeZHSIKqs2M/J8KauLtE0JIDEYi+kWBhCV3EE=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["rsa.example.com"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIDPjCCAiagAwIBAgIUNV07kFcqTz6/aikS2DoBxLNL9r8wDQYJKoZIhvcNAQEL
        BQAwKjEVMBMGA1UEAwwMSW50ZXJtZWRpYXRlMREwDwYDVQQKDAhGaXh0dXJlczAe
        Fw0yNTAxMDEwMDAwMDBaFw0yNzAxMDEwMDAwMDBaMBoxGDAWBgNVBAMMD3JzYS5l
        eGFtcGxlLmNvbTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAP1Vh/Jy
        ovZ7dAZ6kbrMgNWmAfMVoxsd3+jX/d2LPfPaiZSxh121yHnMY2AyH0ebdK8AZDWf
        ZVza7fpd1DK8HU0q9XUNsX/ky1hJqiM2MsNGvq2RF46rI+cUoVTadMOaFzeAcB8a
        vOX5UWzl+AOwLMD1xqMFq8tj0zyR5GnhOeKLiwFyn4p+YU66fqVb9CdfImjnuj2D
        TPc1/zqBfFp4wPS1jUq9F22+l/q2yFHpb5UFRb6HoDahNSc/fyVQUpn1+1eFKlcG
        BFM4ujDLUfjJRTMB2Rb4+IE9XMSwSBs3Zt/V6u4qKSOt4+Q6GhGBpUaBTvoydDeG
        8QaZtNp+wT981hUCAwEAAaNsMGowDAYDVR0TAQH/BAIwADAaBgNVHREEEzARgg9y
        c2EuZXhhbXBsZS5jb20wHQYDVR0OBBYEFJw31D6mkJ/DM4s8mv9qbv5g+kZ/MB8G
        A1UdIwQYMBaAFG3wwHeqvhwnMFw1N0I9lxv79tPlMA0GCSqGSIb3DQEBCwUAA4IB
        AQA1wZ4SF+syTvnssRP7exB00WRYfwq8e7ziuQ9XAXcgKvFZNv4YOM8jQGpCXWIv
        2mPTYTQXRgG4FWhyfrr9ug4VLapGePJ8PBb4F9Jx4xsYy/w2gVWt53P4sn0H0Cs1
        TThoQ/zmm7yGtV5ED61CUdtlzN7BXF1Lc9rhykrO+hoi6Qf3UfGOHgZpowg1Mx4r
        DywRrbbXTaWp36lOUPAJmxnz3pbw+Sy+iUY6wGFwGRpL6bvZHApu74xsmfEQmBP+
        BTjbjJjDgunasi16DMZwuyBoEghxp8SgUe5EoQTJSPtlm7gkc+3LsOsqP2VkLQ/b
        YcnwWRKtavH2OmejwUyMOL+P
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "ed25519Leaf", pin: "ep6wEplsn7BUIJxpC+Y2IO/0UprTTTQe0sEshuMVaEk=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["ed25519.example.com"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIBjzCCATagAwIBAgIUbzkfGXmZ7nsttlCLHByAOQGCpQgwCgYIKoZIzj0EAwIw
        LzENMAsGA1UEAwwEUm9vdDERMA8GA1UECgwIRml4dHVyZXMxCzAJBgNVBAYTAkRF
        MB4XDTI1MDEwMTAwMDAwMFoXDTI3MDEwMTAwMDAwMFowHjEcMBoGA1UEAwwTZWQy
        NTUxOS5leGFtcGxlLmNvbTAqMAUGAytlcAMhAJ9G5nHT3jQpscyIJ59QqZepX7Xl
        yuNw28b4jDKd78v5o3AwbjAMBgNVHRMBAf8EAjAAMB4GA1UdEQQXMBWCE2VkMjU1
        MTkuZXhhbXBsZS5jb20wHQYDVR0OBBYEFCaLxpisMZXyK9fNbkltPlA10DuUMB8G
        A1UdIwQYMBaAFMxVAgr0vGJQN55wFE8eK12iwFWFMAoGCCqGSM49BAMCA0cAMEQC
        IEGdD2sxv3MBK2WfY651f0aoWpEjWqiA9u6Bq+64pB/PAiB7ILc8szxpHBJDyp6z
        Pj6Zqd5xpauYYA3Sp4/uND8ABg==
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "commonNameOnly", pin: "hgnob0rQGE575Eq/vU3OeUjWzsTOZmOTE9VHzpgKSNM=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIBmjCCAUGgAwIBAgIUHg+h2qJMHw/O7Euy8jO6CAteov0wCgYIKoZIzj0EAwIw
        LzENMAsGA1UEAwwEUm9vdDERMA8GA1UECgwIRml4dHVyZXMxCzAJBgNVBAYTAkRF
        MB4XDTI1MDEwMTAwMDAwMFoXDTI3MDEwMTAwMDAwMFowGjEYMBYGA1UEAwwPYXBp
        LmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEubuRZhvyvTpZ
        1hGKxnAM9hGZ11eWoqkmaqcZXkZv2meBRyJG1509gvpyk1K6zM5tmwe9RozBazcV
        iXaA7xmqiaNQME4wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUN+sJFTO7H26m/Bjf
        AMAWpNMs4DowHwYDVR0jBBgwFoAUzFUCCvS8YlA3nnAUTx4rXaLAVYUwCgYIKoZI
        zj0EAwIDRwAwRAIgXlDWH8fPoaNBVwELdlhzy0rLdHbWvKTaqdJ8eDbYGnoCIHPU
        qbU2pcvi37VA+gshu+L4ACe/pZmiRODNoJv2kvwm
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "capitals", pin: "hgnob0rQGE575Eq/vU3OeUjWzsTOZmOTE9VHzpgKSNM=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIBzTCCAXOgAwIBAgIUS2EiRWEzQs44RqCu3uo2Wu56KuUwCgYIKoZIzj0EAwIw
        LzENMAsGA1UEAwwEUm9vdDERMA8GA1UECgwIRml4dHVyZXMxCzAJBgNVBAYTAkRF
        MB4XDTI1MDEwMTAwMDAwMFoXDTI3MDEwMTAwMDAwMFowGjEYMBYGA1UEAwwPQ2Fm
        w6ksICJxdW90ZWQiMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEubuRZhvyvTpZ
        1hGKxnAM9hGZ11eWoqkmaqcZXkZv2meBRyJG1509gvpyk1K6zM5tmwe9RozBazcV
        iXaA7xmqiaOBgTB/MAwGA1UdEwEB/wQCMAAwLwYDVR0RBCgwJoIPQVBJLkV4YW1w
        bGUuQ09NhwQKAAAHgQ1hQGV4YW1wbGUuY29tMB0GA1UdDgQWBBQ36wkVM7sfbqb8
        GN8AwBak0yzgOjAfBgNVHSMEGDAWgBTMVQIK9LxiUDeecBRPHitdosBVhTAKBggq
        hkjOPQQDAgNIADBFAiAvQPEIC5myArUkmDX/+5moPbXwqJX2YgMTTBTjKiytmQIh
        AKMnJeCSiTq9Suw82bMr6Bb7qgDpOL6SY+Xxa1ge+rVK
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "signedByALeaf", pin: "hgnob0rQGE575Eq/vU3OeUjWzsTOZmOTE9VHzpgKSNM=",
      notBefore: 1735689600,
      notAfter: 1798761600,
      matchingHosts: ["api.example.com", "API.EXAMPLE.COM"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIBojCCAUigAwIBAgIUKdZGSs2tIK77ZefhuczBuGdjnkMwCgYIKoZIzj0EAwIw
        GjEYMBYGA1UEAwwPYXBpLmV4YW1wbGUuY29tMB4XDTI1MDEwMTAwMDAwMFoXDTI3
        MDEwMTAwMDAwMFowGjEYMBYGA1UEAwwPYXBpLmV4YW1wbGUuY29tMFkwEwYHKoZI
        zj0CAQYIKoZIzj0DAQcDQgAEubuRZhvyvTpZ1hGKxnAM9hGZ11eWoqkmaqcZXkZv
        2meBRyJG1509gvpyk1K6zM5tmwe9RozBazcViXaA7xmqiaNsMGowDAYDVR0TAQH/
        BAIwADAaBgNVHREEEzARgg9hcGkuZXhhbXBsZS5jb20wHQYDVR0OBBYEFDfrCRUz
        ux9upvwY3wDAFqTTLOA6MB8GA1UdIwQYMBaAFDTwSLwI232kADeIa+uymrfkvHBN
        MAoGCCqGSM49BAMCA0gAMEUCIG/WbAIGVPWhv6JSOvlPeVg40g7NNvRPm1ZUatb/
        Zfa9AiEAgpZB8/rwXNENxXgRGWhvI7OPrJx39Z0XC2DJJSkw/Hg=
        -----END CERTIFICATE-----
        """),
    CertificateFixture(
      name: "afterTheYear2050", pin: "hgnob0rQGE575Eq/vU3OeUjWzsTOZmOTE9VHzpgKSNM=",
      notBefore: 2506118400,
      notAfter: 2853273600,
      matchingHosts: ["future.example.com"],
      pem: """
        -----BEGIN CERTIFICATE-----
        MIIBvzCCAWWgAwIBAgIULyfz0ozADfgmJx9pDnjg4IkZNv4wCgYIKoZIzj0EAwIw
        LzENMAsGA1UEAwwEUm9vdDERMA8GA1UECgwIRml4dHVyZXMxCzAJBgNVBAYTAkRF
        MCAXDTQ5MDYwMTAwMDAwMFoYDzIwNjAwNjAxMDAwMDAwWjAdMRswGQYDVQQDDBJm
        dXR1cmUuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS5u5Fm
        G/K9OlnWEYrGcAz2EZnXV5aiqSZqpxleRm/aZ4FHIkbXnT2C+nKTUrrMzm2bB71G
        jMFrNxWJdoDvGaqJo28wbTAMBgNVHRMBAf8EAjAAMB0GA1UdEQQWMBSCEmZ1dHVy
        ZS5leGFtcGxlLmNvbTAdBgNVHQ4EFgQUN+sJFTO7H26m/BjfAMAWpNMs4DowHwYD
        VR0jBBgwFoAUzFUCCvS8YlA3nnAUTx4rXaLAVYUwCgYIKoZIzj0EAwIDSAAwRQIg
        CpS744aCa9ZxMp45f1B0gyazKmCliH+5/7LhKm8adkoCIQCrn/3djsoY7Ii00x6X
        WsdL+Y2N9AMqNA01lL8fu7XvAQ==
        -----END CERTIFICATE-----
        """),
  ]
}
