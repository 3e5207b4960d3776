import { fromUnits } from '../../domain/amount'
import { chainKinds } from '../../domain/chainKinds'
import { errorMessage } from '../../domain/text/errorMessage'
import { memberOf } from '../../guard/simulate/rpc'

/** A payment that a wallet makes by itself: one output to the address, the memo in an OP_RETURN, change to itself. */
export type BitcoinPayment = { readonly to: string; readonly units: bigint; readonly memo: string | undefined }

export type PaymentOutcome =
  | { readonly is: 'paid'; readonly hash: string }
  | { readonly is: 'rejected' }
  /** The wallet may have paid: only its own history tells. */
  | { readonly is: 'unclear'; readonly detail: string }

/** A Bitcoin wallet in this browser that sends payments. */
export type PayingWallet = {
  readonly name: string
  readonly pay: (payment: BitcoinPayment) => Promise<PaymentOutcome>
}

type Shape = {
  readonly name: string
  /** Where the wallet puts its provider. */
  readonly at: readonly string[]
  /** The function that sends. */
  readonly sends: string
  /** Whether a memo can be attached. A payment that needs one is never sent without it. */
  readonly carriesMemo: boolean
  /** Resolves to what the wallet says of the transaction. */
  readonly send: (call: Call, payment: BitcoinPayment) => Promise<unknown>
}

type Call = (member: string, ...values: readonly unknown[]) => Promise<unknown>

/** The shapes in use as we know them; tried with mock wallets only. */
const shapes: readonly Shape[] = [
  {
    /** docs.unisat.io: `sendBitcoin(toAddress, satoshis, { memo })` resolves to the transaction id. */
    name: 'UniSat',
    at: ['unisat'],
    sends: 'sendBitcoin',
    carriesMemo: true,
    send: async (call, { to, units, memo }) => {
      await call('requestAccounts')
      return call('sendBitcoin', to, Number(units), ...(memo === undefined ? [] : [{ memo }]))
    },
  },
  {
    /** web3.okx.com, Bitcoin provider: `send({ from, to, value, memo })` with the value in whole bitcoin. */
    name: 'OKX Wallet',
    at: ['okxwallet', 'bitcoin'],
    sends: 'send',
    carriesMemo: true,
    send: async (call, { to, units, memo }) => {
      const from = memberOf(await call('connect'), 'address')
      const sent = await call('send', { from, to, value: fromUnits(units, 8), ...(memo === undefined ? {} : { memo }) })
      return memberOf(sent, 'txhash') ?? sent
    },
  },
  ...(
    [
      ['Xverse', ['XverseProviders', 'BitcoinProvider']],
      ['Leather', ['LeatherProvider']],
    ] as const
  ).map(
    ([name, at]): Shape => ({
      name,
      at,
      sends: 'request',
      carriesMemo: false,
      /** WBIP 002 (`sendTransfer`), which has no member for a memo. */
      send: async (call, { to, units }) => {
        const recipients = [{ address: to, amount: Number(units) }]
        const answer = await call('request', 'sendTransfer', { recipients })
        const error = memberOf(answer, 'error')
        if (error) throw error
        return memberOf(memberOf(answer, 'result'), 'txid')
      },
    }),
  ),
]

/** The wallets of this page that can make a payment, with its memo if it has one. */
export function payingWallets(page: object, payment: BitcoinPayment): readonly PayingWallet[] {
  return shapes.flatMap((shape) => {
    const provider = shape.at.reduce<unknown>(memberOf, page)
    if (typeof memberOf(provider, shape.sends) !== 'function') return []
    if (payment.memo !== undefined && !shape.carriesMemo) return []
    return [{ name: shape.name, pay: (asked) => payWith(shape, provider, asked) }]
  })
}

async function payWith(shape: Shape, provider: unknown, payment: BitcoinPayment): Promise<PaymentOutcome> {
  if (payment.memo !== undefined && !shape.carriesMemo) return { is: 'rejected' }
  const call: Call = async (member, ...values) => {
    const found = memberOf(provider, member)
    if (typeof found === 'function') return found.apply(provider, values)
    return undefined
  }
  try {
    const said = await shape.send(call, payment)
    const hash = typeof said === 'string' ? chainKinds.bitcoin.readTransactionHash(said) : undefined
    return hash === undefined ? { is: 'unclear', detail: clipped(JSON.stringify(said) ?? '') } : { is: 'paid', hash }
  } catch (error) {
    return isRejection(error) ? { is: 'rejected' } : { is: 'unclear', detail: clipped(textOf(error)) }
  }
}

/** By code (EIP-1193, WBIP 001), or where the words name the user: a network that rejects may have the payment all the same. */
function isRejection(error: unknown): boolean {
  const code = memberOf(error, 'code')
  return code === 4001 || code === -31_002 || /\buser\b.*\b(reject|cancel|declin|denied)/i.test(textOf(error))
}

function textOf(error: unknown): string {
  const message = memberOf(error, 'message')
  return typeof message === 'string' ? message : errorMessage(error)
}

function clipped(text: string): string {
  return text.slice(0, 200)
}
