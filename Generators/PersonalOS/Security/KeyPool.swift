import Foundation
import PlatformStandIns

/// Keys of algorithms whose key generation is random, made once with `openssl genpkey … -outform DER | base64`. They
/// protect nothing.
enum KeyPool {
  static let keys: [SigningKey] = [p256, p384, rsa2048].compactMap { text in
    Data(base64Encoded: text, options: .ignoreUnknownCharacters).flatMap { try? SigningKey(der: Array($0)) }
  }

  private static let p256 = """
    MHcCAQEEICcMg2muknxITR8Xj4dEvJMQdk/+hC4Z/ggUyoznUnxCoAoGCCqGSM49AwEHoUQDQgAEAYa45Ys7AYjYJa6GxcNnzwgz
    /FHmuJRW/McX117X0hyU4FSEVr+sxBT4pXu8dwsxXmw+XeLyhkBn5erVg41SFw==
    """

  private static let p384 = """
    MIGkAgEBBDAegzatM1zKdORDDjWEX0WN3bLlvCDg8sydsIl1TqLrhIJdStGBJ49dSQsJD+VLNeGgBwYFK4EEACKhZANiAAT06lXp
    8HztZsHq8YVvTK0nB/dx3nirndbh3QEiMkFgaYFr5cUdhwRTdv94NT6c6gqFRMst0YwBofu6c5bzkFw+HXQKrkcYRUHTpvJUBbY3
    iqKVQYULCDyQlc4dHOOWtnM=
    """

  private static let rsa2048 = """
    MIIEowIBAAKCAQEA0A8yUXlWRJ0fbTxsjd4/oROAtFZOp8oKv0S4CsNYDiDdZdWtwmy+nD246jT4XH47yBhXCbyh6+snYZKOGiSi
    Z6D5Rud6HxWG4uuMhYQefAxM8SbwgCzfeZfXP3po6GrV0Qirvp3+LpvyHODkYNsdcGmfuXIxIy6aqut0LLAfabDCcuD1PLu8wXHZ
    s/IDGUVye8vv8QFryFHp6r1Bh3E9rugyy/rpyRzvwJqxbRevapQ6EaEoR5/kHP7iPCa9yq84vPBTok1bbt4IwIZFnreRE1D7Fr2J
    2fuXKkWIJs1WxZwFpVZMxRRQwt94Fk4gNoN1RWFK9q/tzuy6E1fYLUDVkwIDAQABAoIBAAChH6Tfh2xT2VAtkrGF5Bsm4zav5mdX
    uvzJXkuG7u+0jHboL2LsCPtOYlF6g20f2mGgsYhNlLDnBQMW+kAoNXTI2so18fuKhFB3dPAzjA53+GqbCVYgI52L6Iwk2DTdVhqn
    7pVN2cmEo13PqG2hfevKueOl108z0eYOMZsdRfpun2zASwqoTb9ExU80w1Jk/7dFFGD3dRf+GIJoXppyAGc11fDyporlXodwQl4y
    k3zxOrCxwAFfJlHS7Vye29pmGbypCyXPdPCMBVjwwt30Ll/5Okt4JJTSV9t3c9mUzFeMCI62m9wa8ccHRpu629CDv9I1LIOhs4cV
    AEBV+VZEzQECgYEA9Ob/YVh0h7cuyVPVz26iT0zoCrhmtTz94bWfUUV0dffdWWYHaNCMgXqTPL7P7M5AhU8qmfEHn2k+7XDMW2uN
    Z1QfY+K756d2wH6yCPha7reT/6zdbfCXKgEWybEJeE89RXA/d8K5MObg58i+9V4db+twYu+yKXSQsOMOZCZgunMCgYEA2XzM1W9U
    EvDYgfAdJly/AHxK8yCYTaUlwAxD/5QZZYRcgYHFUxhryebpF0tGVfZeAmkVnwSXqf7QgMlp0dQ1s5FBNm5Trj7RDZj4MKtNRBU+
    Sljv8LF2ji1vAyFVUafIEyn64ygBfORQC4tNKRjZU4+RK+OVy3cc9ZwwIBGBEGECgYEAxi07UWHMAprYkHB334DOdU9tomcwLc8q
    PwDC6HhE0sV96D7pFgdU+93d0dUy2pTYn0e92I60NWpsUqXpqLzy0z++mwy6M65PKVwc46ddpjkF2WrgUHvVR1dUQmgxmpq8oTlB
    Er+PLqRWMRpAdLvxJEUoT9dZm7RI9er3FVH9CkMCgYAjIikI1ao0QRoIq5xZ5SOp1WpaKkrQSDx38MNPV0JfBunWtfsFeG15OUcw
    TyW2n00CgK1QefJyMMrH80GX9vsR3gY1386+2ED3PF3jptidhf0BD6r7K//l6esEC293+G22wtJXvc+3uD5CDyfQ2sXI3OlruKEr
    NDvGZYvUsl8yIQKBgHT61MJaFLu1y9tIXHAXA+5pke5ndsqG0gJ9ZN1fUBD9Mi888UJg+RwQzFeXtXLRpnP4+bx5/9sA2VBvPMsL
    6UrgJ1cKf1fg3MHtaSFHxVTom2R1bkwq4Aeek+awV4COaFWSJekM91Zj6sOK9J7awEUGRKQ1vaH5ZnaRYFUasQC/
    """
}
