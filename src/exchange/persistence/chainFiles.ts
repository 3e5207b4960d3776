import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The files in which one chain is persisted. */
export type ChainFiles = {
  /** Anvil's last complete dump. */
  readonly state: string
  /** The file anvil dumps to; a crash may truncate it. */
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

/** Replaces the last complete dump by the next one; a truncated one is deleted. */
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
