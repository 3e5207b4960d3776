import { afterAll, describe, expect, test } from 'vitest'
import { verifyDeployment } from '../../src/gateway/node/verify'
import { pageExamples } from '../../src/gateway/site/pages'
import type { Site } from '../../src/gateway/site/site'
import { endCommands, startCommand } from './command'
import { buildGateway, deployment, honestService, jsonResponse, origin, site as packedSite } from './testGateway'

/** Uncompressed, because an in-memory response is not decompressed as in a browser. */
const site: Site = new Map([...packedSite].map(([path, asset]) => [path, { ...asset, brotli: undefined }]))
const changedFile = '/assets/index-B1c2D3e4.js'

/** The differences that verification finds between this deployment and the build. */
async function differencesOf(serve: (request: Request) => Response | Promise<Response>): Promise<readonly string[]> {
  return (await verifyDeployment(origin, site, async (request) => serve(request))).differences
}

function served(theirs: Site = site, settings = deployment): (request: Request) => Response | Promise<Response> {
  const { app } = buildGateway(honestService, { site: theirs, deployment: settings })
  return (request) => app.fetch(request)
}

/** The build with one byte of one file changed. */
function withFlippedByte(path: string, build = site): Site {
  const asset = build.get(path)
  if (!asset) throw new Error(`There is no ${path}.`)
  const bytes = new Uint8Array(asset.bytes)
  bytes.set([bytes[5]! ^ 1], 5)
  return new Map([...build, [path, { ...asset, bytes }]])
}

describe('verification of a deployment against the build (A-02)', () => {
  test('finds no difference with the same bytes and headers, for any settings', async () => {
    const chains = [{ ...deployment.chains[0]!, rpcUrls: ['https://other.example'], wsUrl: undefined }]
    const { differences, paths, connections } = await verifyDeployment(origin, site, async (request) =>
      served(site, { ...deployment, chains })(request),
    )
    expect(differences).toEqual([])
    expect(paths).toEqual([...pageExamples, changedFile, '/logo.svg'])
    expect(connections).toBe("'self' https://other.example")
  })

  test('lists the contracts that its settings trust, and quotes their text, so that it cannot pass for ours', async () => {
    const [chain] = deployment.chains
    const chains = [
      { ...chain!, trusted: ['0xRouter', '0xBridge'], positionManager: '0xManager' },
      { ...chain!, chainId: 7, name: 'Bare\u001b[2J"\nOn Harbor' },
      { ...chain!, chainId: 8, kind: 'solana' as const, name: 'Reef', trusted: ['Maker', 'Vault'] },
      { ...chain!, chainId: 9, kind: 'solana' as const, name: 'Bay', trusted: ['Maker'], escrows: ['native:Vault\n'] },
    ]
    const { differences, trusted } = await verifyDeployment(origin, site, async (request) =>
      served(site, { ...deployment, chains })(request),
    )
    expect(differences).toEqual([])
    expect(trusted).toEqual([
      'On Harbor (741001) it vouches for 0xRouter, 0xBridge, and names position manager 0xManager.',
      'On "Bare\\u001b[2J\\"\\nOn Harbor" (7) it vouches for no contract, and names no position manager.',
      'On Reef (8) it vouches for Maker, Vault, lets deposits for other chains go to any of them, and names no position manager.',
      'On Bay (9) it vouches for Maker, lets deposits for other chains go to "native:Vault\\n", and names no position manager.',
    ])
  })

  test.each([
    [changedFile, [changedFile]],
    ['/logo.svg', ['/logo.svg']],
    ['/index.html', pageExamples],
  ])('names %s when one byte of it differs', async (path, named) => {
    const differences = await differencesOf(served(withFlippedByte(path)))
    expect(differences.map((difference) => difference.split(' ')[0])).toEqual(named)
    for (const difference of differences)
      expect(difference).toMatch(/is not what was built here: sha256 \w{64} instead of/)
  })

  test('names a translated page that differs', async () => {
    const page = site.get('/index.html')!
    const german = new Map([...site, ['/de/pools.html', page], ['/de/missing.html', page]])
    const theirs = served(withFlippedByte('/de/pools.html', german))
    const { differences } = await verifyDeployment(origin, german, async (request) => theirs(request))
    expect(differences.map((difference) => difference.split(' ')[0])).toEqual(['/pools?lang=de'])
  })

  test('names a file that is changed for some browsers only, or every second time', async () => {
    const [good, bad] = [served(), served(withFlippedByte(changedFile))]
    let asked = 0
    const differences = await differencesOf((request) => {
      const isMeant = request.url.endsWith(changedFile) && /iPhone/.test(request.headers.get('user-agent') ?? '')
      return isMeant && asked++ % 2 === 1 ? bad(request) : good(request)
    })
    expect(differences).toHaveLength(1)
    expect(differences[0]).toContain(changedFile)
  })

  test('names settings that differ for some browsers, or every second time', async () => {
    const bad = served(site, { ...deployment, name: 'Another' })
    const good = served()
    const isSettings = ({ url }: Request) => url.endsWith('/config.json')
    const complaint = /^\/config\.json is not the same for everybody and each time/
    const some = await differencesOf((request) =>
      isSettings(request) && /Firefox/.test(request.headers.get('user-agent') ?? '') ? bad(request) : good(request),
    )
    expect(some).toEqual([expect.stringMatching(complaint)])
    let asked = 0
    const second = await differencesOf((request) =>
      isSettings(request) && asked++ % 2 === 1 ? bad(request) : good(request),
    )
    expect(second).toEqual([expect.stringMatching(complaint)])
  })

  test('verification does not trust settings that only this command receives', async () => {
    const [good, bad] = [served(), served(site, { ...deployment, chains: [] })]
    const { differences, trusted } = await verifyDeployment(origin, site, async (request) => {
      const isBrowser = /^Mozilla/.test(request.headers.get('user-agent') ?? '')
      return isBrowser ? good(request) : bad(request)
    })
    expect(differences).toEqual([])
    expect(trusted).toHaveLength(deployment.chains.length)
  })

  test('names a weaker header, and a page that redirects', async () => {
    const good = served()
    const weak = await differencesOf(async (request) => {
      const response = await good(request)
      if (new URL(request.url).pathname !== '/swap') return response
      const policy = response.headers.get('content-security-policy') ?? ''
      response.headers.set('content-security-policy', policy.replace("script-src 'self'", "script-src 'self' https:"))
      return response
    })
    expect(weak).toHaveLength(1)
    expect(weak[0]).toMatch(/^\/swap has another content-security-policy: ".*https:/)
    const moved = await differencesOf((request) =>
      request.url.endsWith('/pools') ? new Response(null, { status: 302, headers: { location: '/' } }) : good(request),
    )
    expect(moved).toEqual(['/pools answers with 302 instead of 200.'])
  })

  test('fails without settings or without an answer', async () => {
    await expect(differencesOf(() => jsonResponse('<html>'))).rejects.toThrow(
      '/config.json has no settings of this app.',
    )
    await expect(differencesOf(() => Promise.reject(new Error('gone')))).rejects.toThrow('does not answer: gone.')
  })
})

describe('npm run verify (A-02)', () => {
  afterAll(() => endCommands())

  test('prints its usage when no address is given', async () => {
    const command = startCommand('verify', {})
    expect(await command.ends).toBe(1)
    expect(command.complaints()).toContain('npm run verify -- https://')
  })
})
