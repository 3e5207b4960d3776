import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fromUnits, toUnits } from '../../src/domain/amount'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import { jsonNumber, numberText } from '../../src/protocol/json/json'
import { approveData, call, listed, offerOf, openWallet, types, type Wallet } from './trader'

let exchange: Exchange
let wallet: Wallet
let otherWallet: Wallet
let router: Address

const harbor = 741_001
const delta = 741_002
/** The ticker of the token with the hostile name. */
const hex = '<b>HEX\u202e'

beforeAll(async () => {
  exchange = await startExchange({ historyDays: 0.05, live: false, seed: 5 })
  wallet = openWallet(exchange, harbor)
  otherWallet = openWallet(exchange, delta, wallet.key)
  const { said } = await ask('Harbor', 'ETH', 'USDC', '1')
  router = getAddress(String(offerOf(said).transactions[0]?.to))
})

// Retried tests have already spent some of the balance.
beforeEach(() => exchange.fund('evm', wallet.address))

afterAll(() => exchange.stop())

/** Requests a swap on one network, by tickers. */
async function ask(
  network: string,
  from: string,
  to: string,
  amount: string,
  more: Record<string, string | number | boolean> = {},
) {
  const [sold, bought] = await Promise.all([listed(exchange, network, from), listed(exchange, network, to)])
  const parties = { sender: wallet.address, recipient: wallet.address }
  const body = { tokenAId: sold.id, tokenBId: bought.id, slippage: 50, amount, ...parties, ...more }
  return { sold, bought, said: await call(exchange, '/api/swap/native', { body }) }
}

/** Requests, signs everything, and returns the balance changes of the account, to the unit. */
async function swap(from: string, to: string, amount: string, more: Record<string, string | number | boolean> = {}) {
  const { sold, bought, said } = await ask('Harbor', from, to, amount, more)
  const offer = offerOf(said)
  const [soldBefore, boughtBefore] = await Promise.all([wallet.balance(sold), wallet.balance(bought)])
  const fees = await wallet.signAll(offer.transactions)
  const [soldAfter, boughtAfter] = await Promise.all([wallet.balance(sold), wallet.balance(bought)])
  return {
    sold,
    offer,
    paid: soldBefore - soldAfter - (BigInt(sold.address) === 0n ? fees : 0n),
    received: boughtAfter - boughtBefore + (BigInt(bought.address) === 0n ? fees : 0n),
    expected: toUnits(offer.expected, bought.decimals),
    minimum: toUnits(offer.minimum, bought.decimals),
  }
}

describe('a trader who knows only the specification', () => {
  test.each([
    { from: 'USDC', to: 'WETH', amount: '1000', steps: ['approval', 'swap'] },
    { from: 'WBTC', to: 'USDC', amount: '0.01', steps: ['approval', 'swap'] },
    { from: 'USDC', to: 'PUFF', amount: '12.5', steps: ['approval', 'swap'] },
    { from: 'WBTC', to: 'PUFF', amount: '0.0025', steps: ['approval', 'swap'] },
    { from: 'PUFF', to: 'DAI', amount: '9000000', steps: ['approval', 'swap'] },
    { from: 'ETH', to: 'USDC', amount: '0.5', steps: ['swap'] },
    { from: 'ETH', to: 'DAI', amount: '0.5', steps: ['swap'] },
    { from: 'USDC', to: 'ETH', amount: '500', steps: ['approval', 'swap'] },
    { from: 'PUFF', to: 'ETH', amount: '900000000.5', steps: ['approval', 'swap'] },
    { from: 'ETH', to: 'WETH', amount: '0.25', steps: ['wrap'] },
    { from: 'WETH', to: 'ETH', amount: '0.125', steps: ['unwrap'] },
  ])(
    'swaps $amount $from for $to and receives the expected amount, to the unit',
    async ({ from, to, amount, steps }) => {
      const { sold, offer, paid, received, expected, minimum } = await swap(from, to, amount)
      expect(types(offer)).toEqual(steps)
      expect(offer.path).toEqual(expect.arrayContaining([from, to]))
      expect(paid).toBe(toUnits(amount, sold.decimals))
      expect(received).toBe(expected)
      expect(received).toBeGreaterThanOrEqual(minimum)
    },
  )

  test('gets a route over two pools where no single pool has the pair', async () => {
    const { offer } = await swap('PUFF', hex, '1000000')
    expect(offer.path).toEqual(['PUFF', 'USDC', hex])
  })

  test('approves exactly the sold amount, and no allowance is left over', async () => {
    const { sold, offer } = await swap('DAI', 'USDC', '33.3')
    const [approval] = offer.transactions
    expect(approval?.to).toBe(sold.address)
    expect(approval?.data).toBe(approveData(router, toUnits('33.3', 18)))
    expect(await wallet.allowance(sold, router)).toBe(0n)
  })

  test('needs no approval while the allowance is enough', async () => {
    const dai = await listed(exchange, 'Harbor', 'DAI')
    await wallet.approve(dai, router, toUnits('20', 18))
    expect(types((await swap('DAI', 'USDC', '15')).offer)).toEqual(['swap'])
    expect(types((await swap('DAI', 'USDC', '15')).offer)).toEqual(['approval', 'swap'])
  })

  test('resets a leftover allowance to zero first where the token requires it', async () => {
    const usdt = await listed(exchange, 'Harbor', 'USDT')
    expect(types((await swap('USDT', 'WETH', '10')).offer)).toEqual(['approval', 'swap'])
    await wallet.approve(usdt, router, 5n)
    const { offer, received, expected } = await swap('USDT', 'WETH', '100')
    expect(types(offer)).toEqual(['approval', 'approval', 'swap'])
    expect(offer.transactions[0]?.data).toBe(approveData(router, 0n))
    expect(received).toBe(expected)
  })

  test('gets only the swap when approvals are not requested', async () => {
    const { said } = await ask('Harbor', 'USDC', 'WETH', '1', { skipNonSwapTransactions: true })
    expect(types(offerOf(said))).toEqual(['swap'])
  })

  test('a trader can name another recipient, for tokens and for native coins', async () => {
    for (const to of ['WETH', 'ETH']) {
      const friend = openWallet(exchange, harbor)
      const { said, bought } = await ask('Harbor', 'USDC', to, '75', { recipient: friend.address })
      const offer = offerOf(said)
      await wallet.signAll(offer.transactions)
      expect(await friend.balance(bought)).toBe(toUnits(offer.expected, 18))
    }
  })

  test('sells native coins to the last digit of a double, and the rest is refunded', async () => {
    const amount = '0.123456789012345678'
    const units = toUnits(amount, 18)
    const { said } = await ask('Harbor', 'ETH', 'USDC', amount)
    const [step] = offerOf(said).transactions
    expect(numberText(step?.value)).toBe(units.toString())

    for (const sent of [units, BigInt(Number(units))]) {
      const eth = await listed(exchange, 'Harbor', 'ETH')
      const before = await wallet.balance(eth)
      const fees = await wallet.signAll([{ ...step!, value: jsonNumber(sent.toString()) }])
      const paid = before - fees - (await wallet.balance(eth))
      expect(units - paid).toBeGreaterThanOrEqual(0n)
      expect(units - paid).toBeLessThan(16n)
    }
  })

  test('receives at least the minimum when the price has moved, or keeps the sold token', async () => {
    const { said, sold } = await ask('Harbor', 'USDC', 'WETH', '2000', { slippage: 10 })
    const whale = openWallet(exchange, harbor)
    await exchange.fund('evm', whale.address)
    const trade = async (from: string, to: string, amount: string) => {
      const { said, bought } = await ask('Harbor', from, to, amount, parties)
      const before = await whale.balance(bought)
      await whale.signAll(offerOf(said).transactions)
      return fromUnits((await whale.balance(bought)) - before, bought.decimals)
    }
    const parties = { sender: whale.address, recipient: whale.address }
    const bought = await trade('USDC', 'WETH', '20000')
    onTestFinished(async () => void (await trade('WETH', 'USDC', bought)))
    const before = await wallet.balance(sold)
    await expect(wallet.signAll(offerOf(said).transactions)).rejects.toThrow()
    expect(await wallet.balance(sold)).toBe(before)
  })

  test('gets a gas limit that is enough, and its cost in dollars', async () => {
    const { offer } = await swap('WETH', 'USDC', '0.01')
    for (const { gasAmount, gasUsd } of offer.transactions) {
      expect(Number(gasAmount)).toBeGreaterThan(21_000)
      expect(Number(numberText(gasUsd))).toBeCloseTo(Number(gasAmount) * 1e-9 * 3_200, 1)
    }
  })

  test('trades on the other chain, where the stablecoin has 18 decimals', async () => {
    const { said } = await ask('Delta', 'USDC', 'WBNB', '100.000000000000000001')
    const offer = offerOf(said)
    expect(offer.path).toEqual(expect.arrayContaining(['USDC', 'WBNB']))
    await otherWallet.signAll(offer.transactions)
  })
})

describe('a quote', () => {
  test('a quote has a minimum by the slippage, rounded in favour of the buyer', async () => {
    for (const slippage of [10, 50, 100, 12.5]) {
      const { minimum, expected } = offerOf((await ask('Harbor', 'USDC', 'WETH', '10', { slippage })).said)
      const least = toUnits(expected, 18) * BigInt(10_000_000 - slippage * 1_000)
      expect(toUnits(minimum, 18)).toBe((least + 9_999_999n) / 10_000_000n)
    }
  })

  test('uses 50 basis points without a slippage', async () => {
    const [sold, bought] = [await listed(exchange, 'Harbor', 'USDC'), await listed(exchange, 'Harbor', 'WETH')]
    const parties = { sender: wallet.address, recipient: wallet.address }
    const body = { tokenAId: sold.id, tokenBId: bought.id, amount: '10', ...parties }
    const bare = offerOf(await call(exchange, '/api/swap/native', { body }))
    const named = offerOf(await call(exchange, '/api/swap/native', { body: { ...body, slippage: 50 } }))
    expect(bare.minimum).toBe(named.minimum)
  })

  test('a quote is given to a sender without a balance', async () => {
    const nobody = '0x00000000000000000000000000000000DeaDBeef'
    const { said } = await ask('Harbor', 'ETH', 'USDC', '1', { sender: nobody, recipient: nobody })
    expect(Number(offerOf(said).expected)).toBeGreaterThan(2_000)
  })
})

describe('an invalid request is refused with a sentence', () => {
  const friend = '0x52908400098527886E0F7030069857D2E4169EE7'

  test.each([
    ['the same token twice', { to: 'USDC' }, 400, 'tokenAId and tokenBId name the same token.'],
    ['nothing', { amount: '0.000' }, 400, 'amount must be more than zero.'],
    ['less than nothing', { amount: '-1' }, 400, 'amount must be a positive decimal number as text, such as "1.5".'],
    ['words', { amount: '1e3' }, 400, 'amount must be a positive decimal number as text, such as "1.5".'],
    ['too many decimals', { amount: '0.0000001' }, 400, 'amount has more than the 6 decimals of USDC.'],
    ['more than exists', { amount: `1${'0'.repeat(40)}` }, 400, 'amount is more USDC than can exist.'],
    ['too small a tolerance', { slippage: 9 }, 400, 'slippage must not be less than 10 (basis points).'],
    [
      'a wild tolerance',
      { slippage: 5_001 },
      400,
      'slippage must not be more than 5000 (basis points, half of everything).',
    ],
    [
      'a tolerance in words',
      { slippage: '50' },
      400,
      'slippage must be a number of basis points, such as 50 for 0.5 %.',
    ],
    ['no address', { sender: 'me' }, 400, 'sender is not an address of any known kind.'],
    [
      'the zero address',
      { recipient: `0x${'0'.repeat(40)}` },
      400,
      'recipient is the zero address, which belongs to nobody.',
    ],
    [
      'a mistyped address',
      { recipient: friend.replace('E', 'e') },
      400,
      'recipient has a wrong checksum: one of its letters is mistyped.',
    ],
    [
      'a Bitcoin address',
      { sender: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
      400,
      'sender is a Bitcoin address, and there is no Bitcoin chain in this deployment.',
    ],
    ['no boolean', { skipNonSwapTransactions: 'yes' }, 400, 'skipNonSwapTransactions must be true or false.'],
    [
      'more than the pools hold',
      { amount: `1${'0'.repeat(30)}` },
      422,
      'No pools on Harbor can turn that much USDC into WETH.',
    ],
    ['a token without a pool', { to: 'USDС' }, 422, 'No pools on Harbor can turn that much USDC into USDС.'],
  ])(
    '%s',
    async (_, { to = 'WETH', amount = '1', ...more }: { to?: string; amount?: string } & object, status, sentence) => {
      const { said } = await ask('Harbor', 'USDC', to, amount, more)
      expect({ http: said.http, errors: said.errors, data: said.body.data, status: said.body.status }).toEqual({
        http: status,
        errors: [sentence],
        data: null,
        status: false,
      })
      expect(said.message).toBe(sentence)
    },
  )

  test('a token contract as recipient', async () => {
    const { address } = await listed(exchange, 'Harbor', 'WETH')
    const { said } = await ask('Harbor', 'USDC', 'WETH', '1', { recipient: address })
    expect(said.errors).toEqual(['recipient is the contract of a token: what is sent there is lost.'])
  })

  test('another recipient for wrapping, which pays the sender', async () => {
    const { said } = await ask('Harbor', 'ETH', 'WETH', '1', { recipient: friend })
    expect(said.message).toBe('Turning ETH into WETH pays the sender: recipient must be the sender.')
  })

  test('an empty request is refused with everything it lacks', async () => {
    const said = await call(exchange, '/api/swap/native', { body: {} })
    expect(said.http).toBe(400)
    expect(said.errors).toEqual([
      'tokenAId is missing.',
      'tokenBId is missing.',
      'amount is missing.',
      'sender is missing.',
      'recipient is missing.',
    ])
  })

  test('unlisted tokens are not found', async () => {
    const parties = { sender: wallet.address, recipient: wallet.address }
    const body = { tokenAId: 998, tokenBId: 999, slippage: 50, amount: '1', ...parties }
    const said = await call(exchange, '/api/swap/native', { body })
    expect(said.http).toBe(404)
    expect(said.errors).toEqual(['No token has the id 998 (tokenAId).', 'No token has the id 999 (tokenBId).'])
  })
})
