/**
 * The address that rate limits count. Only the configured number of proxies is trusted: with two of them the caller is
 * the second address from the right of `x-forwarded-for`, regardless of entries further left, which the client may have
 * written.
 */
export function callerAddress(peer: string, forwardedFor: string | undefined, trustedProxies: number): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), peer].filter((hop) => hop !== '')
  return subnet(withoutPort(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer))
}

/** Some proxies append the caller's port: each connection would be another caller. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
}

/** An IPv6 subscriber controls a whole /64, so the /64 is one caller. */
function subnet(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const first = head.split(':').filter((group) => group !== '')
  const last = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
