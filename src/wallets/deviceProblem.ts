import type { DeviceProblem } from '../orders/failure'

/**
 * What wallets pass on from a hardware wallet behind them: status words of Ledger's devices, and the sentences of the
 * bridges. A status word counts only when it stands alone, because hashes begin like them.
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

/** What a hardware wallet needs first, told from the words of the wallet in front of it. */
export function deviceProblemIn(texts: readonly string[]): DeviceProblem | undefined {
  return patterns.find(([, pattern]) => texts.some((text) => pattern.test(text)))?.[0]
}
