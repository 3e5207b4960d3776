import { Agent, get } from 'node:http'

/*
 * A separate process, so that its CPU time does not count as the measured program's. Requests one URL repeatedly on the
 * given number of connections, and prints the number of responses and their durations as JSON.
 */
const { url, encoding, connections, seconds } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const headers = encoding === 'identity' ? {} : { 'accept-encoding': encoding }
const times = []
/** Unexpected responses and their counts. */
const wrong = {}
let bytes = 0
const end = performance.now() + seconds * 1_000

await Promise.all(Array.from({ length: connections }, askAgainAndAgain))
agent.destroy()
times.sort((a, b) => a - b)
console.log(JSON.stringify({ answers: times.length, p99: times[Math.floor(times.length * 0.99)], bytes, wrong }))

async function askAgainAndAgain() {
  while (performance.now() < end) {
    const began = performance.now()
    const fault = await faultOfAnswer()
    if (fault === undefined) times.push(performance.now() - began)
    else wrong[fault] = (wrong[fault] ?? 0) + 1
  }
}

/** `undefined` when the whole body came in the encoding that was asked for. */
function faultOfAnswer() {
  return new Promise((resolve) => {
    get(url, { agent, headers }, (response) => {
      const { statusCode, headers: got } = response
      const isAsked = statusCode === 200 && (got['content-encoding'] ?? 'identity') === encoding
      response.on('data', (chunk) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(isAsked ? undefined : `${statusCode} ${got['content-encoding'] ?? ''}`))
      response.on('error', ({ code }) => resolve(code))
    }).on('error', ({ code }) => resolve(code))
  })
}
