import { Agent, get } from 'node:http'

/*
 * A process of its own, so that the time it takes is not the measured program's: asks for one address over and over, on
 * as many connections as it is told, and prints how many answers came and how long they took, as JSON.
 */
const { url, encoding, connections, seconds } = JSON.parse(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const headers = encoding === 'identity' ? {} : { 'accept-encoding': encoding }
const times = []
/** What came instead of the answer, and how often. */
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
