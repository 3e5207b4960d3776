/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3)
    text += base64[a >> 2]! + base64[((a & 3) << 4) | ((b ?? 0) >> 4)]!
    text += b === undefined ? '=' : base64[((b & 15) << 2) | ((c ?? 0) >> 6)]!
    text += c === undefined ? '=' : base64[c & 63]!
  }
  return text
}

/** Strict base64 decoding; `undefined` for other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const digits = [...text.replace(/=+$/, '')].map((character) => base64.indexOf(character))
  const bytes: number[] = []
  for (let at = 0; at < digits.length; at += 4) {
    const [a = 0, b = 0, c, d] = digits.slice(at, at + 4)
    bytes.push((a << 2) | (b >> 4))
    if (c !== undefined) bytes.push(((b & 15) << 4) | (c >> 2))
    if (d !== undefined) bytes.push(((c! & 3) << 6) | d)
  }
  const read = Uint8Array.from(bytes)
  return toBase64(read) === text ? read : undefined
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
