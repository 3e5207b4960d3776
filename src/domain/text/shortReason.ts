/** The reason given by a contract or node, cut to the space that the journal and screens have. */
export function shortReason(reason: string): string {
  return reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength - 1)}…` : reason
}

const maxReasonLength = 300
