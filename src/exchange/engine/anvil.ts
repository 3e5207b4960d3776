import { type ChildProcess, spawn } from 'node:child_process'
import { findAnvil } from './binary'
import { engineName } from './orphans'

/** A running EVM chain: one anvil on a loopback port that it chose itself. */
export type AnvilEngine = {
  /** Answers JSON-RPC over http and, on the same port, over ws. */
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export type EngineOptions = {
  readonly chainId: number
  /** Seconds since 1970 of the first block. */
  readonly genesisTime: number
  /** Where the chain is kept between starts; without it nothing touches the disk. */
  readonly stateFile?: string | undefined
}

/** Starts an engine and waits until it answers. */
export async function startAnvil(options: EngineOptions): Promise<AnvilEngine> {
  const child = spawn(findAnvil(), args(options), { argv0: engineName(), stdio: ['ignore', 'pipe', 'pipe'] })
  endWithProcess(child)
  const port = await listening(child)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => stop(child) }
}

function args({ chainId, genesisTime, stateFile }: EngineOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId), '--timestamp', String(genesisTime)],
    // Nobody's keys are unlocked and no web page may ask: the exchange acts through impersonated accounts.
    ...['--accounts', '0', '--no-cors'],
    // Without a number here, reads of the latest block fail while mining; without the option, gigabytes go to disk.
    ...['--prune-history', '64'],
    // Room for a burst of deployments in one block; the base fee at its resting point never makes a sent price stale.
    ...['--gas-limit', '1000000000', '--base-fee', '7', '--no-request-size-limit'],
    ...(stateFile === undefined ? [] : ['--state', stateFile, '--state-interval', '60']),
  ]
}

/** The engine prints its port when it is ready. */
function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: unknown) => {
      said += String(chunk)
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port === undefined) return
      child.stdout?.off('data', hear).resume()
      resolve(Number(port))
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    child.once('error', (cause) => reject(new EngineFailed(String(cause))))
    child.once('exit', (code) => reject(new EngineFailed(`It ended with ${code}. ${said.trim().slice(-2_000)}`)))
  })
}

/** Asks it to end, which also writes its state, and insists after a while. */
function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const insist = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(insist)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

const running = new Set<ChildProcess>()

/** However this process ends, as long as it can still act, its engines end with it. */
function endWithProcess(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', endAll)
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', endAll)
  })
}

function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** The engine could not be started, or ended before it was ready. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed'

  constructor(reason: string) {
    super(`A local chain could not be started. ${reason}`)
  }
}
