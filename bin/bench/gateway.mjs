import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chainWith, envelope, poolRecords } from '../parts/benchRecords.mjs'
import { inProject } from '../parts/project.mjs'
import { freePort, median, startReady } from '../parts/running.mjs'
import { temporaryFolder } from '../parts/temporaryFolder.mjs'

export const title = 'The gateway beside nginx with a cache of five seconds, and beside Node alone'
/** It needs nginx, and a computer with nothing else to do. */
export const isOnlyByName = true

const connections = 64
const seconds = 3
const rounds = 5
/** Bytes of the list of pools, by its network. */
const sizes = { Harbor: 65_000, Delta: 182_000 }
const encodings = ['identity', 'gzip', 'br']

/** Lists of two lengths, asked for on 64 connections: by rate, by processor time, and what the service was asked. */
export async function measure() {
  requireNginx()
  const service = await startService()
  const gateway = await startReady('start', { TIDEGATE_BASE_URL: service.url, TIDEGATE_API_KEY: 'bench' })
  const nginx = await startNginx(service.url)
  const node = await startReady('parts/nodeThatKeeps', {
    KEEPS_FROM: gateway.url,
    KEEPS_PATHS: Object.keys(sizes).map(pathOf).join(' '),
    KEEPS_ENCODINGS: encodings.join(' '),
  })
  const servers = [
    { name: 'gateway', url: gateway.url, pid: gateway.pid, encodings },
    { name: 'Node that keeps', url: node.url, pid: node.pid, encodings, isByPath: true },
    // Debian's nginx has no brotli of its own; the second one keeps what the service compressed.
    { name: 'nginx that compresses', url: nginx.compressing, pid: nginx.pid, encodings: ['identity', 'gzip'] },
    { name: 'nginx that keeps', url: nginx.keeping, pid: nginx.pid, encodings: ['gzip', 'br'] },
  ]
  try {
    const rows = []
    for (const network of Object.keys(sizes))
      for (const encoding of encodings) rows.push(...(await compare(servers, network, encoding, service)))
    return {
      columns: [
        'list',
        'server',
        'answers/s',
        'p99 ms',
        'answers per CPU s',
        'of the best nginx',
        'of Node alone',
        'memory MB',
        'asked',
      ],
      rows,
      notes: [
        `${connections} connections, medians of ${rounds} interleaved runs of ${seconds} s; the loader is a process of its own.`,
        'Node that keeps: nothing but node:http, which sends what the gateway answered: no server on it does better.',
        'CPU s: of the server and its children. Asked: the most often that the service was asked in one run.',
      ],
    }
  } finally {
    await nginx.stop()
    await node.stop()
    await gateway.stop()
    await service.stop()
  }
}

async function compare(servers, network, encoding, service) {
  const able = servers.filter((server) => server.encodings.includes(encoding))
  const runs = able.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [place, server] of able.entries()) runs[place].push(await run(server, network, encoding, service))
  const perCpu = runs.map((all) => median(all.map(({ answers, cpu }) => answers / cpu)))
  const best = Math.max(...perCpu.filter((_, place) => able[place].name.startsWith('nginx')))
  const alone = perCpu[able.findIndex(({ isByPath }) => isByPath)]
  return able.map(({ name }, place) => [
    `${sizes[network] / 1_000} kB ${encoding}`,
    name,
    Math.round(median(runs[place].map(({ answers }) => answers / seconds))),
    Math.round(median(runs[place].map(({ p99 }) => p99))),
    Math.round(perCpu[place]),
    name.startsWith('nginx') ? '' : (perCpu[place] / best).toFixed(2),
    name === 'gateway' ? (perCpu[place] / alone).toFixed(2) : '',
    Math.round(Math.max(...runs[place].map(({ megabytes }) => megabytes))),
    Math.max(...runs[place].map(({ asked }) => asked)),
  ])
}

async function run({ url, pid, isByPath = false }, network, encoding, service) {
  const address = `${url}${isByPath ? `/${encoding}` : ''}${pathOf(network)}`
  const question = { url: address, encoding, connections, seconds }
  const [asked, before] = [service.asked(), cpuSeconds(pid)]
  const { stdout } = await promisify(execFile)(process.execPath, [
    inProject('bin', 'parts', 'loadGenerator.mjs'),
    JSON.stringify(question),
  ])
  const { answers, p99, wrong } = JSON.parse(stdout)
  if (Object.keys(wrong).length > 0) throw new Error(`${question.url} (${encoding}) answered ${JSON.stringify(wrong)}.`)
  const cpu = cpuSeconds(pid) - before
  return { answers, p99, cpu, megabytes: megabytes(pid), asked: service.asked() - asked }
}

function pathOf(network) {
  return `/api/amm/pool/all/${network}`
}

/** A service with a list for each size, compressed as it is asked for; counts the questions. */
async function startService() {
  const bodies = new Map(Object.entries(sizes).map(([network, bytes]) => [pathOf(network), bodyOf(bytes)]))
  const chains = Object.keys(sizes).map((name, place) => ({
    ...chainWith(0),
    id: place + 1,
    name,
    chainId: 741_001 + place,
  }))
  let asked = 0
  const server = createServer((request, response) => {
    const forms = bodies.get(request.url)
    const wanted = encodings.find((encoding) => request.headers['accept-encoding'] === encoding) ?? 'identity'
    const encoding = wanted === 'identity' ? {} : { 'content-encoding': wanted }
    if (forms) asked++
    const body = forms ? forms[wanted] : envelope(chains)
    response.writeHead(200, { 'content-type': 'application/json', ...(forms && encoding) }).end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    asked: () => asked,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** As many records as come nearest to this length. */
function bodyOf(bytes) {
  const one = envelope(poolRecords(100)).length / 100
  const identity = Buffer.from(envelope(poolRecords(Math.round(bytes / one))))
  return { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) }
}

function requireNginx() {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  } catch {
    throw new Error('This needs nginx: apt-get install -y nginx-light')
  }
}

/** One nginx with two ports, one worker: it compresses each answer again, or keeps the service's compressed answers. */
async function startNginx(service) {
  const folder = temporaryFolder('nginx')
  mkdirSync(folder, { recursive: true })
  const [compressing, keeping] = [await freePort(), await freePort()]
  const kept = (name) => `proxy_cache_path ${folder}/${name} keys_zone=${name}:1m;`
  const cached = (name) => `proxy_pass ${service}; proxy_cache ${name}; proxy_cache_valid 200 5s; proxy_cache_lock on;
    proxy_cache_use_stale updating error timeout; proxy_cache_background_update on;`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`)
  const config = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
${process.getuid() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary.join(' ')}
  ${kept('plain')} ${kept('packed')}
  server { listen 127.0.0.1:${compressing}; gzip on; gzip_types application/json; gzip_http_version 1.1;
    location / { proxy_set_header accept-encoding ''; ${cached('plain')} } }
  server { listen 127.0.0.1:${keeping};
    location / { proxy_set_header accept-encoding $http_accept_encoding; proxy_cache_key $uri$http_accept_encoding;
      ${cached('packed')} } }
}`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complained = []
  child.stderr.on('data', (text) => complained.push(text))
  child.on('exit', (code) => code && console.error(`nginx ended with ${code}: ${complained.join('')}`))
  const address = (port) => `http://127.0.0.1:${port}`
  await answering(address(compressing))
  return {
    pid: child.pid,
    compressing: address(compressing),
    keeping: address(keeping),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(url) {
  for (let tries = 0; tries < 50; tries++) {
    const isUp = await fetch(`${url}/up`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nginx does not answer on ${url}.`)
}

/** Of a process and all below it, as Linux counts it (in hundredths of a second). */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) / 100
  return own + childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0)
}

function megabytes(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(kilobytes) / 1024 + childrenOf(pid).reduce((sum, child) => sum + megabytes(child), 0)
}

function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
}
