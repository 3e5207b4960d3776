import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const running = new Set<ChildProcess>()

/** One of our commands, run as people run it. */
export type Command = {
  readonly pid: number
  /** All lines it has written to stdout so far. */
  readonly lines: () => string[]
  readonly complaints: () => string
  /** Ends the reader of its stderr, as a log collector that crashes. */
  readonly closeComplaints: () => void
  /** Resolves with the line that matches; rejects when the command ends before. */
  readonly says: (pattern: RegExp) => Promise<string>
  /** Resolves when a condition outside the command is true; rejects when the command ends before. */
  readonly comesTo: (state: () => boolean) => Promise<void>
  readonly ends: Promise<number>
  readonly signal: (signal: NodeJS.Signals) => void
}

/** Starts `node bin/<name>.mjs` with only the given `TIDEGATE_` settings. */
export function startCommand(name: string, environment: Record<string, string>, args: readonly string[] = []): Command {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(root, 'bin', `${name}.mjs`), ...args], {
    cwd: root,
    env: { PATH, HOME, TIDEGATE_HISTORY_DAYS: '0.02', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  let complained = ''
  const listeners = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
    for (const listen of listeners) listen()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complained += text
  })
  const ends = new Promise<number>((resolve) => {
    child.on('close', (code) => {
      running.delete(child)
      resolve(code ?? -1)
    })
  })
  const lines = () => said.split('\n')

  return {
    pid: child.pid ?? 0,
    lines,
    complaints: () => complained,
    closeComplaints: () => child.stderr.destroy(),
    ends,
    signal: (signal) => child.kill(signal),
    comesTo: async (state) => {
      while (!state()) {
        if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${complained}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = lines()
            .slice(0, -1)
            .find((candidate) => pattern.test(candidate))
          if (line === undefined) return
          listeners.delete(look)
          resolve(line)
        }
        listeners.add(look)
        void ends.then((code) =>
          reject(new Error(`${name} ended with ${code} and never said ${pattern}:\n${complained}`)),
        )
        look()
      }),
  }
}

/** Ends the commands that a failed test left running. */
export async function endCommands(): Promise<void> {
  for (const child of running) child.kill('SIGTERM')
  await Promise.all([...running].map((child) => new Promise((resolve) => child.on('close', resolve))))
}

/** The anvil processes that a command has started. */
export function enginesOf(pid: number): number[] {
  return processes()
    .filter(({ parent, command }) => parent === pid && /anvil/.test(command))
    .map((engine) => engine.pid)
}

/** Whether a process is running: a zombie does not count. */
export function isAlive(pid: number): boolean {
  return processes().some((candidate) => candidate.pid === pid && !candidate.state.startsWith('Z'))
}

type Process = { readonly pid: number; readonly parent: number; readonly state: string; readonly command: string }

function processes(): Process[] {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').filter(isNumber).flatMap(readProcess)
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return table.split('\n').flatMap((row) => {
    const [pid, parent, state, ...command] = row.trim().split(/\s+/)
    return state === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), state, command: command.join(' ') }]
  })
}

/** Parses `<pid> (<name>) <state> <parent> …`; empty when the process has ended in the meantime. */
function readProcess(pid: string): Process[] {
  try {
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return [{ pid: Number(pid), parent: Number(parent), state, command }]
  } catch {
    return []
  }
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
