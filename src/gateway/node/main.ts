import { readFileSync } from 'node:fs'
import type { WriteLog } from '../gatewayOptions'
import { readSettings, type Settings } from '../settings'
import { readSite } from './files'
import { type RunningProgram, runUntilSignal } from './process'
import { listen } from './server'
import { type GatewayDeps, startTidegate } from './tidegate'
import { VerifyError, verifyDeployment } from './verify'

/** Shows the current slow step on the terminal; `end` removes the line again. */
export type ProgressReporter = { readonly say: (sentence: string) => void; readonly end: () => void }

/** A server that browsers connect to and that forwards to the gateway, such as Vite in `npm run dev`. */
export type ReverseProxy = (gatewayUrl: string, settings: Settings) => Promise<{ readonly close: () => Promise<void> }>

export type RunOptions = {
  readonly siteFolder?: string
  readonly progress: ProgressReporter
  readonly reverseProxy?: ReverseProxy
}

/** `npm start`: prints one line when the app is ready, and runs until a signal ends it. */
export function runTidegate({ siteFolder, progress, reverseProxy }: RunOptions): Promise<void> {
  return runUntilSignal(progress, async () => {
    const settings = readSettings(process.env, process.argv.slice(2), readText)
    const log: WriteLog = (line) => {
      if (!settings.logsRequests && line.event === 'request') return
      console.error(JSON.stringify({ time: new Date().toISOString(), ...line }))
    }
    const deps = { siteFolder, onProgress: progress.say, log }
    if (reverseProxy) return startBehindProxy(reverseProxy, settings, deps)
    return readyProgram(await startTidegate(settings, deps))
  })
}

/** `npm run exchange`: only the embedded exchange, with instructions for using it as a hosted service. */
export function runExchange(progress: ProgressReporter): Promise<void> {
  return runUntilSignal(progress, async () => {
    const { TIDEGATE_API_KEY: apiKey, TIDEGATE_BASE_URL: _, ...environment } = process.env
    const settings = readSettings({ PORT: '4174', ...environment }, process.argv.slice(2), readText)
    const { startExchangeServer } = await import('./embedded')
    return startExchangeServer(settings, apiKey, progress.say)
  })
}

/** `npm run verify -- <url>`: compares a deployment with the app in a folder. Returns the exit code. */
export async function runVerify(origin: string, siteFolder: string): Promise<number> {
  try {
    const report = await verifyDeployment(origin, await readSite(siteFolder), fetch)
    for (const difference of report.differences) console.error(difference)
    if (report.differences.length > 0) return 1
    const count = report.paths.length
    console.log(`${origin} serves what was built here: ${count} files and pages, and the headers around them.`)
    console.log(`The page may connect to ${report.connections}.`)
    for (const sentence of report.trusted) console.log(sentence)
    return 0
  } catch (error) {
    console.error(error instanceof VerifyError ? error.message : error)
    return 1
  }
}

function readyProgram({
  url,
  ...program
}: Omit<RunningProgram, 'messages'> & { readonly url: string }): RunningProgram {
  return { messages: [`Tidegate is ready on ${url}`], ...program }
}

/** Starts the gateway on a free port, and the proxy on the configured one. */
async function startBehindProxy(proxy: ReverseProxy, settings: Settings, deps: GatewayDeps): Promise<RunningProgram> {
  // Fail before the slow start of the exchange when the proxy's port is in use.
  const { url, close: release } = await listen(settings)
  await release(0)
  const tidegate = await startTidegate({ ...settings, port: 0, publicUrl: url }, deps)
  // `publicUrl` has this port.
  const { close } = await proxy(tidegate.url, { ...settings, port: Number(new URL(url).port) })
  return readyProgram({ url, stop: () => close().then(tidegate.stop) })
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
