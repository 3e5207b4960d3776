import * as v from 'valibot'
import { type Hex, isHex, toHex } from 'viem'
import { createMutex } from '../engine/lock'
import type { EngineRpc } from '../engine/rpc'
import { unixTime } from '../unixTime'
import { appendBlocks, appendSent, type LoggedBlock, type LoggedTransaction } from './transactionLog'

/** Writes a chain's transactions to its log, so that none that a client has seen is lost when the process is killed. */
export type ChainRecorder = {
  /** Logs a transaction that is about to be sent. */
  readonly sending: (transaction: LoggedTransaction) => void
  /** Logs the blocks mined since the last call. */
  readonly recordBlocks: () => Promise<void>
  readonly stop: () => void
}

const blocksPerRequest = 50
/** Milliseconds after which a transaction is usually mined. */
const miningDelay = 10

export function createChainRecorder(rpc: EngineRpc, file: string, lastRecorded: number): ChainRecorder {
  const exclusive = createMutex()
  let last = lastRecorded
  let timer: NodeJS.Timeout | undefined

  const recordBlocks = () =>
    exclusive(async () => {
      const newest = Number(await rpc.call('eth_blockNumber'))
      while (last < newest) {
        const count = Math.min(blocksPerRequest, newest - last)
        const numbers = Array.from({ length: count }, (_, index) => last + 1 + index)
        appendBlocks(file, await Promise.all(numbers.map((number) => readBlock(rpc, number))))
        last += count
      }
    })

  return {
    recordBlocks,
    sending(transaction) {
      appendSent(file, unixTime(), transaction)
      // If this fails, the blocks are recorded with the next transaction: the log already has the transactions.
      timer ??= setTimeout(() => {
        timer = undefined
        recordBlocks().catch(() => undefined)
      }, miningDelay).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

async function readBlock(rpc: EngineRpc, number: number): Promise<LoggedBlock> {
  const block = v.parse(wireBlock, await rpc.call('eth_getBlockByNumber', [toHex(number), true]))
  const transactions = await Promise.all(block.transactions.map((transaction) => loggedTransaction(rpc, transaction)))
  return { number, time: Number(block.timestamp), transactions }
}

async function loggedTransaction(rpc: EngineRpc, transaction: WireTransaction): Promise<LoggedTransaction> {
  if (isSigned(transaction)) {
    const raw = await rpc.call('eth_getRawTransactionByHash', [transaction.hash])
    return { raw: v.parse(hex, raw) }
  }
  const { from, to, input, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const request = { from, data: input, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas }
  return { request: to ? { ...request, to } : request }
}

/** Anvil returns the transactions of impersonated accounts with an empty signature. */
function isSigned({ r, s }: WireTransaction): boolean {
  return BigInt(r) !== 0n || BigInt(s) !== 0n
}

const hex = v.custom<Hex>((value) => isHex(value))

const wireTransaction = v.object({
  hash: hex,
  from: hex,
  to: v.nullish(hex),
  input: hex,
  value: hex,
  gas: hex,
  nonce: hex,
  maxFeePerGas: v.optional(hex, '0x77359400'),
  maxPriorityFeePerGas: v.optional(hex, '0x3b9aca00'),
  r: hex,
  s: hex,
})
type WireTransaction = v.InferOutput<typeof wireTransaction>

const wireBlock = v.object({ timestamp: hex, transactions: v.array(wireTransaction) })
