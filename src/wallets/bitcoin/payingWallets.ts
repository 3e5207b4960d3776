import { memberOf } from '../../chain/rpc'
import { fromUnits } from '../../domain/amount'
import { chainKinds } from '../../domain/chainKinds'
import { fromBase64 } from '../../domain/encodings'
import { errorClass } from '../../domain/errorClass'
import { errorMessage } from '../../domain/text/errorMessage'
import { readPsbt, transactionIdOf } from '../../guard/decode/bitcoin/psbt'
import type { PaymentStep } from '../../guard/plan'

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

/** A payment that a wallet makes by itself: one output to the address, the memo in an OP_RETURN, change to itself. */
export type BitcoinPayment = Pick<PaymentStep, 'to' | 'units' | 'memo' | 'toSign' | 'from'>

/** A reviewed transaction, and what a wallet must know to sign it. */
type PsbtRequest = {
  /** Base64. */
  readonly transaction: string
  /** The address that all inputs belong to. */
  readonly account: string
  readonly inputs: number
  /** The unsigned transaction: the signed one must be equal to it. */
  readonly unsigned: string
  /** Its id once signed; `undefined` where signing changes it. */
  readonly id: string | undefined
}

/** `undefined` for a transaction that cannot be decoded, as no reviewed one is. */
function psbtRequestOf({ toSign, from }: BitcoinPayment): PsbtRequest | undefined {
  const read = toSign && readPsbt(toSign.transaction)
  if (!read) return undefined
  const { transaction, unsigned, inputs } = read
  return { transaction, account: from, inputs: inputs.length, unsigned, id: transactionIdOf(read) }
}

/** The signed transaction, if it is the wanted one. We send nothing when this throws. */
function approved(signed: unknown, wanted: PsbtRequest): string {
  if (typeof signed !== 'string') throw new NoPsbt()
  const read = readPsbt(signed)
  if (!read) throw new NoPsbt()
  if (read.unsigned !== wanted.unsigned) throw new SignedOtherwise()
  return signed
}

/** The wallet has another account open than the owner of the inputs. */
class OtherAccount extends Error {
  override readonly name = 'OtherAccount'
  readonly account: string | undefined

  constructor(account: string | undefined) {
    super(`The wallet has another account open: ${account ?? 'none'}.`)
    this.account = account
  }
}

/** The signed transaction is a different one: we do not send it. */
export const SignedOtherwise = errorClass(
  'SignedOtherwise',
  () => 'The wallet signed another transaction than the one that was reviewed.',
)

/** The wallet returned something other than a signed PSBT; only its own history shows what it did. */
const NoPsbt = errorClass('NoPsbt', () => 'The wallet did not answer with a signed transaction (PSBT).')

/** How one wallet is asked, by its maker's documentation. Tried with mock wallets only. */
type WalletShape = {
  readonly name: string
  /** Where the wallet puts its provider. */
  readonly at: readonly string[]
  /** Asks for a plain payment; resolves to the wallet's report of the transaction. */
  readonly pay: {
    readonly calls: string
    /** Whether a memo can be attached. A payment that needs one is never sent without it. */
    readonly carriesMemo: boolean
    readonly ask: (call: Call, payment: BitcoinPayment) => Promise<unknown>
  }
  /** Asks for the signature of a whole transaction. */
  readonly sign: {
    readonly calls: string
    /** The wallet sends what it signed before it answers: nothing that is found then proves that nothing was sent. */
    readonly sendsItself?: true
    readonly ask: (call: Call, wanted: PsbtRequest, approve: Approve) => Promise<unknown>
  }
}

type Call = (member: string, ...values: readonly unknown[]) => Promise<unknown>

/** Throws unless what the wallet signed is what was reviewed. Called before we send anything. */
type Approve = (signed: unknown) => string

const walletShapes: readonly WalletShape[] = [
  {
    /** docs.unisat.io, open API of the wallet. */
    name: 'UniSat',
    at: ['unisat'],
    pay: {
      calls: 'sendBitcoin',
      carriesMemo: true,
      ask: async (call, { to, units, memo }) => {
        await call('requestAccounts')
        const options = memo === undefined ? [] : [{ memo: unambiguous(memo) }]
        return call('sendBitcoin', to, Number(units), ...options)
      },
    },
    sign: {
      calls: 'signPsbt',
      ask: async (call, wanted, approve) => {
        requireAccount(await call('requestAccounts'), wanted.account)
        return call('pushPsbt', approve(await call('signPsbt', hexOf(wanted), signOptions(wanted))))
      },
    },
  },
  {
    /** web3.okx.com, provider API for Bitcoin: values in whole bitcoin; a memo is only written where its place is named. */
    name: 'OKX Wallet',
    at: ['okxwallet', 'bitcoin'],
    pay: {
      calls: 'send',
      carriesMemo: true,
      ask: async (call, { to, units, memo }) => {
        const from = memberOf(await call('connect'), 'address')
        const carried = memo === undefined ? {} : { memo: unambiguous(memo), memoPos: 1 }
        const sent = await call('send', { from, to, value: fromUnits(units, 8), ...carried })
        return memberOf(sent, 'txhash') ?? sent
      },
    },
    sign: {
      calls: 'signPsbt',
      ask: async (call, wanted, approve) => {
        requireAccount([memberOf(await call('connect'), 'address')], wanted.account)
        return call('pushPsbt', approve(await call('signPsbt', hexOf(wanted), signOptions(wanted))))
      },
    },
  },
  {
    /** docs.xverse.app, Sats Connect: the wallet sends what it signed. */
    name: 'Xverse',
    at: ['XverseProviders', 'BitcoinProvider'],
    pay: transferOf((units) => Number(units)),
    sign: {
      calls: 'request',
      sendsItself: true,
      ask: async (call, wanted, approve) => {
        const addresses = memberOf(await request(call, 'wallet_connect', { addresses: ['payment'] }), 'addresses')
        requireAccount(addressesIn(addresses), wanted.account)
        const signInputs = { [wanted.account]: inputIndexes(wanted) }
        const signed = await request(call, 'signPsbt', { psbt: wanted.transaction, signInputs, broadcast: true })
        const psbt = memberOf(signed, 'psbt')
        if (psbt !== undefined) approve(psbt)
        return provenBy(psbt, wanted) ? memberOf(signed, 'txid') : undefined
      },
    },
  },
  {
    /** leather.gitbook.io, developers: hexadecimal where Xverse takes base64; the wallet sends what it signed. */
    name: 'Leather',
    at: ['LeatherProvider'],
    pay: transferOf(String),
    sign: {
      calls: 'request',
      sendsItself: true,
      ask: async (call, wanted, approve) => {
        requireAccount(addressesIn(memberOf(await request(call, 'getAddresses'), 'addresses')), wanted.account)
        const question = { hex: hexOf(wanted), signAtIndex: inputIndexes(wanted), broadcast: true }
        const signed = await request(call, 'signPsbt', question)
        const hex = memberOf(signed, 'hex')
        if (hex !== undefined) approve(hex)
        // Without an id no one knows whether it was sent: versions before 2024 return only the signed transaction.
        const id = memberOf(signed, 'txid') ?? (hex === undefined ? signed : undefined)
        return provenBy(hex, wanted) ? id : undefined
      },
    },
  },
]

/** Where signing changes the id, only the signed transaction itself shows that it is the reviewed one. */
function provenBy(signed: unknown, { id }: PsbtRequest): boolean {
  return id !== undefined || signed !== undefined
}

/** `sendTransfer` (WBIP 002), which has no member for a memo. */
function transferOf(amount: (units: bigint) => number | string): WalletShape['pay'] {
  return {
    calls: 'request',
    carriesMemo: false,
    ask: async (call, { to, units }) => {
      const recipients = [{ address: to, amount: amount(units) }]
      return memberOf(await request(call, 'sendTransfer', { recipients }), 'txid')
    },
  }
}

/** WBIP 001: an answer has a result or an error. */
async function request(call: Call, method: string, params?: object): Promise<unknown> {
  const answer = await call('request', method, ...(params ? [params] : []))
  const error = memberOf(answer, 'error')
  if (error) throw error
  return memberOf(answer, 'result')
}

/** The inputs belong to one account: another could not sign for them. Nothing was requested yet. */
function requireAccount(accounts: unknown, account: string): void {
  const known = Array.isArray(accounts) ? accounts.filter((each) => typeof each === 'string') : []
  if (!known.includes(account)) throw new OtherAccount(known[0])
}

function addressesIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.map((entry) => memberOf(entry, 'address')) : []
}

function signOptions(wanted: PsbtRequest) {
  const toSignInputs = inputIndexes(wanted).map((index) => ({ index, address: wanted.account }))
  return { autoFinalized: true, toSignInputs }
}

function inputIndexes({ inputs }: PsbtRequest): readonly number[] {
  return Array.from({ length: inputs }, (_, index) => index)
}

/** These wallets read a memo of hexadecimal digits as bytes: such a text is given as the bytes of its characters. */
function unambiguous(memo: string): string {
  if (!/^(0x)?(?:[\da-f]{2})+$/i.test(memo)) return memo
  return [...memo].map((character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

function hexOf({ transaction }: PsbtRequest): string {
  return Array.from(fromBase64(transaction) ?? [], (byte) => byte.toString(16).padStart(2, '0')).join('')
}
