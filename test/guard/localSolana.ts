import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { RpcPort } from '../../src/chain/rpc'
import type { Chain } from '../../src/domain/chain'
import { toBase64 } from '../../src/domain/encodings'
import type { Token } from '../../src/domain/token'
import type { MakerToken } from '../../src/exchange/solana/instructions'
import { createSolanaLedger } from '../../src/exchange/solana/ledger'
import { createMarketMaker, type MarketMaker } from '../../src/exchange/solana/maker/marketMaker'
import { createRpcMethods } from '../../src/exchange/solana/methods'
import { gatherTransaction, judgeSolana, readingFindings, trialOf } from '../../src/guard/check/checkSolanaPlan'
import type { SwapIntent } from '../../src/guard/intent'
import type { Verdict } from '../../src/guard/verdict'
import { findingText } from '../../src/signing/findings/findingText'

/* A local Solana with a market maker, a trader, a friend and a thief, and the means to tamper with what the market maker offers. */

export const ledger = createSolanaLedger()
export const methods = createRpcMethods(ledger)
export const rpc: RpcPort = async (method, params) => methods[method]!(...params)
export const localSolana: Chain = { id: 3, chainId: 741_003, name: 'Reef', kind: 'solana', isEnabled: true }
export const prices: Record<string, bigint> = { SOL: 180_000_000n, USDC: 1_000_000n, BONQ: 21n }
export const trader = Keypair.generate()
export const friend = Keypair.generate()
export const thief = Keypair.generate()
export let marketMaker: MarketMaker

/** Opens the market maker and gives everyone money; before the first test. */
export function startLocalExchange() {
  marketMaker = createMarketMaker(ledger, {
    supplies: [
      { symbol: 'USDC', decimals: 6, stock: 20_000_000n * 10n ** 6n },
      { symbol: 'BONQ', decimals: 5, stock: 10n ** 17n },
    ],
    price: (symbol) => prices[symbol]!,
    depth: 2_000_000_000_000n,
  })
  marketMaker.fund(trader.publicKey.toBase58(), makerToken('SOL'), 200_000_000_000n)
  for (const symbol of ['USDC', 'BONQ']) marketMaker.fund(trader.publicKey.toBase58(), makerToken(symbol), 10n ** 13n)
  ledger.airdrop(thief.publicKey.toBase58(), 1_000_000_000n)
}

export const usdcOf = (owner: PublicKey) => getAssociatedTokenAddressSync(makerToken('USDC').mint!, owner)
export const bonqOf = (owner: PublicKey) => getAssociatedTokenAddressSync(makerToken('BONQ').mint!, owner)

export const systemCall = (kind: number, keys: PublicKey[], size = 52) =>
  new TransactionInstruction({
    programId: SystemProgram.programId,
    keys: keys.map((pubkey, index) => ({ pubkey, isSigner: index === 0, isWritable: true })),
    data: Buffer.from([kind, 0, 0, 0, ...new Uint8Array(size - 4)]),
  })
export const tokenCall = (kind: number, keys: PublicKey[]) =>
  new TransactionInstruction({
    programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(trader.publicKey), isWritable: true })),
    data: Buffer.from([kind, ...new Uint8Array(33)]),
  })

export function memo(text: string): TransactionInstruction {
  const programId = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
  return new TransactionInstruction({ programId, keys: [], data: Buffer.from(text) })
}

export function makerToken(symbol: string): MakerToken {
  return marketMaker.tokens.find((token) => token.symbol === symbol)!
}

export function tokenOf({ symbol, decimals, mint }: MakerToken): Token {
  const address = mint?.toBase58() ?? SystemProgram.programId.toBase58()
  const base = { id: 1, chain: localSolana, symbol, name: symbol, decimals, price: undefined, imagePath: undefined }
  return { ...base, address, isNative: mint === undefined }
}

export function offered(sellSymbol: string, buySymbol: string, amountIn: bigint, recipient = trader) {
  const sell = makerToken(sellSymbol)
  const buy = makerToken(buySymbol)
  const people = { sender: trader.publicKey.toBase58(), recipient: recipient.publicKey.toBase58() }
  const signed = marketMaker.offer({ sell, buy, amountIn, ...people, note: 'swap:1' })!
  const intent: SwapIntent = {
    kind: 'swap',
    sell: { token: tokenOf(sell), units: amountIn },
    buy: tokenOf(buy),
    slippageBps: 50,
    ...people,
    skipNonSwapTransactions: false,
  }
  return { data: signed.transaction, amountOut: signed.amountOut, intent }
}

/** Checks one transaction by itself, only by the rules of Solana. */
export async function checkTransaction(
  data: string,
  intent: SwapIntent,
  minimumReceived: bigint,
  port = rpc,
  genesisHash: string | undefined = ledger.genesis,
) {
  const settings = { trusted: new Set<string>(), genesisHash, now: 0 }
  const found = await gatherTransaction({ intent, data, step: 0, minimumReceived }, port, settings)
  const input = found.is === 'read' ? found.input : undefined
  return { verdict: judgeSolana(input ? [input] : [], readingFindings(found)), forecast: trialOf([found]), input }
}

/** Blocks and warnings. */
export function loud({ findings }: Verdict) {
  return findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
}

export function problems(verdict: Verdict): string[] {
  return loud(verdict).map((finding) => `${finding.code} ${findingText(finding)}`)
}

export function decode(data: string): VersionedTransaction {
  return VersionedTransaction.deserialize(new Uint8Array(Buffer.from(data, 'base64')))
}

export function encode(transaction: VersionedTransaction): string {
  return Buffer.from(transaction.serialize()).toString('base64')
}

/** Another transaction with other instructions, signed again by a market maker that plays along. */
export function remade(data: string, change: (list: TransactionInstruction[]) => TransactionInstruction[]): string {
  const message = TransactionMessage.decompile(decode(data).message)
  message.instructions = change(message.instructions)
  return encode(marketMaker.countersign(new VersionedTransaction(message.compileToV0Message())))
}

export function altered(data: string, change: (bytes: Uint8Array) => Uint8Array): string {
  return toBase64(change(new Uint8Array(Buffer.from(data, 'base64'))))
}

/** A well-formed transaction of so many bytes, nearly all of them a memo. */
export function transactionOf(size: number): Uint8Array {
  const keys = [trader.publicKey, new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')]
  const length = size - 170
  const memo = [1, 1, 0, 0x80 | (length & 0x7f), length >> 7, ...new Array<number>(length).fill(65)]
  const addresses = keys.flatMap((key) => [...key.toBytes()])
  return Uint8Array.from([1, ...new Uint8Array(64), 1, 0, 1, 2, ...addresses, ...new Uint8Array(32), ...memo])
}

export function replaced(
  list: TransactionInstruction[],
  index: number,
  by: TransactionInstruction,
): TransactionInstruction[] {
  return list.with(index, by)
}

export function pay(to: PublicKey, lamports: bigint): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: trader.publicKey, toPubkey: to, lamports })
}

export function payUsdc(amount: bigint): TransactionInstruction {
  const { mint } = makerToken('USDC')
  return createTransferCheckedInstruction(
    usdcOf(trader.publicKey),
    mint!,
    usdcOf(new PublicKey(marketMaker.address)),
    trader.publicKey,
    amount,
    6,
  )
}

export function lookupTable(key: PublicKey, addresses: PublicKey[]) {
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses }
  return { key, state, isActive: () => true }
}

export function tableAccount(addresses: PublicKey[]) {
  const header = Buffer.alloc(56)
  header.writeUInt32LE(1, 0)
  header.writeBigUInt64LE(2n ** 64n - 1n, 4)
  const data = Buffer.concat([header, ...addresses.map((address) => address.toBuffer())]).toString('base64')
  return { lamports: 1, owner: AddressLookupTableProgram.programId.toBase58(), data: [data, 'base64'] }
}
