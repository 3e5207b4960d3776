import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { delta, harbor, localSolana, token } from '../../../../test/builders/swap'
import { readSwapLink, writeSwapLink } from '../../../components/swapLink'
import { parseAmount } from '../../../domain/amount'
import { toNumber } from '../../../domain/fraction'
import { dollarValueOf } from '../../../domain/prices/price'
import { refOf, selectPair, writeTokenRef } from '../../../domain/tokenPair'
import {
  chooseToken,
  dollarTextOf,
  enteredDollars,
  enteredTokens,
  formOf,
  formPairOf,
  linkOf,
  reverseSides,
  type SwapFormValues,
  takenOf,
  tokenTextOf,
  unknownTokens,
  withOtherUnit,
} from './swapFields'

const eth = token('ETH', harbor, { isNative: true })
const weth = token('WETH', harbor)
const usdc = token('USDC', harbor)
const farUsdc = token('USDC', delta)
const sol = token('SOL', localSolana, { isNative: true })
const all = [weth, usdc, eth, farUsdc, sol]

const empty = formOf(readSwapLink(''))
const pair = { sell: eth, buy: usdc }

test('a newcomer finds the coin of the first chain against its dollars', () => {
  expect(selectPair(empty, all)).toEqual(pair)
  expect(selectPair(empty, [weth, usdc])).toEqual({ sell: weth, buy: usdc })
  expect(selectPair(empty, [])).toEqual({ sell: undefined, buy: undefined })
})

test('chains that cannot be traded are not offered by themselves', () => {
  const closed = { ...harbor, isEnabled: false }
  expect(selectPair(empty, [token('ETH', closed, { isNative: true }), farUsdc, token('X', delta)]).sell).toEqual(
    farUsdc,
  )
})

test('one named token finds a partner on its own chain', () => {
  expect(selectPair({ ...empty, from: refOf(usdc) }, all)).toEqual({ sell: usdc, buy: eth })
  expect(selectPair({ ...empty, to: refOf(weth) }, all)).toEqual({ sell: usdc, buy: weth })
})

test('a token of a link that no one lists is reported, not guessed', () => {
  const form = formOf(readSwapLink('?from=741001:0xdead&to=741001:0xUSDC'))
  expect(selectPair(form, all)).toEqual({ sell: undefined, buy: usdc })
  expect(unknownTokens(form, all)).toEqual([{ chainId: 741001, address: '0xdead' }])
  expect(unknownTokens(empty, all)).toEqual([])
})

test('choosing the same token on both sides flips the sides', () => {
  expect(selectPair(chooseToken(empty, pair, 'sell', usdc), all)).toEqual({ sell: usdc, buy: eth })
  expect(selectPair(chooseToken(empty, pair, 'buy', eth), all)).toEqual({ sell: usdc, buy: eth })
})

test('choosing another token keeps the other side and the amount', () => {
  const chosen = chooseToken({ ...empty, amount: '1.5' }, pair, 'buy', farUsdc)
  expect(selectPair(chosen, all)).toEqual({ sell: eth, buy: farUsdc })
  expect(chosen.amount).toBe('1.5')
})

test('reversing keeps the typed amount on the paying side', () => {
  const turned = reverseSides({ ...empty, amount: '2' }, pair)
  expect(selectPair(turned, all)).toEqual({ sell: usdc, buy: eth })
  expect(turned.amount).toBe('2')
})

test('what was to be received is paid once the sides are reversed, and typed dollars stay dollars', () => {
  const received = { token: usdc, units: 6_061_123_456n }
  expect(reverseSides({ ...empty, amount: '2' }, pair, received).amount).toBe('6061.123456')
  const priced = { sell: { ...eth, price: '2000' }, buy: { ...usdc, price: '1' } }
  expect(dollarTextOf(reverseSides({ ...empty, ...enteredDollars('5') }, priced, received), priced.buy)).toBe('5')
})

test('a recipient of one kind of chain does not follow to another', () => {
  const form: SwapFormValues = { ...empty, recipient: '0xabc', isRecipientConfirmed: true }
  expect(chooseToken(form, pair, 'buy', farUsdc).recipient).toBe('0xabc')
  expect(chooseToken(form, pair, 'buy', sol)).toMatchObject({ recipient: undefined, isRecipientConfirmed: false })
  expect(reverseSides(form, { sell: sol, buy: usdc }).recipient).toBeUndefined()
  expect(reverseSides(form, pair).recipient).toBe('0xabc')
})

test('a recipient out of a link is not confirmed', () => {
  expect(formOf(readSwapLink('?recipient=0x00000000000000000000000000000000000000aa')).isRecipientConfirmed).toBe(false)
})

test('turned round, an amount keeps no more decimals than the token now paid has', () => {
  expect(reverseSides({ ...empty, amount: '8.999197114287662545' }, pair).amount).toBe('8.999197')
  expect(reverseSides({ ...empty, amount: '1 000,5' }, pair).amount).toBe('1 000,5')
  expect(reverseSides({ ...empty, amount: 'abc' }, pair).amount).toBe('abc')
})

test('typed dollars stay dollars when the token, its network or the sides change', () => {
  const priced = { usdc: { ...usdc, price: '1' }, eth: { ...eth, price: '2000', decimals: 18 } }
  const dear = { ...farUsdc, price: '1.02' }
  const form = { ...empty, ...enteredDollars('5') }
  expect(tokenTextOf(form, priced.usdc)).toBe('5')
  const other = chooseToken(form, { sell: priced.usdc, buy: weth }, 'sell', priced.eth)
  expect(dollarTextOf(other, priced.eth)).toBe('5')
  expect(tokenTextOf(other, priced.eth)).toBe('0.0025')
  const elsewhere = chooseToken(form, { sell: priced.usdc, buy: weth }, 'sell', dear)
  expect(tokenTextOf(elsewhere, dear)).toBe('4.90196')
  const turned = reverseSides(form, { sell: priced.usdc, buy: priced.eth })
  expect(dollarTextOf(turned, priced.eth)).toBe('5')
  expect(tokenTextOf(turned, priced.eth)).toBe('0.0025')
})

test('typed tokens that are looked at in dollars keep their worth when the sides are reversed', () => {
  const [sell, buy] = [
    { ...eth, price: '2000', decimals: 18 },
    { ...usdc, price: '1' },
  ]
  const form = { ...empty, ...withOtherUnit(enteredTokens('0.1'), sell) }
  expect(dollarTextOf(form, sell)).toBe('200')
  expect(tokenTextOf(form, sell)).toBe('0.1')
  const turned = reverseSides(form, { sell, buy })
  expect(dollarTextOf(turned, buy)).toBe('200')
  expect(tokenTextOf(turned, buy)).toBe('200')
})

test('looking at an amount in dollars and back changes nothing of it', () => {
  const sell = { ...eth, price: '2000.37', decimals: 18 }
  const typed = enteredTokens('1.000000000000000001')
  expect(withOtherUnit(withOtherUnit(typed, sell), sell)).toEqual(typed)
})

test('dollars buy nothing of a token without a price, and return with one that has a price', () => {
  const unpriced = { ...weth, price: undefined }
  const form = { ...empty, ...enteredDollars('5') }
  const chosen = chooseToken(form, { sell: usdc, buy: eth }, 'sell', unpriced)
  expect(tokenTextOf(chosen, unpriced)).toBe('')
  expect(dollarTextOf(chosen, unpriced)).toBeUndefined()
  const back = chooseToken(chosen, { sell: unpriced, buy: eth }, 'sell', { ...usdc, price: '1' })
  expect(tokenTextOf(back, { ...usdc, price: '1' })).toBe('5')
})

test('after any change of the unit, the dollars shown are the worth of the tokens paid', () => {
  const tokens = [
    { ...eth, price: '1999.999', decimals: 18 },
    { ...usdc, price: '1.01' },
    { ...weth, price: '0.00031', decimals: 8 },
  ]
  const action = fc.oneof(
    fc.record({ does: fc.constant('dollars' as const), text: fc.constantFrom('5', '0.37', '1234.5') }),
    fc.record({ does: fc.constant('tokens' as const), text: fc.constantFrom('1', '0.02', '700') }),
    fc.record({ does: fc.constant('other unit' as const) }),
    fc.record({ does: fc.constant('reverse' as const) }),
    fc.record({ does: fc.constant('choose' as const), place: fc.nat(2) }),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 8 }), (actions) => {
      let form: SwapFormValues = { ...empty, from: refOf(tokens[0]!), to: refOf(tokens[1]!) }
      for (const action of actions) {
        const pair = selectPair(form, tokens)
        if (action.does === 'dollars') form = { ...form, ...enteredDollars(action.text) }
        if (action.does === 'tokens') form = { ...form, ...enteredTokens(action.text) }
        if (action.does === 'other unit') form = { ...form, ...withOtherUnit(form, pair.sell) }
        if (action.does === 'reverse') form = reverseSides(form, pair)
        if (action.does === 'choose') form = chooseToken(form, pair, 'sell', tokens[action.place]!)
      }
      const { sell } = selectPair(form, tokens)
      const dollars = dollarTextOf(form, sell)
      if (dollars === undefined || !sell) return
      const paid = parseAmount(sell, tokenTextOf(form, sell))
      const value = paid.is === 'amount' ? toNumber(dollarValueOf(paid.amount)!) : 0
      const grain = toNumber(dollarValueOf({ token: sell, units: 1n })!)
      expect(Math.abs(value - Number(dollars || 0))).toBeLessThanOrEqual(0.0051 + grain)
    }),
  )
})

test('typed dollars come back from the address bar as dollars', () => {
  const form = { ...empty, ...enteredDollars('5') }
  expect(writeSwapLink(linkOf(form))).toBe('usd=5')
  expect(formOf(readSwapLink('?usd=5'))).toEqual(form)
  expect(formOf(readSwapLink('?usd=5&amount=1'))).toMatchObject({ ...enteredTokens(''), unread: ['usd=5'] })
})

describe('links as people write them', () => {
  const mainnet = { ...harbor, id: 91, chainId: 1, name: 'Ethereum' }
  const base = { ...harbor, id: 92, chainId: 8453, name: 'Base' }
  const solana = { ...localSolana, id: 93, name: 'Solana' }
  const address = (digit: string) => `0x${digit.repeat(40)}`
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const tokens = [
    token('ETH', mainnet, { isNative: true }),
    token('USDC', mainnet, { address: address('a') }),
    token('WETH', mainnet, { address: address('b') }),
    token('ETH', base, { isNative: true }),
    token('USDC', base, { address: address('c') }),
    token('DAI', base, { address: address('d') }),
    token('WETH', base, { address: address('b') }),
    token('SOL', solana, { isNative: true }),
    token('USDC', solana, { address: mint }),
  ]
  const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  /** The pair and the amount of a link, as a person sees them once the tokens are listed. */
  const shown = (search: string) => {
    const form = formOf(readSwapLink(search))
    const { sell, buy } = formPairOf(form, tokens)
    const name = (token: typeof sell) => token && `${token.symbol} on ${token.chain.name}`
    const unknown = unknownTokens(form, tokens).map(writeTokenRef)
    const { amount } = takenOf(form, unknownTokens(form, tokens))
    return { sell: name(sell), buy: name(buy), amount, unread: [...unknown, ...(form.unread ?? [])] }
  }

  test.each([
    ['from=DAI&to=SOL', 'DAI on Base', 'SOL on Solana'],
    ['from=dai&to=sol', 'DAI on Base', 'SOL on Solana'],
    [`from=${address('a')}&to=${address('c')}`, 'USDC on Ethereum', 'USDC on Base'],
    [`from=eth:${address('a')}&to=base:${address('b')}`, 'USDC on Ethereum', 'WETH on Base'],
    ['from=eth:native&to=base:DAI', 'ETH on Ethereum', 'DAI on Base'],
    ['from=1:USDC&to=8453:usdc', 'USDC on Ethereum', 'USDC on Base'],
    ['from=Ethereum:USDC&to=Solana:USDC', 'USDC on Ethereum', 'USDC on Solana'],
    [`from=eip155:1/erc20:${address('a')}&to=eip155:8453/slip44:60`, 'USDC on Ethereum', 'ETH on Base'],
    [`from=solana:${genesis}/token:${mint}&to=solana:${genesis}/slip44:501`, 'USDC on Solana', 'SOL on Solana'],
    [`from=eip155:1:${address('a')}&to=${mint}`, 'USDC on Ethereum', 'USDC on Solana'],
  ])('%s is understood', (link, sell, buy) => {
    expect(shown(`?${link}&amount=25`)).toEqual({ sell, buy, amount: '25', unread: [] })
    // The address bar keeps it, so a reload shows the same.
    expect(shown(`?${writeSwapLink(linkOf(formOf(readSwapLink(`?${link}&amount=25`))))}`)).toMatchObject({ sell, buy })
  })

  test.each([
    ['from=USDC&to=WETH', undefined, undefined, ['USDC', 'WETH']],
    ['from=USDC&to=DAI', undefined, 'DAI on Base', ['USDC']],
    [`from=${address('b')}&to=DAI`, undefined, 'DAI on Base', [address('b')]],
    ['from=native&to=DAI', undefined, 'DAI on Base', ['native']],
    ['from=arb1:USDC&to=DAI', undefined, 'DAI on Base', ['42161:USDC']],
    [`from=eip155:1/erc721:${address('a')}&to=DAI`, undefined, 'DAI on Base', [`eip155:1/erc721:${address('a')}`]],
    [
      `from=solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1/token:${mint}&to=DAI`,
      undefined,
      'DAI on Base',
      [`solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1/token:${mint}`],
    ],
    ['from=UЅDC&to=DAI', undefined, 'DAI on Base', ['UЅDC']],
    ['from=DAI&from=SOL&to=SOL', 'DAI on Base', 'SOL on Solana', ['from=DAI', 'from=SOL']],
    ['from=DAI&to=SOL&amount=7', 'DAI on Base', 'SOL on Solana', ['amount=7', 'amount=25']],
    ['from=DAI&to=SOL&usd=7', 'DAI on Base', 'SOL on Solana', ['usd=7']],
    ['from=DAI&to=SOL&recipient=%3Cb%3E', 'DAI on Base', 'SOL on Solana', ['recipient=<b>']],
    ['inputCurrency=DAI&outputCurrency=SOL', undefined, undefined, ['inputCurrency=DAI', 'outputCurrency=SOL']],
    ['fromToken=DAI&toToken=SOL', undefined, undefined, ['fromToken=DAI', 'toToken=SOL']],
    ['sellToken=DAI&chainId=8453', undefined, undefined, ['sellToken=DAI', 'chainId=8453']],
    ['From=DAI&to=SOL', undefined, 'SOL on Solana', ['From=DAI']],
    ['?from=DAI&to=SOL', undefined, 'SOL on Solana', ['?from=DAI']],
    ['from=DAI&amp;to=SOL', 'DAI on Base', undefined, ['amp;to=SOL']],
    ['from[]=DAI&to[]=SOL', undefined, undefined, ['from[]=DAI', 'to[]=SOL']],
    ['pay=DAI&receive=SOL', undefined, undefined, ['pay=DAI', 'receive=SOL']],
    ['coin=DAI&against=SOL', undefined, undefined, ['coin=DAI', 'against=SOL']],
    ['src=DAI&dst=SOL', undefined, undefined, ['src=DAI', 'dst=SOL']],
    ['from=DAI&to=SOL&slippage=50', 'DAI on Base', 'SOL on Solana', ['slippage=50']],
    ['from=DAI&to=SOL&exactAmount=5', 'DAI on Base', 'SOL on Solana', ['exactAmount=5']],
    ['from=DAI&to=SOL&usd=$25', 'DAI on Base', 'SOL on Solana', ['usd=$25']],
    ['from=DAI&to=SOL&network=Base', 'DAI on Base', 'SOL on Solana', ['network=Base']],
    ['from=$DAI&to=SOL', undefined, 'SOL on Solana', ['$DAI']],
    ['from=DAI%E2%80%8B&to=SOL', undefined, 'SOL on Solana', ['DAI\u200b']],
    ['from=8453/DAI&to=SOL', undefined, 'SOL on Solana', ['8453/DAI']],
    ['from=8453:&to=SOL', undefined, 'SOL on Solana', ['8453:']],
    ['from=__proto__&to=constructor', undefined, undefined, ['__proto__', 'constructor']],
    ['from=toString:DAI&to=SOL', undefined, 'SOL on Solana', ['tostring:DAI']],
    ['from=9007199254740993:DAI&to=SOL', undefined, 'SOL on Solana', ['9007199254740993:DAI']],
    [`from=${mint.toLowerCase()}&to=DAI`, undefined, 'DAI on Base', [mint.toLowerCase()]],
    ['from=DAI;to=SOL', undefined, undefined, ['DAI;to=SOL']],
  ])('of %s the form reports the unreadable part, and uses no amount', (link, sell, buy, unread) => {
    expect(shown(`?${link}&amount=25`)).toEqual({ sell, buy, amount: '', unread })
  })

  test.each(['25 USDC', '1e5', '-1', 'all', '25%', '0x10', 'Infinity', '１２', '1/2'])(
    'the amount %s is not used, and is reported',
    (amount) => {
      const link = `?from=DAI&to=SOL&amount=${encodeURIComponent(amount)}`
      expect(shown(link)).toEqual({
        sell: 'DAI on Base',
        buy: 'SOL on Solana',
        amount: '',
        unread: [`amount=${amount}`],
      })
    },
  )

  test('names that say nothing of a swap are no complaint', () => {
    const pair = { sell: 'DAI on Base', buy: 'SOL on Solana' }
    expect(shown('?utm_source=x&theme=dark&ref=7&from=DAI&to=SOL&amount=25')).toEqual({
      ...pair,
      amount: '25',
      unread: [],
    })
  })
})
