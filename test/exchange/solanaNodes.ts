import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Connection, Keypair } from '@solana/web3.js'
import { startSolanaNode } from '../../src/exchange/solana/node'

/** A Solana that answers web3.js: ours, or somebody else's to hold ours against. */
export type NodeUnderTest = {
  readonly url: string
  readonly wsUrl: string
  /** Lets so many blocks go by. */
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
 * Surfpool runs the same engine behind a face of its own, so it is an independent witness of how a node answers. Its
 * platform package is a library without a start script; offline it fetches nothing.
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
    // Whoever has the package and cannot start it has something to look into: that is no reason to skip.
    const library: SurfpoolLibrary = createRequire(import.meta.url)(surfpoolPackage)
    const net = library.Surfnet.startWithConfig({ offline: true, blockProductionMode: 'transaction' })
    // It keeps what it would tell, and answers nobody any more once 1,024 such notes (of 500 payments) lie about.
    const draining = setInterval(() => net.drainEvents(), 100)
    return {
      url: net.rpcUrl,
      wsUrl: net.wsUrl,
      pass: async (blocks) => {
        const chain = new Connection(net.rpcUrl, { commitment: 'confirmed', wsEndpoint: net.wsUrl })
        const somebody = Keypair.generate().publicKey
        // A block to a payment; moving its clock to a later slot leaves old blockhashes valid.
        for (let block = 0; block < blocks; block++) await chain.requestAirdrop(somebody, 1_000_000 + block)
      },
      stop: async () => {
        clearInterval(draining)
        net.stop()
      },
    }
  },
}

/** Every node the conformance suite can run against here. What is missing is said, once. */
export function nodesHere(): readonly Maker[] {
  if (isInstalled(surfpoolPackage)) return [ours, surfpool]
  console.info(`Not held against surfpool: ${surfpoolPackage} is not installed on ${process.platform}-${process.arch}.`)
  return [ours]
}

function isInstalled(name: string): boolean {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  return places.some((place) => existsSync(`${place}/${name}/package.json`))
}
