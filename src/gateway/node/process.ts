import { SettingsError } from '../settingsError'
import { PortUnavailable } from './server'

/** A running program: the messages to print when it is ready, and how to stop it. */
export type RunningProgram = {
  readonly messages: readonly string[]
  /** Goes on for a while but asks to be left out. Called before `stop` where a service manager ends the program. */
  readonly drain?: () => Promise<void>
  /** Returns how many requests were cut off. */
  readonly stop: () => Promise<number>
}

/**
 * Runs a program until a signal or a fatal error. The first signal stops it cleanly, also while it is still starting; a
 * second one ends the process immediately. The exit code is 0 after a signal, 1 after a failure or when requests were
 * cut off. Without a terminal SIGHUP is ignored: it then means "reopen your files".
 */
export async function runUntilSignal(
  progress: { readonly end: () => void },
  start: () => Promise<RunningProgram>,
): Promise<void> {
  let isEnding = false
  const started = start()

  const end = async (code: number, drains = false) => {
    if (isEnding) process.exit(code === 0 ? 130 : code)
    isEnding = true
    const program = await started.catch(() => undefined)
    if (drains) await program?.drain?.()
    const cut = await program?.stop().catch(() => 0)
    process.exit(cut ? 1 : code)
  }
  process.on('SIGINT', () => void end(0))
  process.on('SIGTERM', () => void end(0, true))
  process.on('SIGHUP', () => process.stdout.isTTY && void end(0))
  // A full disk, or a reader of the log that has ended, must not end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      console.error(error)
      void end(1)
    })
  }

  try {
    const program = await started
    progress.end()
    if (!isEnding) for (const line of program.messages) console.log(line)
  } catch (error) {
    progress.end()
    if (!isEnding) console.error(printable(error))
    if (!isEnding) process.exit(1)
  }
}

/** How an error is printed: an operator's mistake as one sentence, an internal error with its stack. */
function printable(error: unknown): unknown {
  return error instanceof SettingsError || error instanceof PortUnavailable ? error.message : error
}
