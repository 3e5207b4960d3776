import { memberOf } from '../../chain/rpc'
import { fromUnits } from '../../domain/amount'
import { fromBase64 } from '../../domain/encodings'
import { type BitcoinPayment, OtherAccount, type PsbtRequest } from './payment'

/** How one wallet is asked, by its maker's documentation. Tried with mock wallets only. */
export type WalletShape = {
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

export type Call = (member: string, ...values: readonly unknown[]) => Promise<unknown>

/** Throws unless what the wallet signed is what was reviewed. Called before we send anything. */
type Approve = (signed: unknown) => string

export const walletShapes: readonly WalletShape[] = [
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
        holds(await call('requestAccounts'), wanted.account)
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
        holds([memberOf(await call('connect'), 'address')], wanted.account)
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
        holds(addressesIn(addresses), wanted.account)
        const signInputs = { [wanted.account]: placesOf(wanted) }
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
        holds(addressesIn(memberOf(await request(call, 'getAddresses'), 'addresses')), wanted.account)
        const question = { hex: hexOf(wanted), signAtIndex: placesOf(wanted), broadcast: true }
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

/** WBIP 001: an answer holds a result or an error. */
async function request(call: Call, method: string, params?: object): Promise<unknown> {
  const answer = await call('request', method, ...(params ? [params] : []))
  const error = memberOf(answer, 'error')
  if (error) throw error
  return memberOf(answer, 'result')
}

/** The inputs belong to one account: another could not sign for them. Nothing was requested yet. */
function holds(accounts: unknown, account: string): void {
  const known = Array.isArray(accounts) ? accounts.filter((each) => typeof each === 'string') : []
  if (!known.includes(account)) throw new OtherAccount(known[0])
}

function addressesIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.map((entry) => memberOf(entry, 'address')) : []
}

function signOptions(wanted: PsbtRequest) {
  const toSignInputs = placesOf(wanted).map((index) => ({ index, address: wanted.account }))
  return { autoFinalized: true, toSignInputs }
}

function placesOf({ inputs }: PsbtRequest): readonly number[] {
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
