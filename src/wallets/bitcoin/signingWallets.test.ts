import { describe, expect, test, vi } from 'vitest'
import { hexOfPsbt, psbtOf } from '../../../test/builders/psbt'
import made from '../../../test/fixtures/bitcoin/psbts.json'
import { type BitcoinPayment, payingWallets, SignedOtherwise } from './payingWallets'

/** A real transaction, its signature and its id, made with another library. */
const { sender, psbt, finalized, id } = made['native segwit']
const hex = hexOfPsbt(psbt)
const payment: BitcoinPayment = {
  from: sender,
  to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  units: 1_000_000n,
  memo: 'order 7',
  toSign: { transaction: psbt, fee: 2_000n },
}
const otherAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const otherId = 'ab'.repeat(32)
const declined = Object.assign(new Error('no'), { code: 4001 })

/** One mock for each shape, with its requests and its responses. */
type Answers = { readonly account?: string; readonly signed?: () => unknown; readonly id?: string }

function extension({ account = sender, signed = () => finalized, id: sent = id }: Answers) {
  return {
    requestAccounts: vi.fn(async () => [account]),
    connect: vi.fn(async () => ({ address: account })),
    sendBitcoin: vi.fn(),
    send: vi.fn(),
    signPsbt: vi.fn(async (..._: readonly unknown[]) => signed()),
    pushPsbt: vi.fn(async () => sent),
  }
}

function requester({ account = sender, signed = () => finalized, id: sent = id }: Answers) {
  const request = vi.fn(async (method: string, _?: object) => {
    if (method !== 'signPsbt') return { result: { addresses: [{ address: account, symbol: 'BTC' }] } }
    const hex = await Promise.resolve(signed())
    return { result: { psbt: typeof hex === 'string' ? base64Of(hex) : hex, hex, txid: sent } }
  })
  return { request }
}

function base64Of(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}

const shapes = ['UniSat', 'OKX Wallet', 'Xverse', 'Leather'] as const

function asked(shape: (typeof shapes)[number], answers: Answers = {}) {
  const mock = extension(answers)
  const rpc = requester(answers)
  const page = {
    UniSat: { unisat: mock },
    'OKX Wallet': { okxwallet: { bitcoin: mock } },
    Xverse: { XverseProviders: { BitcoinProvider: rpc } },
    Leather: { LeatherProvider: rpc },
  }[shape]
  const [wallet, ...others] = payingWallets(page, payment)
  expect([wallet?.name, others]).toEqual([shape, []])
  const question = () => mock.signPsbt.mock.calls[0] ?? rpc.request.mock.calls.find(([method]) => method === 'signPsbt')
  return { outcome: wallet?.pay(payment), mock, question }
}

describe.each(shapes)('%s and a transaction that the service wrote', (shape) => {
  test('it gets the request to sign the reviewed one, which is then sent', async () => {
    const { outcome, question, mock } = asked(shape)
    expect(await outcome).toEqual({ is: 'paid', hash: id })
    const toSignInputs = [0, 1].map((index) => ({ index, address: sender }))
    const signed = { UniSat: true, 'OKX Wallet': true, Xverse: false, Leather: false }[shape]
    expect(question()).toEqual(
      {
        UniSat: [hex, { autoFinalized: true, toSignInputs }],
        'OKX Wallet': [hex, { autoFinalized: true, toSignInputs }],
        Xverse: ['signPsbt', { psbt, signInputs: { [sender]: [0, 1] }, broadcast: true }],
        Leather: ['signPsbt', { hex, signAtIndex: [0, 1], broadcast: true }],
      }[shape],
    )
    expect(mock.pushPsbt.mock.calls).toEqual(signed ? [[finalized]] : [])
    expect([mock.sendBitcoin, mock.send].flatMap(({ mock: { calls } }) => calls)).toEqual([])
  })

  test('F-20 that declines has paid nothing', async () => {
    const { outcome, mock } = asked(shape, { signed: () => Promise.reject(declined) })
    expect(await outcome).toEqual({ is: 'rejected' })
    expect(mock.pushPsbt).not.toHaveBeenCalled()
  })

  test('F-22 with another account open is not asked to sign', async () => {
    const { outcome, question } = asked(shape, { account: otherAddress })
    expect(await outcome).toEqual({ is: 'other account', account: otherAddress })
    expect(question()).toBeUndefined()
  })

  test('F-44 that names another transaction than the reviewed one may have sent it', async () => {
    expect(await asked(shape, { id: otherId }).outcome).toEqual({ is: 'unclear', detail: otherId })
    expect(await asked(shape, { id: 'sent!' }).outcome).toMatchObject({ is: 'unclear' })
  })

  test('that fails while it is asked may have sent it', async () => {
    const { outcome } = asked(shape, { signed: () => Promise.reject(new Error('socket hang up')) })
    expect(await outcome).toEqual({ is: 'unclear', detail: 'socket hang up' })
  })
})

const thief = psbtOf([{ address: sender, units: 1_500_000n }], [{ address: otherAddress, units: 1_498_000n }])

describe.each(['UniSat', 'OKX Wallet'] as const)('what %s signed', (shape) => {
  test('the signed transaction is sent only if it is the reviewed one', async () => {
    const { outcome, mock } = asked(shape, { signed: () => hexOfPsbt(thief) })
    expect(await outcome).toEqual({ is: 'signed otherwise' })
    expect(mock.pushPsbt).not.toHaveBeenCalled()
  })

  test.each([['ff'], [undefined], [{ psbt: 'signed' }], ['02000000000101'], ['70736274ff']])(
    'F-44 an answer that is no transaction (%j) is not sent, and causes no accusation',
    async (signed) => {
      const { outcome, mock } = asked(shape, { signed: () => signed })
      expect(await outcome).toMatchObject({ is: 'unclear' })
      expect(mock.pushPsbt).not.toHaveBeenCalled()
    },
  )
})

describe('Leather, which sends what it signed,', () => {
  const answering = async (result: object) => {
    const request = vi.fn(async (method: string) =>
      method === 'signPsbt' ? { result } : { result: { addresses: [{ address: sender }] } },
    )
    const [wallet] = payingWallets({ LeatherProvider: { request } }, payment)
    return wallet?.pay(payment)
  }

  test('it has paid if it returns the id, and shows the reviewed transaction if any', async () => {
    expect(await answering({ hex: finalized, txid: id })).toEqual({ is: 'paid', hash: id })
  })

  test.each([
    ['the reviewed transaction without an id', { hex: finalized }],
    ['another transaction', { hex: hexOfPsbt(thief), txid: id }],
    ['no transaction', { hex: 'ff', txid: id }],
    ['nothing', {}],
  ])('F-44 it may have paid if it answers with %s', async (_, result) => {
    expect(await answering(result)).toMatchObject({ is: 'unclear' })
  })
})

describe.each(['Xverse', 'Leather'] as const)('what %s signed and sent', (shape) => {
  test('the transaction is compared with the reviewed one, regardless of the returned id', async () => {
    const { outcome } = asked(shape, { signed: () => hexOfPsbt(thief) })
    expect(await outcome).toEqual({ is: 'unclear', detail: new SignedOtherwise().message })
  })

  const output = { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', units: 1_000_000n }
  test.each([
    ['an output more', [{ address: sender, units: 1_500_000n }], [output, { address: otherAddress, units: 1n }]],
    ['a satoshi less', [{ address: sender, units: 1_500_000n }], [{ ...output, units: 999_999n }]],
    ['another coin of the sender', [{ address: sender, units: 1_500_001n }], [output]],
  ])('%s is not mistaken for the payment', async (_, inputs, outputs) => {
    const { outcome } = asked(shape, { signed: () => hexOfPsbt(psbtOf(inputs, outputs)) })
    expect(await outcome).toMatchObject({ is: 'unclear' })
  })
})

describe.each(['Xverse', 'Leather'] as const)('%s and inputs whose signature changes the id', (shape) => {
  const nested = made['wrapped segwit']
  const nestedPayment = { ...payment, from: nested.sender, toSign: { transaction: nested.psbt, fee: 2_000n } }
  const answering = (result: object) => {
    const request = vi.fn(async (method: string) =>
      method === 'signPsbt' ? { result } : { result: { addresses: [{ address: nested.sender }] } },
    )
    const page =
      shape === 'Xverse' ? { XverseProviders: { BitcoinProvider: { request } } } : { LeatherProvider: { request } }
    return payingWallets(page, nestedPayment)[0]?.pay(nestedPayment)
  }

  test('the signed transaction itself shows that it is the reviewed one', async () => {
    const signed = shape === 'Xverse' ? { psbt: base64Of(nested.finalized) } : { hex: nested.finalized }
    expect(await answering({ ...signed, txid: otherId })).toEqual({ is: 'paid', hash: otherId })
  })

  test('an id without the transaction proves nothing', async () => {
    expect(await answering({ txid: otherId })).toMatchObject({ is: 'unclear' })
  })
})

test('a wallet that pays but signs nothing is not offered', () => {
  const unisat = { requestAccounts: vi.fn(), sendBitcoin: vi.fn() }
  expect(payingWallets({ unisat }, payment)).toEqual([])
})
