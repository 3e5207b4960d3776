import { expect, test, vi } from 'vitest'
import { clearAsked, markAsked, wasAsked } from './askedPayments'
import { type BitcoinPayment, payingWallets } from './payingWallets'

const to = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const hash = 'ab'.repeat(32)
const plain: BitcoinPayment = { from: to, to, units: 1_234_500n, memo: undefined }
const withMemo: BitcoinPayment = { ...plain, memo: '=:DELTA.USDC:0xaa' }

const namesFor = (page: object, payment: BitcoinPayment) => payingWallets(page, payment).map(({ name }) => name)
const sendTransfer = { request: vi.fn(async () => ({ jsonrpc: '2.0', result: { txid: hash } })) }

test('UniSat is asked for the exact satoshi, with the memo', async () => {
  const unisat = { requestAccounts: vi.fn(async () => [to]), sendBitcoin: vi.fn(async () => hash.toUpperCase()) }
  const [wallet] = payingWallets({ unisat }, withMemo)
  expect(await wallet?.pay(withMemo)).toEqual({ is: 'paid', hash })
  expect(unisat.sendBitcoin).toHaveBeenCalledExactlyOnceWith(to, 1_234_500, { memo: withMemo.memo })
})

test('OKX Wallet is asked for the same in whole bitcoin', async () => {
  const bitcoin = { connect: async () => ({ address: 'bc1qmine' }), send: vi.fn(async () => ({ txhash: hash })) }
  const [wallet] = payingWallets({ okxwallet: { bitcoin } }, withMemo)
  expect(await wallet?.pay(withMemo)).toEqual({ is: 'paid', hash })
  const asked = { from: 'bc1qmine', to, value: '0.012345', memo: withMemo.memo, memoPos: 1 }
  expect(bitcoin.send).toHaveBeenCalledExactlyOnceWith(asked)
})

test('a memo of hexadecimal digits is given as its characters: wallets would read it as bytes', async () => {
  const unisat = { requestAccounts: async () => [to], sendBitcoin: vi.fn(async () => hash) }
  await payingWallets({ unisat }, withMemo)[0]?.pay({ ...plain, memo: 'c0ffee' })
  expect(unisat.sendBitcoin).toHaveBeenCalledWith(to, 1_234_500, { memo: '633066666565' })
})

test('sendTransfer of Xverse and Leather pays what needs no memo, and is not offered where a memo is needed', async () => {
  const page = { XverseProviders: { BitcoinProvider: sendTransfer }, LeatherProvider: sendTransfer }
  expect(namesFor(page, plain)).toEqual(['Xverse', 'Leather'])
  expect(namesFor(page, withMemo)).toEqual([])
  const [wallet] = payingWallets(page, plain)
  expect(await wallet?.pay(plain)).toEqual({ is: 'paid', hash })
  expect(sendTransfer.request).toHaveBeenLastCalledWith('sendTransfer', {
    recipients: [{ address: to, amount: 1_234_500 }],
  })
  await payingWallets({ LeatherProvider: sendTransfer }, plain)[0]?.pay(plain)
  expect(sendTransfer.request).toHaveBeenLastCalledWith('sendTransfer', {
    recipients: [{ address: to, amount: '1234500' }],
  })
  sendTransfer.request.mockClear()
  expect(await wallet?.pay(withMemo)).toEqual({ is: 'rejected' })
  expect(sendTransfer.request).not.toHaveBeenCalled()
})

test.each([
  [{ code: 4001, message: 'no' }, 'rejected'],
  [{ code: -31_002, message: 'no' }, 'rejected'],
  [new Error('User rejected the request.'), 'unclear'],
  [new Error('Transaction rejected: txn-already-in-mempool'), 'unclear'],
  [new Error('The request was cancelled after 60 seconds.'), 'unclear'],
  [new Error('socket hang up'), 'unclear'],
  ['oops', 'unclear'],
])('F-20 a wallet that fails with %j: %s', async (error, is) => {
  const unisat = { requestAccounts: async () => [], sendBitcoin: () => Promise.reject(error) }
  expect(await payingWallets({ unisat }, plain)[0]?.pay(plain)).toMatchObject({ is })
})

test.each([[undefined], [''], ['0x12'], [{ txid: hash }]])(
  'F-44 an answer that is no transaction id (%j) is not mistaken for a payment that was not made',
  async (answer) => {
    const unisat = { requestAccounts: async () => [], sendBitcoin: async () => answer }
    expect(await payingWallets({ unisat }, plain)[0]?.pay(plain)).toMatchObject({ is: 'unclear' })
  },
)

test('a page without such wallets offers none', () => {
  expect(namesFor({}, plain)).toEqual([])
  expect(namesFor({ unisat: {}, okxwallet: null, LeatherProvider: 1 }, plain)).toEqual([])
})

test('a wallet request is known in every tab until the wallet reports that it did not pay', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
  }
  markAsked(storage, 'one')
  markAsked(storage, 'two')
  expect([wasAsked(storage, 'one'), wasAsked(storage, 'three')]).toEqual([true, false])
  clearAsked(storage, 'one')
  expect([wasAsked(storage, 'one'), wasAsked(storage, 'two')]).toEqual([false, true])
})
