import { memberOf } from '../../chain/rpc'
import { chainKinds } from '../../domain/chainKinds'
import { errorMessage } from '../../domain/text/errorMessage'
import { approved, type BitcoinPayment, OtherAccount, psbtRequestOf, SignedOtherwise } from './payment'
import { type Call, type WalletShape, walletShapes } from './walletShapes'

export type PaymentOutcome =
  | { readonly is: 'paid'; readonly hash: string }
  | { readonly is: 'rejected' }
  /** The transaction spends inputs of one account, and the wallet has another open. Nothing was requested. */
  | { readonly is: 'other account'; readonly account: string | undefined }
  /** The wallet signed another transaction, which was not sent. */
  | { readonly is: 'signed otherwise' }
  /** The wallet may have paid: only its own history shows it. */
  | { readonly is: 'unclear'; readonly detail: string }

/** A Bitcoin wallet in this browser that sends payments. */
export type PayingWallet = {
  readonly name: string
  readonly pay: (payment: BitcoinPayment) => Promise<PaymentOutcome>
}

/** The wallets of this page that can make a payment: with its memo if it has one, or by signing what was reviewed. */
export function payingWallets(page: object, payment: BitcoinPayment): readonly PayingWallet[] {
  return walletShapes.flatMap((shape) => {
    const provider = shape.at.reduce<unknown>(memberOf, page)
    const { calls } = payment.toSign ? shape.sign : shape.pay
    if (typeof memberOf(provider, calls) !== 'function' || !canPay(shape, payment)) return []
    return [{ name: shape.name, pay: (asked) => payWith(shape, provider, asked) }]
  })
}

function canPay({ pay }: WalletShape, { memo, toSign }: BitcoinPayment): boolean {
  return toSign !== undefined || memo === undefined || pay.carriesMemo
}

async function payWith(shape: WalletShape, provider: unknown, payment: BitcoinPayment): Promise<PaymentOutcome> {
  if (!canPay(shape, payment)) return { is: 'rejected' }
  const call: Call = async (member, ...values) => {
    const found = memberOf(provider, member)
    if (typeof found === 'function') return found.apply(provider, values)
    return undefined
  }
  try {
    return payment.toSign ? await signWith(shape, call, payment) : outcomeOf(await shape.pay.ask(call, payment))
  } catch (error) {
    if (error instanceof OtherAccount) return { is: 'other account', account: error.account }
    if (error instanceof SignedOtherwise && !shape.sign.sendsItself) return { is: 'signed otherwise' }
    return isRejection(error) ? { is: 'rejected' } : { is: 'unclear', detail: clipped(textOf(error)) }
  }
}

async function signWith({ sign }: WalletShape, call: Call, payment: BitcoinPayment): Promise<PaymentOutcome> {
  const wanted = psbtRequestOf(payment)
  if (!wanted) return { is: 'rejected' }
  const outcome = outcomeOf(await sign.ask(call, wanted, (signed) => approved(signed, wanted)))
  // Another id is another transaction: which one was sent, only the wallet knows.
  if (outcome.is === 'paid' && wanted.id !== undefined && outcome.hash !== wanted.id)
    return { is: 'unclear', detail: outcome.hash }
  return outcome
}

function outcomeOf(said: unknown): PaymentOutcome {
  const hash = typeof said === 'string' ? chainKinds.bitcoin.readTransactionHash(said) : undefined
  return hash === undefined ? { is: 'unclear', detail: clipped(JSON.stringify(said) ?? '') } : { is: 'paid', hash }
}

/** By code (EIP-1193, WBIP 001) only: a wallet that answers "cancelled" may have paid all the same. */
function isRejection(error: unknown): boolean {
  const code = memberOf(error, 'code')
  return code === 4001 || code === -31_002
}

function textOf(error: unknown): string {
  const message = memberOf(error, 'message')
  return typeof message === 'string' ? message : errorMessage(error)
}

function clipped(text: string): string {
  return text.slice(0, 200)
}
