/** On plain http in a local network browsers have no `crypto.randomUUID`: the libraries of wallets need it as we do. */
if (typeof crypto !== 'undefined' && !('randomUUID' in crypto)) {
  const randomUUID = () => {
    const bytes = new Uint8Array(16)
    Reflect.apply(Reflect.get(crypto, 'getRandomValues'), crypto, [bytes])
    const hex = [...bytes].map((byte, at) => {
      // Version 4, variant 1 (RFC 9562).
      const value = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
      return value.toString(16).padStart(2, '0')
    })
    return [
      [0, 4],
      [4, 6],
      [6, 8],
      [8, 10],
      [10, 16],
    ]
      .map(([from, to]) => hex.slice(from, to).join(''))
      .join('-')
  }
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true, writable: true })
}
