import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Address, type Hex, http, toHex } from 'viem'
import { createBundlerClient } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { RpcPort } from '../../../src/chain/rpc'

/*
 * Alto, the bundler of Pimlico, on a local chain. `TIDEGATE_BUNDLER` names a folder in which @pimlico/alto is installed: it
 * brings 379 MB, so it is no dependency of this repository.
 */

export type Bundler = {
  readonly client: ReturnType<typeof createBundlerClient>
  readonly stop: () => Promise<void>
}

export async function startBundler(folder: string, url: string, node: RpcPort, entryPoint: Address): Promise<Bundler> {
  const program = join(folder, 'node_modules/@pimlico/alto/esm/cli/alto.js')
  const [executor, utility] = [await fundedKey(node), await fundedKey(node)]
  const child = spawn(
    process.execPath,
    [
      ...[program, '--entrypoints', entryPoint, '--rpc-url', url, '--port', '0', '--log-level', 'info'],
      ...['--executor-private-keys', executor, '--utility-private-key', utility, '--min-executor-balance', '0'],
      // In its safe mode it cannot decode the revert of its own simulation with an entry point 0.8.
      ...['--safe-mode', 'false'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (chunk: unknown) => {
      output += String(chunk)
      const found = /Server listening at http:\/\/[\d.]+:(\d+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`The bundler ended with ${code}. ${output.slice(-2_000)}`)))
  })
  return { client: createBundlerClient({ transport: http(`http://127.0.0.1:${port}`), pollingInterval: 50 }), stop }
}

async function fundedKey(node: RpcPort): Promise<Hex> {
  const key = generatePrivateKey()
  await node('anvil_setBalance', [privateKeyToAddress(key), toHex(10n ** 20n)])
  return key
}
