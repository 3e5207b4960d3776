#!/usr/bin/env node
import { existsSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildOrExit, doctorFile } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'
import { createProgress } from './parts/terminal.mjs'

const usage = `npm run doctor -- URL [--address ADDRESS]… [--rpc CHAINID=URL]… [--public-rpc] [--out FILE] [--force]
  URL          the hosted service; its key is read from TIDEGATE_API_KEY
  --address    an address of a tester: small quotes are requested for it, to see the contracts and the slippage unit
  --rpc        a node of a chain, to look at those contracts; it is written into the file
  --public-rpc looks at them through public nodes, which are not written
  --out        the file to write, tidegate.chains.json if not said; one that exists is kept unless --force is given
Asks for the chains and the pools of each, prints what people can and cannot do, and writes a file for TIDEGATE_CHAINS.
Exit status: 0 written, 1 the service gave no list, 64 bad arguments.`
const badInput = 64
const timeout = 15_000

/** The address does not answer. */
class Unreachable extends Error {}

requireNode()
const { baseUrl, addresses, rpcTargets, usesPublicNodes, file } = readArguments()
await install()
await buildOrExit(['doctor'])
const progress = createProgress()
const { examineService, ServiceRefused } = await import(pathToFileURL(doctorFile).href)
const { knownContracts } = await import('./parts/knownContracts.mjs')
// Installed by now.
const { keccak256 } = await import('viem')
const networks = await publicNetworks()
const apiKey = process.env.TIDEGATE_API_KEY?.trim()
const publicNodes = usesPublicNodes
  ? new Map(
      [...networks.values()].flatMap(({ chainId, publicRpcUrl }) => (publicRpcUrl ? [[chainId, publicRpcUrl]] : [])),
    )
  : new Map()
const nodes = new Map([...publicNodes, ...rpcTargets])

try {
  const report = await examineService(
    {
      ...{ baseUrl, addresses, rpcTargets, file, nodes: [...nodes.keys()] },
      date: new Date().toISOString().slice(0, 10),
      network: (chainId) => networks.get(chainId),
    },
    { request, ask, codeName: knownContracts(), codeHash: keccak256, isImage, onProgress: progress.say },
  )
  progress.end()
  writeFileSync(file, report.file)
  console.log(report.lines.join('\n'))
  console.log(`\n${file} is written. Read its comments, then start with:\n  ${report.startCommand}`)
} catch (error) {
  progress.end()
  if (!(error instanceof ServiceRefused) && !(error instanceof Unreachable)) throw error
  console.error(`${baseUrl} gave no list of chains. ${error.message}${apiKey ? '' : ' TIDEGATE_API_KEY is not set.'}`)
  process.exitCode = 1
}

function readArguments() {
  try {
    const options = {
      address: { type: 'string', multiple: true, default: [] },
      rpc: { type: 'string', multiple: true, default: [] },
      'public-rpc': { type: 'boolean', default: false },
      out: { type: 'string', default: 'tidegate.chains.json' },
      force: { type: 'boolean', default: false },
    }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [url, ...others] = positionals
    if (others.length > 0 || !/^https?:\/\/[^?#]+$/.test(url ?? '') || !URL.canParse(url)) complain(usage)
    if (existsSync(values.out) && !values.force)
      complain(`${values.out} exists; --force writes over it, --out elsewhere.`)
    const rpcTargets = new Map(values.rpc.map(readNode))
    return {
      baseUrl: url.replace(/\/+$/, ''),
      addresses: values.address,
      rpcTargets,
      usesPublicNodes: values['public-rpc'],
      file: values.out,
    }
  } catch (error) {
    complain(`${error.message}\n${usage}`)
  }
}

function readNode(text) {
  const [, chainId, url] = /^(\d{1,15})=(https?:\/\/.+)$/.exec(text) ?? []
  if (url === undefined || !URL.canParse(url)) complain(`--rpc ${text} is not of the form 1=https://node.example.`)
  return [Number(chainId), url]
}

function complain(message) {
  console.error(message)
  process.exit(badInput)
}

/** The chains of viem's list by chain id; the first one with an id counts. */
async function publicNetworks() {
  const chains = Object.values(await import('viem/chains'))
  const found = new Map()
  for (const { id, name, nativeCurrency, blockExplorers, rpcUrls } of chains) {
    if (found.has(id)) continue
    const explorerUrl = blockExplorers?.default.url.replace(/\/+$/, '')
    found.set(id, {
      ...{ chainId: id, name, nativeCurrency, publicRpcUrl: rpcUrls.default.http[0] },
      explorerUrl: explorerUrl?.startsWith('https://') ? explorerUrl : undefined,
    })
  }
  return found
}

async function request(path, body) {
  const headers = {
    accept: 'application/json',
    ...(apiKey ? { 'x-api-key': apiKey } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body }
  const answer = await reach(baseUrl + path, { ...init, redirect: 'manual' })
  return {
    status: answer.status,
    contentType: answer.headers.get('content-type') ?? undefined,
    retryAfter: answer.headers.get('retry-after') ?? undefined,
    receivedAt: Date.now(),
    text: await answer.text(),
  }
}

async function ask(chainId, method, params) {
  const url = nodes.get(chainId)
  if (url === undefined) throw new Unreachable(`No node of chain ${chainId} is known.`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await reach(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = await answer.json()
  if (error) throw new Error(error.message)
  return result
}

async function isImage(url) {
  const answer = await reach(url, { redirect: 'error' }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true && (answer.headers.get('content-type') ?? '').startsWith('image/')
}

async function reach(url, init) {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })
  } catch (error) {
    throw new Unreachable(`It cannot be reached: ${error.cause?.message ?? error.message}.`)
  }
}
