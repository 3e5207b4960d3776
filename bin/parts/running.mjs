import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { inProject } from './project.mjs'

/** Starts one of our commands on a free port and waits until it prints that it is ready. */
export async function startReady(name, environment = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, [inProject('bin', `${name}.mjs`)], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const url = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
      const [, found] = /ready on (\S+)/.exec(said) ?? []
      if (found) resolve(found)
    })
    let complained = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complained += text
    })
    child.on('close', (code) => reject(new Error(`${name} ended with ${code}.\n${complained}`)))
  })
  return {
    url,
    pid: child.pid,
    milliseconds: performance.now() - started,
    stop: () =>
      new Promise((resolve) => {
        process.off('exit', endWithUs)
        child.on('close', resolve)
        child.kill('SIGTERM')
      }),
  }
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

export function freePort() {
  return new Promise((resolve) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}
