import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Connection, Keypair } from '@solana/web3.js'
import { startSolanaNode } from '../../src/exchange/solana/node'

/** A Solana node for web3.js: ours, or another implementation to compare with. */
export type NodeUnderTest = {
  readonly url: string
  readonly wsUrl: string
  /** Advances by a number of blocks. */
  readonly pass: (blocks: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export type Maker = { readonly name: string; readonly isOurs: boolean; readonly start: () => Promise<NodeUnderTest> }

const ours: Maker = {
  name: 'the local Solana',
  isOurs: true,
  start: async () => {
    const node = await startSolanaNode()
    const somebody = Keypair.generate().publicKey.toBase58()
    return {
      url: node.url,
      wsUrl: node.url.replace('http', 'ws'),
      pass: async (blocks) => {
        for (let block = 0; block < blocks; block++) node.call('requestAirdrop', [somebody, 1_000_000])
      },
      stop: () => node.stop(),
    }
  },
}

/**
 * Surfpool runs the same engine behind its own RPC server, so it is an independent reference for how a node answers.
 * Its platform package is a library without a start script; offline it downloads nothing.
 */
const surfpoolPackage = '@solana/surfpool-linux-x64-gnu'

type Surfnet = { readonly rpcUrl: string; readonly wsUrl: string; drainEvents(): unknown; stop(): void }
type SurfpoolLibrary = {
  readonly Surfnet: { startWithConfig(config: { offline: boolean; blockProductionMode: string }): Surfnet }
}

const surfpool: Maker = {
  name: 'surfpool',
  isOurs: false,
  start: async () => {
    // An installed package that cannot be loaded is an error, not a reason to skip.
    const library: SurfpoolLibrary = createRequire(import.meta.url)(surfpoolPackage)
    const net = library.Surfnet.startWithConfig({ offline: true, blockProductionMode: 'transaction' })
    // Surfpool queues events, and stops answering once 1,024 of them (of 500 payments) are unread.
    const draining = setInterval(() => net.drainEvents(), 100)
    return {
      url: net.rpcUrl,
      wsUrl: net.wsUrl,
      pass: async (blocks) => {
        const chain = new Connection(net.rpcUrl, { commitment: 'confirmed', wsEndpoint: net.wsUrl })
        const somebody = Keypair.generate().publicKey
        // One payment makes one block; moving its clock to a later slot would leave old blockhashes valid.
        for (let block = 0; block < blocks; block++) await chain.requestAirdrop(somebody, 1_000_000 + block)
      },
      stop: async () => {
        clearInterval(draining)
        net.stop()
      },
    }
  },
}

/** Every node that the conformance suite can run against here. A missing one is reported once. */
export function nodesHere(): readonly Maker[] {
  if (isInstalled(surfpoolPackage)) return [ours, surfpool]
  console.info(`Not held against surfpool: ${surfpoolPackage} is not installed on ${process.platform}-${process.arch}.`)
  return [ours]
}

function isInstalled(name: string): boolean {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  return places.some((place) => existsSync(`${place}/${name}/package.json`))
}
