import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where one chain is kept between starts. */
export type ChainFiles = {
  /** The engine's last complete dump. */
  readonly state: string
  /** Where the engine dumps to: a crash may cut this file short. */
  readonly nextState: string
  /** The blocks and transactions since that dump. */
  readonly log: string
}

export function chainFiles(folder: string, chainId: number): ChainFiles {
  return {
    state: join(folder, `${chainId}.json`),
    nextState: join(folder, `${chainId}.next.json`),
    log: join(folder, `${chainId}.log.jsonl`),
  }
}

export function isChainSaved({ state, nextState, log }: ChainFiles): boolean {
  return existsSync(state) || existsSync(nextState) || existsSync(log)
}

export function removeChain({ state, nextState, log }: ChainFiles): void {
  for (const file of [state, nextState, log]) rmSync(file, { force: true })
}

/** Puts a complete dump in the place of the one before, and deletes one that a crash cut short. */
export function adoptNextState({ state, nextState }: ChainFiles): void {
  if (!existsSync(nextState)) return
  if (isJson(readFileSync(nextState, 'utf8'))) renameSync(nextState, state)
  else rmSync(nextState)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
