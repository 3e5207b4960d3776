import { SettingsError } from '../settingsError'
import { PortUnavailable } from './server'

/** A running program: the messages to print when it is ready, and how to stop it. */
export type RunningProgram = { readonly messages: readonly string[]; readonly stop: () => Promise<void> }

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a program until a signal or a fatal error. The first signal stops it cleanly, also while it is still starting;
 * a second one ends the process at once. The exit code is 0 after a signal, 1 after a failure.
 */
export async function runUntilSignal(
  progress: { readonly end: () => void },
  start: () => Promise<RunningProgram>,
): Promise<void> {
  let isEnding = false
  const started = start()

  const end = async (code: number) => {
    if (isEnding) process.exit(code === 0 ? 130 : code)
    isEnding = true
    await started.then((program) => program.stop()).catch(() => undefined)
    process.exit(code)
  }
  for (const signal of signals) process.on(signal, () => void end(0))
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
