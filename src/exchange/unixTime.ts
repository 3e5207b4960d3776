/** Seconds since 1970. */
export function unixTime(): number {
  return Math.floor(Date.now() / 1000)
}
