/**
 * Who is asking, for rate limits. Only the proxies the operator vouched for are believed: with two of them the
 * caller is the second address from the right, whatever a client wrote further left.
 */
export function callerOf(peer: string, forwardedFor: string | undefined, trustedProxies: number): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), peer].filter((hop) => hop !== '')
  return network(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer)
}

/** One household, one allowance: an IPv6 caller owns its whole /64. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const first = head.split(':').filter((group) => group !== '')
  const last = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
