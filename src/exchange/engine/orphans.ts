import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'

/*
 * Anvil processes keep running when their exchange is killed. Each is therefore started with a name (argv[0]) that
 * contains its owner: `tidegate-engine-<owner's pid>-<random>`. An engine whose parent process is not its owner is an
 * orphan. Nothing is written to disk, so nothing can become outdated.
 */

/** The process name of a new engine. */
export function engineName(): string {
  return `tidegate-engine-${process.pid}-${randomBytes(4).toString('hex')}`
}

/** Kills the engines of exchanges that no longer run, and returns their process ids. */
export function sweepOrphans(): readonly number[] {
  const orphans = engines().filter(({ owner, parent }) => owner !== parent)
  for (const { pid } of orphans) end(pid)
  return orphans.map(({ pid }) => pid)
}

/**
 * The engines that a process started, whether it still runs or not.
 * @internal exported for the tests that count and end engines
 */
export function enginesOf(owner: number): readonly number[] {
  return engines().flatMap((engine) => (engine.owner === owner ? [engine.pid] : []))
}

type Process = { readonly pid: number; readonly parent: number; readonly command: string }
type EngineProcess = Process & { readonly owner: number }

function engines(): readonly EngineProcess[] {
  return processes().flatMap((process) => {
    const owner = /^tidegate-engine-(\d+)-[0-9a-f]{8}\s/.exec(process.command)?.[1]
    return owner === undefined ? [] : [{ ...process, owner: Number(owner) }]
  })
}

/** The processes of this user; none on Windows, where orphans cannot be recognized. */
function processes(): readonly Process[] {
  if (process.platform === 'linux') return processesOfProc()
  if (process.platform === 'win32') return []
  return processesOfPs()
}

function processesOfProc(): readonly Process[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => readProcess(Number(entry)) ?? [])
}

/** `undefined` for processes that ended in the meantime, and for those of other users. */
function readProcess(pid: number): Process | undefined {
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return parent === undefined ? undefined : { pid, parent: Number(parent), command }
  } catch {
    return undefined
  }
}

function processesOfPs(): readonly Process[] {
  const table = execFileSync('ps', ['-U', String(process.getuid?.()), '-o', 'pid=,ppid=,command='], {
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command: `${command} ` }]
  })
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}
