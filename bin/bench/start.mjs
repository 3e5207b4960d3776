import { readFileSync } from 'node:fs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'From npm start to the first quote (installed and built)'

const runs = 5

export async function measure() {
  const usual = await times({})
  const bare = await times({ TIDEGATE_HISTORY_DAYS: '0' })
  return {
    columns: ['start', 'median ms', 'fastest', 'slowest', 'memory MB'],
    rows: [row('with the usual history', usual), row('without history', bare)],
    notes: ['Memory is the gateway with the exchange, without the chains’ engines, when it becomes ready.'],
  }
}

async function times(environment) {
  const measured = []
  for (let run = 0; run < runs; run++) {
    const app = await startReady('start', environment)
    measured.push({ milliseconds: app.milliseconds, megabytes: residentMegabytes(app.pid) })
    await app.stop()
  }
  return measured
}

function row(name, measured) {
  const milliseconds = measured.map((one) => Math.round(one.milliseconds))
  const memory = median(measured.map(({ megabytes }) => megabytes))
  return [name, median(milliseconds), Math.min(...milliseconds), Math.max(...milliseconds), memory ?? '']
}

/** Resident memory from /proc (Linux only); elsewhere the column stays empty. */
function residentMegabytes(pid) {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}
