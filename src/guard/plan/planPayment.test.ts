import { describe, expect, test } from 'vitest'
import { btc, mine, theirs } from '../../../test/builders/bitcoin'
import { psbtOf } from '../../../test/builders/psbt'
import { farUsdc, me } from '../../../test/guard/fixtures'
import { toUnits } from '../../domain/amount'
import type { SwapAnswer, TransactionRecord } from '../../protocol/serviceMessages'
import { findingText } from '../../signing/findings/findingText'
import { ruleTitles } from '../../signing/findings/ruleTitle.messages'
import { checkPlan } from '../check/checkPlan'
import { isOnBitcoin } from '../decode/bitcoin/address'
import type { Finding } from '../findings/finding'
import type { SwapIntent } from '../intent'
import { planSwap } from './planSwap'

const now = 1_700_000_000_000

const intent: SwapIntent = {
  kind: 'swap',
  sell: { token: btc, units: toUnits('0.01', 8) },
  buy: farUsdc,
  slippageBps: 50,
  sender: mine,
  recipient: me,
  skipNonSwapTransactions: false,
}

function record(part: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    type: 'deposit',
    data: `=:DELTA.USDC:${me}:94e9`,
    order: 0,
    value: '0.01',
    gasAmount: undefined,
    gasUsd: undefined,
    to: theirs,
    chainType: 'BTC',
    rpcUrl: undefined,
    rest: {},
    ...part,
  }
}

function answer(transactions: readonly TransactionRecord[] = [record()]): SwapAnswer {
  return {
    path: ['BTC', 'USDC'],
    transactions,
    dexToUse: 'bridge',
    minAmountOut: '940',
    expectedAmountOut: '944',
    rest: {},
  }
}

const known = { receivedAt: now, chains: [] }
const plan = (part: Partial<TransactionRecord> = {}, asked = intent) => {
  const planned = planSwap(asked, answer([record(part)]), known)
  if (planned.is === 'refused') throw new Error(said(planned.findings))
  return planned.plan
}
const refusal = (part: Partial<TransactionRecord>, asked = intent) => {
  const planned = planSwap(asked, answer([record(part)]), known)
  return planned.is === 'refused' ? said(planned.findings) : 'accepted'
}
const said = (findings: readonly Finding[]) =>
  findings.map((finding) => `${finding.severity} ${finding.code} ${findingText(finding)}`).join('\n')
const judged = async (of = plan(), chains: Parameters<typeof checkPlan>[2]['chains'] = []) =>
  checkPlan(of, { nodes: () => [] }, { now, account: undefined, chains })

describe('an answer that asks for a payment', () => {
  test('becomes one step: the address, the exact amount, the memo and the time there is', () => {
    expect(plan().steps).toMatchObject([
      {
        kind: 'bitcoin',
        to: theirs,
        from: mine,
        units: 1_000_000n,
        memo: `=:DELTA.USDC:${me}:94e9`,
        until: now + 30 * 60_000,
      },
    ])
  })

  test.each([
    ['whole coins', '0.01'],
    ['satoshi', '1000000'],
    ['nothing', undefined],
    ['zero', '0'],
  ])('the amount may be written as %s', (_, value) => {
    expect(plan({ value }).steps).toMatchObject([{ units: 1_000_000n }])
  })
})

describe('tampered payments', () => {
  test.each([
    ['0.0100001', 'not for the 0.01 BTC you pay'],
    ['1000001', 'not for the 0.01 BTC you pay'],
    ['0.009', 'not for the 0.01 BTC you pay'],
    ['100', 'not for the 0.01 BTC you pay'],
    ['-0.01', 'not for the 0.01 BTC you pay'],
  ])('B-2 it is refused when it asks for %s', (value, why) => {
    expect(refusal({ value })).toContain(why)
  })

  test.each([
    ['', 'no address'],
    [undefined, 'no address'],
    [me, 'is not an address'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx', 'its checksum is wrong'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'its checksum is wrong'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'belongs to another network'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'belongs to another network'],
    ['bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x', 'belongs to another network'],
    [mine, 'pay yourself'],
    [mine.toUpperCase(), 'pay yourself'],
  ])('B-1 it is refused when it is to be paid to %s', (to, why) => {
    expect(refusal({ to })).toContain(why)
  })

  test.each([
    ['a transaction to sign', { data: 'cHNidP8BAHUCAAAAASaBcTce3/KF6Tet7qSze3gADAVmy7OtZGQXE8pCFxv2AAAAAAD+////' }],
    ['one in hexadecimal', { data: '70736274ff01007502000000' }],
    ['two memos', { rest: { memo: 'another' } }, 'V-036 The memo is unclear'],
    ['an empty memo where one is asked for', { data: '', rest: { memo: '' } }, 'V-036 The memo is unclear'],
    ['a memo to sign', { data: '', rest: { memo: '70736274ff01007502000000' } }, 'V-036 .*needs a wallet to sign it'],
    ['a memo nobody can type', { data: '0x00ff01' }, 'V-036 .*characters that cannot be typed'],
    ['a memo longer than a payment carries', { data: 'x'.repeat(81) }, 'V-036 .*81 characters; at most 80'],
    ['data that is a number', { data: 7 }, 'V-036 The memo is unclear'],
    ['another kind of chain', { chainType: 'EVM' }],
    ['a time that is over', { rest: { expiresAt: String(now - 1) } }],
  ])('it is refused with %s', (_, part, why = '') => {
    expect(refusal(part)).toMatch(new RegExp(`block ${why}`))
  })

  test('M-103 it is refused with more than one payment, or none', () => {
    const many = planSwap(intent, answer([record(), record({ order: 1, to: mine })]), known)
    expect(many.is === 'refused' && said(many.findings)).toContain('has 2 transactions')
    const none = planSwap(intent, answer([]), known)
    expect(none.is === 'refused' && said(none.findings)).toContain('nothing to sign')
  })

  test('it is refused for any asset other than the native coin', () => {
    const token = { ...btc, isNative: false, symbol: 'RUNE', address: theirs }
    expect(refusal({}, { ...intent, sell: { token, units: 1_000_000n } })).toContain('Only the native token of Bitcoin')
  })
})

describe('honest payments', () => {
  test('a hex memo, a memo under an alias, or no memo is accepted', () => {
    const hex = `0x${[...'=:x:y'].map((letter) => letter.charCodeAt(0).toString(16)).join('')}`
    expect(plan({ data: hex }).steps).toMatchObject([{ memo: '=:x:y' }])
    expect(plan({ data: '0x', rest: { memo: ' order 7 ' } }).steps).toMatchObject([{ memo: 'order 7' }])
    expect(plan({ data: null }).steps).toMatchObject([{ memo: undefined }])
  })

  test.each([
    [{ expiresAt: String((now + 600_000) / 1_000) }, now + 600_000],
    [{ validUntil: now + 700_000 }, now + 700_000],
    [{ deadline: new Date(now + 800_000).toISOString() }, now + 800_000],
    [{ expiry: 'soon' }, now + 1_800_000],
    [{ expiry: '20' }, now + 1_800_000],
  ])('names its deadline as %j', (rest, until) => {
    expect(plan({ rest }).steps).toMatchObject([{ until }])
  })
})

describe('findings about a payment by hand', () => {
  test('nothing is simulated, and that is not green', async () => {
    const { verdict, forecast } = await judged()
    expect(verdict.level).toBe('unchecked')
    expect(forecast).toMatchObject({
      is: 'not simulated',
      why: { code: 'plan.paid-by-hand', facts: { chain: 'Bitcoin' } },
    })
  })

  test('B-6 an unknown owner of the address needs a deliberate consent, unless the deployment vouches for it', async () => {
    expect(said((await judged()).verdict.findings)).toContain(`warn V-035 We cannot check who owns ${theirs}`)
    const vouched = {
      chainId: 8_332,
      kind: 'bitcoin',
      name: 'Bitcoin',
      rpcUrls: [],
      wsUrl: undefined,
      explorerUrl: undefined,
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      wrappedNative: undefined,
      trusted: [theirs],
      positionManager: undefined,
      confirmations: 1,
      genesisHash: undefined,
    } as const
    expect(said((await judged(plan(), [vouched])).verdict.findings)).toContain(`ok V-035 ${ruleTitles['V-035']}`)
    const coin = { address: mine, units: intent.sell.units + 3_000n }
    const blank = psbtOf(
      [coin],
      [
        { address: theirs, units: intent.sell.units },
        { data: '20', units: 0n },
      ],
    )
    for (const data of ['', blank])
      expect(said((await judged(plan({ data }), [vouched])).verdict.findings)).toContain(
        'warn V-035 The address is known and shared by all payers',
      )
  })

  test('B-3 the memo is compared with the recipient', async () => {
    expect(said((await judged()).verdict.findings)).not.toMatch(/(block|warn) V-036/)
    const stranger = '0x000000000000000000000000000000000000bEEF'
    expect(refusal({ data: `=:D:${stranger}` })).toContain(
      `block V-036 The memo names ${stranger}, and not your recipient`,
    )
    expect(refusal({ data: '=:S:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' })).toContain('block V-036')
    expect(refusal({ data: `=:D:${me}:1:t:9999` })).toContain('block V-036 The memo gives 99.99% to someone else.')
    expect(refusal({ data: `=:D:${me}:1:a/b:60/60` })).toContain('block V-036 The memo gives 1.2% to someone else.')
    expect(refusal({ data: `=:D:${me}:1:a:30` })).toBe('accepted')
    expect(said((await judged(plan({ data: 'order-7' }))).verdict.findings)).toContain('info V-036')
    const inLowerCase = plan({ data: `=:D:${me.toLowerCase()}:94e9` })
    expect(said((await judged(inLowerCase)).verdict.findings)).not.toMatch(/(block|warn) V-036/)
  })

  test.each([
    ['a stranger first and the recipient behind', `=:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2:${me}`, 'warn V-036'],
    ['the recipient as part of something longer', `=:D:${me}00`, 'info V-036'],
    ['the address for refunds', `=:D:${mine}`, 'info V-036'],
  ])('B-3 a memo that names %s is not mistaken for one that names only the recipient', async (_, data, finding) => {
    expect(said((await judged(plan({ data }))).verdict.findings)).toContain(finding)
  })

  test('a tolerance far looser than asked, or a loss of everything, is blocked as everywhere', async () => {
    const planned = planSwap(intent, { ...answer(), minAmountOut: '600' }, known)
    expect(planned.is === 'plan' && said((await judged(planned.plan)).verdict.findings)).toContain('block A-31')
    const ruinous = planSwap(intent, { ...answer(), minAmountOut: '500', expectedAmountOut: '500' }, known)
    expect(ruinous.is === 'plan' && (await judged(ruinous.plan)).verdict.level).toBe('blocked')
  })

  test.each([
    ['over', -1, 'block V-017'],
    ['nearly over', 4 * 60_000, 'warn V-017'],
    ['long enough', 20 * 60_000, 'ok V-017'],
  ])('B-4 the time to pay is shown: %s', async (_, left, finding) => {
    const rest = { expiresAt: String(now + left) }
    const text = left < 0 ? refusal({ rest }) : said((await judged(plan({ rest }))).verdict.findings)
    expect(text).toContain(finding)
  })

  test('B-4 the assumed deadline is reported if none is given', async () => {
    expect(said((await judged()).verdict.findings)).toContain('info V-017')
  })

  test('a plan changed after it was sealed is blocked', async () => {
    const sealed = plan()
    const [step] = sealed.steps
    const changed = { ...sealed, steps: [{ ...step!, to: mine } as typeof step & object] }
    expect((await judged(changed)).verdict.level).toBe('blocked')
  })

  test('B-5 A-30 an invalid refund address is blocked, and so is an old answer', async () => {
    const lost = plan({}, { ...intent, sender: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' })
    expect(said((await judged(lost)).verdict.findings)).toContain('block V-008')
    const late = await checkPlan(plan(), { nodes: () => [] }, { now: now + 31_000, account: undefined, chains: [] })
    expect(said(late.verdict.findings)).toContain('block V-017')
  })
})

test.each([
  ['base58, to a key', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin', true],
  ['base58, to a script', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'Bitcoin', true],
  ['bech32', mine, 'Bitcoin', true],
  ['bech32 in capitals', mine.toUpperCase(), 'Bitcoin', true],
  ['bech32m', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'Bitcoin', true],
  [
    'a taproot address with the checksum of the older form',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcx',
    'Bitcoin',
    false,
  ],
  ['an address of the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin', false],
  ['an address of the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin Testnet', true],
  ['an address of the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin Signet', true],
  ['a real address', mine, 'Bitcoin Testnet', false],
  ['a local address', 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x', 'Bitcoin Regtest', true],
  ['a local address', 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x', 'Bitcoin Testnet', false],
  ['base58 of the test networks', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin Regtest', true],
  ['base58 of the test networks', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin', false],
])('%s: %s on %s', (_, address, name, isThere) => {
  expect(isOnBitcoin(address, { name })).toBe(isThere)
})
