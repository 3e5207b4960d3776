/** What a contract or node gave as its reason. It may say as much as it likes; no journal and no screen has more room. */
export function shortReason(reason: string): string {
  return reason.length > longestReason ? `${reason.slice(0, longestReason - 1)}…` : reason
}

const longestReason = 300
