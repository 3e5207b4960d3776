import { afterAll, expect, test } from 'vitest'
import { toUnits } from '../../../src/domain/amount'
import type { Chain } from '../../../src/domain/chain'
import type { Token } from '../../../src/domain/token'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { newsOfRenewal } from '../../../src/preparation/recheckChanges'
import type { DeploymentChain } from '../../../src/protocol/deployment/deployment'
import type { TransactionRecord } from '../../../src/protocol/serviceMessages'
import { hexOfPsbt, type PsbtInputPart, type PsbtOutputPart, psbtOf } from '../../builders/psbt'
import { answerOf, harborSettings, me, record, thief as thiefOnEvm } from '../fixtures'
import { btc, mine, thief, usdc, vault } from '../soundness/bitcoin'

/*
 * Further lists of an enemy for payments in bitcoin: addresses and memos that wallets and exchanges read in another way,
 * and transactions to sign that spend inscriptions on small outputs. No level of a payment is green: a list that loses
 * money may not be silent.
 */

const solana: Chain = { id: 12, chainId: 900, name: 'Solana', kind: 'solana', isEnabled: true }
const sol: Token = {
  ...{
    id: 902,
    chain: solana,
    address: '11111111111111111111111111111111',
    symbol: 'SOL',
    name: 'Solana',
    decimals: 9,
  },
  ...{ isNative: true, price: '180', imagePath: undefined },
}
const onSolana = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2'
const now = 1_700_000_000_000
const sold = toUnits('0.01', 8)

const settings: readonly DeploymentChain[] = [
  { ...harborSettings, chainId: 8_332, kind: 'bitcoin', name: 'Bitcoin', trusted: [vault], wrappedNative: undefined },
  { ...harborSettings, chainId: 1, name: 'Ethereum', trusted: [] },
]
const intent: SwapIntent = {
  ...{ kind: 'swap', sell: { token: btc, units: sold }, buy: usdc, slippageBps: 50, sender: mine, recipient: me },
  skipNonSwapTransactions: false,
}
/** A taproot address: each signature commits to the values of all inputs. */
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const byTaproot: SwapIntent = { ...intent, sender: taproot }
const held = (units: bigint) => ({ address: taproot, units })
const forSol: SwapIntent = { ...intent, buy: sol, recipient: onSolana }

const memo = `=:ETH.USDC-06EB48:${me}:94000000000`
const memoFor = (to: string) => `=:ETH.USDC-06EB48:${to}:94000000000`
const coin = { address: mine, units: 2n * sold }
const fee = 4_000n
const paid: PsbtOutputPart = { address: vault, units: sold }
const change: PsbtOutputPart = { address: mine, units: sold - fee }
const note = (text: string): PsbtOutputPart => ({ data: Buffer.from(text).toString('hex'), units: 0n })

type Parts = {
  readonly inputs?: readonly PsbtInputPart[]
  readonly outputs?: readonly PsbtOutputPart[]
  readonly lockTime?: number
}
const signing = ({ inputs = [coin], outputs = [paid, change, note(memo)], lockTime = 0 }: Parts = {}) =>
  psbtOf(inputs, outputs, { lockTime })

/** The code that blocks or warns; `silent`: no consent is needed. */
type Expected = { readonly blocked: string } | { readonly amber: string } | 'silent'
type List = readonly [name: string, expected: Expected, said: Partial<TransactionRecord>, more?: More]
type More = {
  readonly asked?: SwapIntent
  readonly minimum?: string
  readonly others?: readonly Partial<TransactionRecord>[]
  readonly rest?: SwapAnswerRest
  /** The payment that was confirmed before: this one is its renewal. */
  readonly accepted?: Partial<TransactionRecord>
}
type SwapAnswerRest = Readonly<Record<string, string | number>>

const lists: readonly List[] = [
  ['the honest payment', 'silent', { data: memo }],
  ['a payment link that asks for more', { blocked: 'V-001' }, { data: memo, to: `bitcoin:${vault}?amount=0.02` }],
  ['an address with an invisible character', { blocked: 'V-001' }, { data: memo, to: `${vault}\u200b` }],
  [
    'an address of the test network',
    { blocked: 'V-035' },
    { data: memo, to: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
  ],
  ['an address with a wrong checksum', { blocked: 'V-035' }, { data: memo, to: `${vault.slice(0, -1)}p` }],
  [
    'an address of another coin',
    { blocked: 'V-001' },
    { data: memo, to: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' },
  ],
  ['the own address as the payee', { blocked: 'V-035' }, { data: memo, to: mine.toUpperCase() }],
  ['another memo in a member of its own', { blocked: 'V-036' }, { data: memo, rest: { memo: memoFor(thiefOnEvm) } }],
  [
    'a memo whose Solana recipient has another case',
    { blocked: 'V-036' },
    { data: `=:SOL.SOL:${onSolana.replace('N', 'n')}:500000000` },
    { asked: forSol, minimum: '5' },
  ],
  ['a memo of 81 bytes', { blocked: 'V-036' }, { data: memo.padEnd(81, ':') }],
  ['a memo in letters that look alike', { blocked: 'V-036' }, { data: memo.replace('ETH', 'ЕTH') }],
  ['an amount with a unit', { blocked: 'V-015' }, { data: memo, value: '0.01 BTC' }],
  ['an amount in millionths', { blocked: 'V-015' }, { data: memo, value: '10000' }],
  ['an amount a satoshi higher', { blocked: 'V-015' }, { data: memo, value: '1000001' }],
  ['a second payment', { blocked: 'V-001' }, { data: memo }, { others: [{ data: memo, to: thief }] }],
  ['a time that is over', { blocked: 'V-017' }, { data: memo }, { rest: { expiresAt: now / 1000 - 1 } }],
  ['two minutes left', { amber: 'V-017' }, { data: memo }, { rest: { expiresAt: now + 120_000 } }],
  ['a renewal for another vault', { amber: 'V-057' }, { data: memo, to: thief }, { accepted: { data: memo } }],
  [
    'a renewal with a lower limit',
    { blocked: 'V-036' },
    { data: memo.replace('94', '93') },
    { accepted: { data: memo } },
  ],

  ['the honest transaction to sign', 'silent', { data: signing() }],
  [
    'a renewal with another coin of the person’s',
    { amber: 'V-057' },
    { data: signing({ inputs: [{ ...coin, units: coin.units + 1_000n }] }) },
    { accepted: { data: signing() } },
  ],
  [
    'runes sent away by a message to their protocol (OP_13)',
    { blocked: 'V-015' },
    { data: signing({ outputs: [paid, change, { script: '6a5d0800c0a2330300e807', units: 0n }] }) },
  ],
  [
    'money in the output of the memo',
    { blocked: 'V-015' },
    {
      data: signing({ outputs: [paid, { ...change, units: change.units - 9_000n }, { ...note(memo), units: 9_000n }] }),
    },
  ],
  [
    'an output that anyone can spend',
    { blocked: 'V-015' },
    {
      data: signing({
        outputs: [paid, { ...change, units: sold / 2n }, { script: '51', units: sold / 2n - fee }, note(memo)],
      }),
    },
  ],
  [
    'the change for the own key in another form',
    { blocked: 'V-015' },
    {
      data: signing({
        outputs: [paid, { address: '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', units: sold - fee }, note(memo)],
      }),
    },
  ],
  [
    'the payment in two halves for the vault',
    { blocked: 'V-015' },
    { data: signing({ outputs: [{ ...paid, units: sold / 2n }, { ...paid, units: sold / 2n }, change, note(memo)] }) },
  ],
  [
    'a member that names the vault, where the transaction pays the thief',
    { blocked: 'V-015' },
    { data: signing({ outputs: [{ address: thief, units: sold }, change, note(memo)] }) },
  ],
  [
    'the coin of a third party next to the own',
    { blocked: 'V-008' },
    {
      data: signing({
        inputs: [coin, { address: thief, units: 10_000n }],
        outputs: [paid, { ...change, units: change.units + 10_000n }, note(memo)],
      }),
    },
  ],
  ['a relative lock of a day', { amber: 'V-017' }, { data: signing({ inputs: [{ ...coin, sequence: 144 }] }) }],
  [
    'a small coin that the payment does not need, so that its inscription goes to the payee',
    { amber: 'V-015' },
    { data: signing({ inputs: [held(546n), held(2n * sold)], outputs: [paid, held(sold - fee), note(memo)] }) },
    { asked: byTaproot },
  ],
  [
    'several of them behind the large one',
    { amber: 'V-015' },
    {
      data: signing({
        ...{ inputs: [held(2n * sold), held(10_000n), held(330n)], outputs: [paid, held(sold - fee), note(memo)] },
      }),
    },
    { asked: byTaproot },
  ],
]

const honest: readonly List[] = [
  ['the address in capitals, as codes to scan have it', 'silent', { data: memo, to: vault.toUpperCase() }],
  [
    'the refund address in capitals',
    'silent',
    { data: signing({ outputs: [paid, change, note(memoFor(`${me}/${mine.toUpperCase()}`))] }) },
  ],
  ['the amount in satoshi in hexadecimal', 'silent', { data: memo, value: '0xf4240' }],
  ['the memo as bytes', 'silent', { data: `0x${Buffer.from(memo).toString('hex')}` }],
  ['the memo in both places', 'silent', { data: memo, rest: { memo } }],
  ['the recipient in lower case', 'silent', { data: memoFor(me.toLowerCase()) }],
  ['a swap that streams', 'silent', { data: `=:ETH.USDC-06EB48:${me}:94e9/3/0` }],
  ['a Solana recipient', 'silent', { data: `=:SOL.SOL:${onSolana}:500000000` }, { asked: forSol, minimum: '5' }],
  ['a date as text', 'silent', { data: memo }, { rest: { expiration: new Date(now + 1_200_000).toISOString() } }],
  ['a transaction in hexadecimal', 'silent', { data: hexOfPsbt(signing()) }],
  ['no payee next to the transaction', 'silent', { data: signing(), to: '' }],
  [
    'a small coin that the payment needs',
    'silent',
    { data: signing({ inputs: [held(sold - 2_000n), held(9_000n)], outputs: [paid, held(3_000n), note(memo)] }) },
    { asked: byTaproot },
  ],
  [
    'two larger coins of which one is enough',
    'silent',
    { data: signing({ inputs: [held(2n * sold), held(50_000n)], outputs: [paid, held(sold + 46_000n), note(memo)] }) },
    { asked: byTaproot },
  ],
  ['the change before the payment', 'silent', { data: signing({ outputs: [change, paid, note(memo)] }) }],
]

const outcomes: string[] = []
afterAll(() => {
  const count = (what: string) => outcomes.filter((each) => each === what).length
  console.log(
    `Guard, further payments in bitcoin: ${outcomes.length}, ${count('blocked')} blocked, ${count('amber')} amber, ${count('silent')} without consent.`,
  )
})

test.each([...lists, ...honest].map(([name, ...list]) => [name, list] as const))(
  '%s',
  async (_, [expected, said, more = {}]) => {
    const found = await judged(said, more)
    outcomes.push(found.rating)
    if (expected === 'silent') expect(found).toEqual({ rating: 'silent', codes: [] })
    else {
      const [rating, code] = 'blocked' in expected ? ['blocked', expected.blocked] : ['amber', expected.amber]
      expect(found).toMatchObject({ rating, codes: expect.arrayContaining([code]) })
    }
  },
)

async function judged(said: Partial<TransactionRecord>, { asked = intent, accepted, ...more }: More) {
  const checked = await look(said, asked, more)
  if (!('verdict' in checked)) return { rating: 'blocked', codes: codesOf(checked) }
  const before = accepted && (await look(accepted, asked, {}))
  const news = before && 'verdict' in before ? newsOfRenewal(before, checked) : []
  const loud = [...checked.verdict.findings, ...news].filter(
    ({ severity }) => severity === 'block' || severity === 'warn',
  )
  const isBlocked = loud.some(({ severity }) => severity === 'block')
  return { rating: isBlocked ? 'blocked' : loud.length > 0 ? 'amber' : 'silent', codes: codesOf(loud) }
}

async function look(
  said: Partial<TransactionRecord>,
  asked: SwapIntent,
  { minimum = '940', others = [], rest = {} }: More,
) {
  const records = [said, ...others].map((each) =>
    record({ type: 'deposit', chainType: 'BTC', to: vault, value: '0.01', gasUsd: undefined, ...each }),
  )
  const answer = answerOf(records, { minAmountOut: minimum, expectedAmountOut: `${Number(minimum) * 1.005}`, rest })
  const planned = planSwap(asked, answer, { receivedAt: now, chains: settings })
  if (planned.is === 'refused') return planned.findings.filter(({ severity }) => severity === 'block')
  return checkPlan(planned.plan, { nodes: () => [] }, { now, account: asked.sender, chains: settings })
}

function codesOf(findings: readonly { readonly code: string }[]): readonly string[] {
  return findings.map(({ code }) => code)
}
