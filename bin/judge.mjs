#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildOrExit, judgeFile } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'

const usage = `npm run judge -- --base URL FILE
  URL   a running gateway: its settings, its list of chains and its nodes are used
  FILE  JSON with "request" and "answer", both word for word; - reads standard input
Prints the judgement as JSON. Exit status: 0 enforced or proven, 1 tried, 2 blocked, 3 unchecked, 64 bad input, 70 a fault
of the command.`
const unchecked = 3
const badInput = 64
const fault = 70
const notChecked = { level: 'unchecked', findings: [], steps: [], bounds: { pays: [] } }

/** The address answers, but not as a gateway of this app. */
class GatewayError extends Error {}
/** Nothing can be checked: the gateway does not answer, or has no service behind it at the moment. */
class GatewayDown extends Error {}

// Exit code 1 means "tried". A failure before the verdict, such as a failed build, must not exit with it.
let isJudged = false
process.on('exit', (code) => {
  if (code === 1 && !isJudged) process.exitCode = fault
})

requireNode()
const { base, file } = readArguments()
const text = readInput(file)
await install()
await buildOrExit(['judge'])
const { judgeAt, BadJudgeInput } = await import(pathToFileURL(judgeFile).href)
try {
  const { judgement, exitCode, assumedToleranceBps } = await judgeAt(text, portsOf(base))
  if (assumedToleranceBps !== undefined)
    console.error(`No "toleranceBps" in the input: ${assumedToleranceBps} assumed, as the form does for this range.`)
  process.stdout.write(`${JSON.stringify(judgement, null, 2)}\n`)
  isJudged = true
  process.exitCode = exitCode
} catch (error) {
  if (error instanceof BadJudgeInput || error instanceof GatewayError) complain(error.message)
  if (!(error instanceof GatewayDown)) throw error
  console.error(error.message)
  process.stdout.write(`${JSON.stringify(notChecked, null, 2)}\n`)
  process.exitCode = unchecked
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { base: { type: 'string' } }, allowPositionals: true })
    if (positionals.length !== 1 || !values.base || !/^https?:\/\//.test(values.base)) complain(usage)
    return { base: values.base.replace(/\/+$/, ''), file: positionals[0] }
  } catch (error) {
    complain(`${error.message}\n${usage}`)
  }
}

function readInput(file) {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    complain(`${file} cannot be read: ${error.message}`)
  }
}

function complain(message) {
  console.error(message)
  process.exit(badInput)
}

/** The requests with which the command reads a gateway and its nodes. */
function portsOf(base) {
  return {
    clock: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    get: async (path) => (await reach(base + path)).text(),
    ask: async (url, method, params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const answer = await (await reach(new URL(url, base).href, { method: 'POST', headers, body })).json()
      if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    },
  }
}

async function reach(url, init) {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) }).catch((error) => {
    throw new GatewayDown(`${url} cannot be reached: ${error.cause?.message ?? error.message}`)
  })
  if (answer.status >= 500 && !init) throw new GatewayDown(`${url} answers ${answer.status}: try again later.`)
  if (!answer.ok && !init) throw new GatewayError(`${url} answers ${answer.status}. Is this the address of a gateway?`)
  return answer
}
