import type { DeviceProblem } from '../orders/failure'

/**
 * Errors that wallets pass on from a hardware wallet: status words of Ledger devices, and messages of the connecting
 * software. A status word counts only without other digits around it, because hashes can begin with the same digits.
 */
const patterns: readonly (readonly [DeviceProblem, RegExp])[] = [
  [
    'locked',
    /\b0x5515\b|\b0x6b0c\b|locked ?device|device (is|seems to be) locked|unlock (your|the) (device|ledger|trezor)/i,
  ],
  [
    'blind signing',
    /\b0x6a80\b|\b0x6808\b|blind ?sign|(enable|allow|activate) .{0,30}contract data|enablecontractdata/i,
  ],
  ['wrong app', /\b0x6(?:d00|d02|e00|e01|511)\b|(?:cla|ins)_not_supported|(?:open|launch|start) the \w+ app\b/i],
  [
    'away',
    /disconnected ?device|device (?:was )?(?:disconnected|not (?:found|connected))|no device selected|cannot (?:find|open) (?:the )?device|transport ?open ?user ?cancelled/i,
  ],
]

/** The problem of the hardware wallet, from the error messages of the software wallet. */
export function deviceProblemIn(texts: readonly string[]): DeviceProblem | undefined {
  return patterns.find(([, pattern]) => texts.some((text) => pattern.test(text)))?.[0]
}
