import { createServer, get } from 'node:http'

/*
 * A process of its own, for comparison: Node's HTTP server and nothing else. It keeps what another server answers, and
 * sends the same bytes and headers again, chosen by the first segment of the path, which is the encoding. It looks at no
 * header, counts nothing and sets no limit, so that no server on Node's HTTP is faster.
 */
const { KEEPS_FROM: from, KEEPS_PATHS: paths, KEEPS_ENCODINGS: encodings } = process.env
const kept = new Map()
for (const path of paths.split(' '))
  for (const encoding of encodings.split(' ')) kept.set(`/${encoding}${path}`, await answerOf(path, encoding))

const server = createServer((request, response) => {
  const { headers, body } = kept.get(request.url)
  response.writeHead(200, headers)
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () =>
  console.log(`Node that keeps is ready on http://127.0.0.1:${server.address().port}`),
)

/** The third answer: by then the other server keeps it, too. */
async function answerOf(path, encoding) {
  await ask(path, encoding)
  await ask(path, encoding)
  return ask(path, encoding)
}

function ask(path, encoding) {
  return new Promise((resolve, reject) => {
    const headers = encoding === 'identity' ? {} : { 'accept-encoding': encoding }
    get(from + path, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ headers: listed(response.rawHeaders, body.length), body })
    }).on('error', reject)
  })
}

/** Names and values in turns; Node adds the rest itself. */
function listed(rawHeaders, length) {
  const ofNode = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']
  const names = rawHeaders.filter((_, place) => place % 2 === 0)
  const others = names.flatMap((name, place) =>
    ofNode.includes(name.toLowerCase()) ? [] : [name, rawHeaders[place * 2 + 1]],
  )
  return [...others, 'content-length', String(length)]
}
