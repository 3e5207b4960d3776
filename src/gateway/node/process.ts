import { BadSetting } from '../settingsError'
import { PortTaken } from './server'

/** Something that runs in the foreground: what to say when it is ready, and how it ends. */
export type Program = { readonly words: readonly string[]; readonly stop: () => Promise<void> }

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a program until a signal or a fatal error. The first signal ends it properly, also in the middle of its start;
 * a second one ends it at once. The exit code is 0 after a signal, 1 after a failure.
 */
export async function run(progress: { readonly end: () => void }, start: () => Promise<Program>): Promise<void> {
  let ending = false
  const started = start()

  const end = async (code: number) => {
    if (ending) process.exit(code === 0 ? 130 : code)
    ending = true
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
    if (!ending) for (const line of program.words) console.log(line)
  } catch (error) {
    progress.end()
    if (!ending) console.error(explained(error))
    if (!ending) process.exit(1)
  }
}

/** Mistakes of the operator are told in one sentence; ours with all there is to know. */
function explained(error: unknown): unknown {
  return error instanceof BadSetting || error instanceof PortTaken ? error.message : error
}
