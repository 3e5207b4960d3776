import { spawn } from 'node:child_process'
import { root } from './project.mjs'

const running = new Set()

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.prependListener(signal, () => {
    const ownsTheMoment = running.size > 0 || process.listenerCount(signal) === 1
    for (const child of running) end(child, 'SIGTERM')
    if (ownsTheMoment) process.exit(code)
  })
}

/**
 * Runs a program to its end and returns `{ code, output }`. With `show` its output is printed as it arrives. A program
 * without output for `timeout` milliseconds is considered to hang, and is ended with all its children. It also ends
 * when this process is ended.
 */
export function runTool(command, args, { show = false, timeout, env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...(show && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that ending it reaches its children.
      detached: process.platform !== 'win32',
    })
    running.add(child)
    let output = ''
    let hangs = false
    let watch = watchSilence()
    for (const [stream, screen] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding('utf8').on('data', (text) => {
        if (show) screen.write(text)
        else output += text
        clearTimeout(watch)
        watch = watchSilence()
      })
    }
    child.on('error', (error) => {
      running.delete(child)
      clearTimeout(watch)
      reject(error)
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      clearTimeout(watch)
      resolve({ code: code ?? (signal ? 1 : 0), output, hangs })
    })

    function watchSilence() {
      if (timeout === undefined) return undefined
      return setTimeout(() => {
        hangs = true
        end(child, 'SIGKILL')
      }, timeout)
    }
  })
}

/** Runs a Node program of one of our packages, by its file. */
export function runScript(file, args, options) {
  return runTool(process.execPath, [file, ...args], options)
}

function end(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has already ended.
  }
}
