import type { LocalChain } from '../evm/chain'
import { adoptNextState, type ChainFiles } from './chainFiles'
import { createChainRecorder } from './chainRecorder'
import { blockNumber, replayLog } from './replay'
import { type ChainLog, readLog, writeLog } from './transactionLog'
import { startWriteAheadProxy } from './writeAheadProxy'

/**
 * Replays the logged transactions that the loaded state lacks, and logs everything from now on: the exchange's own
 * transactions before they are sent, all others in a proxy in front of anvil, and the blocks after they are mined.
 */
export async function persistChain(
  chain: LocalChain,
  files: ChainFiles,
  genesisTime: number,
  log: ChainLog | undefined,
): Promise<LocalChain> {
  const loaded = await blockNumber(chain.rpc)
  if (log) await replayLog(chain, log)
  else writeLog(files.log, genesisTime, [])

  const recorder = createChainRecorder(chain.rpc, files.log, Math.max(loaded, log?.blocks.at(-1)?.number ?? 0))
  await recorder.recordBlocks()
  // Pending transactions are in a block only now, so the log can be shortened.
  const blocks = readLog(files.log)?.blocks ?? []
  writeLog(
    files.log,
    genesisTime,
    blocks.filter(({ number }) => number > loaded),
  )

  const proxy = await startWriteAheadProxy(chain.engine.url, (raw) => recorder.sending({ raw }))
  const stop = async () => {
    recorder.stop()
    await proxy.stop()
  }
  return {
    ...chain,
    rpcTarget: proxy.url,
    persistence: { recorder, stop, adoptState: () => adoptNextState(files) },
  }
}
