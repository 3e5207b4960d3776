import type { Question } from './questions'

/**
 * The codes and kinds of earlier versions, by the code, or the code and kind, that replaced them. Journals contain them, so
 * a retired code is never used again. `code.kind`: that finding has another rule than the others of its code, or another
 * name. A kind without a code is one of the same code.
 */
const replaced = {
  'V-001': ['B-1.no-address', 'M-088', 'S-1', 'S-2', 'V-002', 'V-004', 'V-005', 'V-006.whole-coins'],
  'V-001.bad-address': ['bad-payee', 'B-1.bad-address'],
  'V-001.no-transactions': ['no-payment'],
  'V-001.no-order': ['bad-place', 'same-place'],
  'V-001.unreadable': ['unclear', 'V-006.unclear'],
  'V-003': ['V-020.other-chain'],
  'V-003.unreadable-chain': ['unreadable-kind'],
  'V-008': ['B-5', 'B-7', 'S-3'],
  'V-008.wrong-refund': ['B-5.wrong'],
  'V-010': ['S-11'],
  'V-010.changed': ['other-question'],
  'V-011': ['B-10', 'S-7'],
  'V-011.surrenders': ['surrenders-inside'],
  'V-013': [
    'S-7b.elsewhere',
    'V-008.no-account',
    'V-008.on-other-chain',
    'V-008.other-owner',
    'V-008.other-recipient',
    'V-008.program',
    'V-008.token-account',
    'V-008.unchecked-recipient',
  ],
  'V-013.elsewhere': ['goes-elsewhere'],
  'V-013.other-recipient': ['other-owner'],
  'V-013.token-account': ['S-7b.token-account', 'to-token-account'],
  'V-015': ['B-2', 'B-8', 'S-7a', 'S-12', 'V-006', 'V-014', 'V-031', 'V-042'],
  'V-015.asks-other-amount': ['B-2.other-amount'],
  'V-015.too-much': ['other-token', 'too-much-sol', 'S-6.too-much', 'S-7.other-token', 'S-7.unknown-token'],
  'V-016': ['S-7b', 'S-10.nothing-arrives', 'S-10.too-little', 'V-032', 'V-043', 'V-056.underpaid'],
  'V-016.too-little': ['withdraws-too-little'],
  'V-017': ['A-30', 'B-4', 'B-10.later', 'S-9'],
  'V-017.long': ['long-hour'],
  'V-017.quote-expired': ['S-9.expired', 'deadline-over', 'over'],
  'V-018.left-behind': ['V-006.coins-left-behind'],
  'V-023.too-little': ['too-few-coins'],
  'V-030': ['S-10.after-set-up', 'S-10.fails', 'S-10.not-simulated'],
  'V-034': ['S-10'],
  'V-034.inside-partly-seen': ['S-10.inside-not-seen', 'inside-not-seen'],
  'V-035': ['B-1', 'B-6', 'S-5', 'V-046'],
  'V-035.neither': ['seen-neither', 'unknown-not-simulated'],
  'V-035.seen': ['seen-not-simulated'],
  'V-035.vouched-unread': ['vouched-neither'],
  'V-035.programs-not-simulated': ['S-5.unknown-not-simulated'],
  'V-035.programs-unknown': ['S-5.unknown'],
  'V-035.programs-vouched': ['S-5.vouched'],
  'V-035.unknown-payee': ['B-6.unknown'],
  'V-036': ['B-3', 'S-7d'],
  'V-036.asks-too-little': ['S-7d.too-little'],
  'V-036.asks-too-much': ['S-7d.too-much'],
  'V-036.memo-token': ['B-3.other-token', 'other-asset'],
  'V-036.unreadable-memo': ['B-3.unreadable'],
  'V-038': ['S-4', 'S-7d.ambiguous', 'V-037'],
  'V-040': ['V-041', 'V-045', 'V-049'],
  'V-040.other-pool': ['creates', 'other-fee', 'other-pair', 'position-of-other-pool'],
  'V-040.other-position': ['unknown-position'],
  'V-048.other': ['other-addition', 'other-withdrawal'],
  'V-050': ['V-062'],
  'V-050.no-logs': ['V-062.not-seen'],
  'V-051': ['S-7c'],
  'V-051.other-token': ['unnamed-token'],
  'V-053': ['S-7e', 'V-052.unvouched-token'],
  'V-054': ['V-007', 'V-012', 'V-039', 'V-047'],
  'V-054.needless': ['V-004.token-call', 'V-005.payment', 'not-vouched'],
  'V-055': ['B-9', 'S-6', 'S-8', 'S-13', 'V-019'],
  'V-055.coins-on-top': ['V-006.fee'],
  'V-055.cost-too-high': ['B-9.too-high'],
  'V-055.fee': ['V-019.too-high', 'fee-too-high'],
  'V-056': ['V-052'],
  'V-056.refund-below-pools': ['V-052.below-pools'],
  'V-056.refund-low': ['V-052.low-minimum'],
  'V-056.refund-not-weighed': ['V-052.not-weighed'],
  'V-060.deposit-enforced': ['increase-enforced'],
  'V-060.looser': ['deposit-looser'],
  'V-060.not-atomic': ['deposit-not-atomic'],
  'V-060.not-bounded': ['deposit-not-bounded'],
  'V-060.one-by-one': ['deposit-one-by-one'],
  'V-061': ['V-021'],
  'V-061.not-read': ['many-parts'],
  'A-21': ['V-033'],
  'A-21.needless': ['not-deposited', 'not-manager', 'not-sold', 'unused-spender'],
  'A-21.unusual': ['coins-along', 'signed-permit'],
  'A-31.accepts-less': ['far-beyond', 'indivisible'],
  'A-32': ['V-058'],
  'A-32.above-pools': ['above-quote'],
  'A-32.off-market': ['pushed'],
  'M-101.sent-before': ['just-sent'],
} satisfies Partial<Record<Question | `${Question}.${string}`, readonly string[]>>

/** Retired codes and kinds, by their names in journals. */
export const retired: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(replaced).flatMap(([now, earlier]) =>
    earlier.map((name) => [/^[A-Z]-/.test(name) ? name : `${now.split('.')[0]}.${name}`, now]),
  ),
)

/** The current code and kind of a finding of any version. */
export function currentKey(code: string, kind: string): { readonly code: string; readonly kind: string } {
  const [current = code, renamed = kind] = (retired[`${code}.${kind}`] ?? retired[code] ?? code).split('.')
  return { code: current, kind: renamed }
}
