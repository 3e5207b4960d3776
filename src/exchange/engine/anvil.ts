import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { errorClass } from '../../domain/errorClass'
import { findAnvil } from './binary'

/** A running EVM chain: one anvil process on a free loopback port. */
export type AnvilEngine = {
  /** Serves JSON-RPC over HTTP and, on the same port, over WebSocket. */
  readonly url: string
  readonly stop: () => Promise<void>
}

export type EngineOptions = {
  readonly chainId: number
  /** Seconds since 1970 of the first block. */
  readonly genesisTime: number
  /** The file to start from, if it exists, and to dump the chain to at the end; without it nothing touches the disk. */
  readonly stateFile?: string | undefined
}

/** Starts anvil and waits until it listens. */
export async function startAnvil(options: EngineOptions): Promise<AnvilEngine> {
  const child = spawn(findAnvil(), args(options), { stdio: ['ignore', 'pipe', 'pipe'] })
  endWithProcess(child)
  const port = await listening(child)
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}

function args({ chainId, genesisTime, stateFile }: EngineOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId), '--timestamp', String(genesisTime)],
    // No unlocked keys, and no CORS for web pages: the exchange uses impersonated accounts.
    ...['--accounts', '0', '--no-cors'],
    // Keep few historical states: without a number, reads fail during mining; without the option, gigabytes are written
    // to disk.
    ...['--prune-history', '64'],
    // The gas limit lets all deployments fit into one block. The base fee does not rise, so that no quoted gas price
    // becomes too low.
    ...['--gas-limit', '1000000000', '--base-fee', '7', '--no-request-size-limit'],
    ...(stateFile === undefined ? [] : ['--state', stateFile]),
  ]
}

/** Waits until anvil prints its port. */
function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const readPort = (chunk: unknown) => {
      output += String(chunk)
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      child.stdout?.off('data', readPort).resume()
      resolve(Number(port))
    }
    child.stdout?.on('data', readPort)
    child.stderr?.on('data', (chunk) => {
      output += String(chunk)
    })
    child.once('error', (cause) => reject(new EngineFailed(String(cause))))
    child.once('exit', (code) => reject(new EngineFailed(`It ended with ${code}. ${output.trim().slice(-2_000)}`)))
  })
}

/** SIGTERM lets anvil dump its state; SIGKILL follows after ten seconds. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const forceKill = setTimeout(() => child.kill('SIGKILL'), 10_000)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(forceKill)
}

/** Engines are ended with this process, unless it is killed with SIGKILL. */
function endWithProcess(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** The engine could not be started, or ended before it was ready. */
export const EngineFailed = errorClass(
  'EngineFailed',
  (reason: string) => `A local chain could not be started. ${reason}`,
)
