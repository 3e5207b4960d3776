import { isHex, keccak256, toHex } from 'viem'
import type { EngineRpc } from '../engine/rpc'
import type { LocalChain } from '../evm/chain'
import { withManualMining } from '../evm/impersonatedAccount'
import type { ChainLog, LoggedBlock, LoggedTransaction } from './transactionLog'

/**
 * Restores a chain, loaded from its last dump, to its state when the process was killed: first the logged blocks with
 * their times, then the transactions that were sent but are in none of them. Anvil is deterministic, so hashes,
 * receipts and balances are the same; only the last blocks, which the log lacks, may differ in time.
 */
export async function replayLog(chain: LocalChain, { blocks, sent }: ChainLog): Promise<void> {
  const loaded = await blockNumber(chain.rpc)
  const missing = blocks.filter(({ number }) => number > loaded)
  try {
    await withManualMining(chain, async () => {
      for (const block of missing) await mine(chain, block)
      for (const { time, transaction } of sent)
        if (!(await isKnown(chain.rpc, transaction))) await mineNext(time, transaction)
    })
  } catch (error) {
    throw new ChainNotReplayed(chain.listing.name, { cause: error })
  }

  async function mineNext(time: number, transaction: LoggedTransaction) {
    const { timestamp } = await chain.client.getBlock()
    await mine(chain, { time: Math.max(time, Number(timestamp)), transactions: [transaction] })
  }
}

export async function blockNumber(rpc: EngineRpc): Promise<number> {
  return Number(await rpc.call('eth_blockNumber'))
}

async function mine({ rpc }: LocalChain, { time, transactions }: Omit<LoggedBlock, 'number'>): Promise<void> {
  await rpc.call('evm_setNextBlockTimestamp', [toHex(time)])
  // One by one, to keep their order within the block. Transactions that anvil refused before are refused again.
  for (const transaction of transactions) await send(rpc, transaction).catch(() => undefined)
  await rpc.call('anvil_mine', ['0x1'])
}

function send(rpc: EngineRpc, transaction: LoggedTransaction): Promise<unknown> {
  return 'raw' in transaction
    ? rpc.call('eth_sendRawTransaction', [transaction.raw])
    : rpc.call('eth_sendTransaction', [transaction.request])
}

/** Whether the chain has the transaction, or another one with the same nonce. */
async function isKnown(rpc: EngineRpc, transaction: LoggedTransaction): Promise<boolean> {
  if ('raw' in transaction) return (await rpc.call('eth_getTransactionByHash', [keccak256(transaction.raw)])) !== null
  const { from, nonce } = transaction.request
  const next = await rpc.call('eth_getTransactionCount', [from, 'latest'])
  return isHex(next) && Number(nonce) < Number(next)
}

/** Anvil refused to mine the logged blocks. */
export class ChainNotReplayed extends Error {
  override readonly name = 'ChainNotReplayed'

  constructor(chain: string, options: ErrorOptions) {
    super(`The blocks of ${chain} since its last dump cannot be replayed.`, options)
  }
}
