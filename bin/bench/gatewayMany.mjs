import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chainWith, envelope, poolRecords } from '../parts/benchRecords.mjs'
import { findProgram } from '../parts/debian.mjs'
import { inProject } from '../parts/project.mjs'
import { freePort, startReady } from '../parts/running.mjs'
import { temporaryFolder } from '../parts/temporaryFolder.mjs'

export const title = 'Many gateways: what the service is asked'
/** It needs nginx and redis-server. */
export const isOnlyByName = true

const visitors = 60
const seconds = 11
const list = '/api/amm/pool/all/Harbor'
const deposits = '/api/amm/interactions/add'

/**
 * Sixty visitors who poll a list, and one deposit posted six times in parallel, for each proxy in front of the
 * gateways.
 */
export async function measure() {
  const folder = temporaryFolder('many')
  mkdirSync(folder, { recursive: true })
  const service = await startService()
  const redisPort = await freePort()
  const redis = start('redis-server', ['--port', redisPort, '--bind', '127.0.0.1', '--save', '', '--dir', folder])
  try {
    const rows = []
    const alone = await startGateways(1, service.url)
    rows.push(await count('one gateway', alone, service))
    await stopAll(alone)
    const three = await startGateways(3, service.url)
    rows.push(await count('three gateways, round robin', three, service))
    const nginx = await startNginx(folder, three)
    rows.push(await count('three gateways, CDN: deploy/nginx-many.conf', [nginx], service))
    await stopAll([...three, nginx])
    const sharing = await startGateways(3, service.url, { TIDEGATE_STORE: `redis://127.0.0.1:${redisPort}` })
    rows.push(await count('three gateways, store: Redis, round robin', sharing, service))
    await stopAll(sharing)
    return {
      columns: ['in front of the service', 'answers', 'failed', 'p99 ms', `calls in ${seconds} s`, 'deposits of six'],
      rows,
      notes: [
        `${visitors} visitors ask for a list twice a second, for ${seconds} s; the same deposit is posted six times at once.`,
        'Once in five seconds is at most three calls.',
      ],
    }
  } finally {
    await redis.stop()
    service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `fronts` are asked in turn, as a balancer does. */
async function count(name, fronts, service) {
  let turn = 0
  const next = () => fronts[turn++ % fronts.length].url
  const times = []
  let failed = 0
  const asked = service.count(list)
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1_000
  const visitor = async () => {
    while (elapsed() < seconds) {
      const began = performance.now()
      const isFine = await fetch(next() + list).then(
        async (response) => (await response.arrayBuffer()) && response.ok,
        () => false,
      )
      if (!isFine) failed++
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
  const calls = service.count(list) - asked
  const sent = service.count(deposits)
  const deposit = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"amountA":1}' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => fetch(next() + deposits, deposit)))
  failed += answers.filter(({ ok }) => !ok).length
  times.sort((a, b) => a - b)
  const p99 = Math.round(times[Math.floor(times.length * 0.99)])
  return [name, times.length, failed, p99, calls, service.count(deposits) - sent]
}

function startGateways(number, service, environment = {}) {
  const settings = { TIDEGATE_BASE_URL: service, TIDEGATE_TRUSTED_PROXIES: '1', ...environment }
  return Promise.all(Array.from({ length: number }, () => startReady('serve', settings)))
}

const stopAll = (servers) => Promise.all(servers.map(({ stop }) => stop()))

/** A service that counts its requests and delays deposits. */
async function startService() {
  const counts = new Map()
  const body = envelope(poolRecords(100))
  const chains = envelope([{ ...chainWith(0), id: 1, name: 'Harbor', chainId: 741_001 }])
  const server = createServer((request, response) => {
    counts.set(request.url, (counts.get(request.url) ?? 0) + 1)
    const answer = () =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(request.url === '/api/blockchain' ? chains : body)
    setTimeout(answer, request.method === 'POST' ? 300 : 20)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    count: (path) => counts.get(path) ?? 0,
    stop: () => server.close().closeAllConnections(),
  }
}

/** The file of deploy/ without TLS, in front of these gateways. */
async function startNginx(folder, gateways) {
  const port = await freePort()
  const conf = ['4173', '4174', '4175']
    .reduce(
      (text, from, place) => text.replaceAll(`127.0.0.1:${from}`, new URL(gateways[place].url).host),
      readFileSync(inProject('deploy', 'nginx-many.conf'), 'utf8'),
    )
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replace('/var/cache/nginx-tidegate', join(folder, 'cache'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
  const user = process.getuid() === 0 ? 'user root; ' : ''
  const head = `${user}daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `${head}\nhttp { access_log off; ${temporary.join(' ')}\n${conf}\n}`)
  const nginx = start('nginx', ['-c', file, '-e', join(folder, 'errors')])
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 50; tries++) {
    const isUp = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { url, stop: nginx.stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nginx does not answer on ${url}.`)
}

function start(name, args) {
  const program = findProgram(name)
  if (program === undefined) throw new Error(`This needs ${name}.`)
  const child = spawn(program, args.map(String), { stdio: 'ignore' })
  const closed = new Promise((resolve) => child.once('close', resolve))
  return {
    stop: () => {
      child.kill('SIGTERM')
      return closed
    },
  }
}
