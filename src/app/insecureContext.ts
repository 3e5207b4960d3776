/** On plain http in a local network browsers have no `crypto.randomUUID`: the libraries of wallets need it as we do. */
if (typeof crypto !== 'undefined' && !('randomUUID' in crypto)) {
  const randomUUID = () => {
    const bytes: Uint8Array = Reflect.apply(Reflect.get(crypto, 'getRandomValues'), crypto, [new Uint8Array(16)])
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    // Version 4, variant 1 (RFC 9562).
    const variant = '89ab'[bytes[8]! & 3]
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-4$3-${variant}$4-`)
  }
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true, writable: true })
}
