import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appFolder, build } from '../../bin/parts/build.mjs'
import { readSite } from '../../src/gateway/node/files'
import { type HttpServer, listen } from '../../src/gateway/node/server'
import type { Site } from '../../src/gateway/site/site'
import { endCommands, startCommand } from './command'
import { buildGateway, honestService } from './testGateway'

/* The command builds the app from its sources each time, which takes a minute: `verify.test.ts` has its judgement. */

/** The build with one byte of one file changed. */
function withFlippedByte(path: string, build: Site): Site {
  const asset = build.get(path)
  if (!asset) throw new Error(`There is no ${path}.`)
  const bytes = new Uint8Array(asset.bytes)
  bytes.set([bytes[5]! ^ 1], 5)
  return new Map([...build, [path, { ...asset, bytes }]])
}

describe('npm run verify (A-02)', () => {
  const servers: HttpServer[] = []
  let built: Site = new Map()

  beforeAll(async () => {
    await build()
    built = await readSite(appFolder)
  })
  afterAll(async () => {
    await endCommands()
    await Promise.all(servers.map((server) => server.close(0)))
  })

  async function deploy(theirs: Site): Promise<string> {
    const server = await listen({ port: 0, host: '127.0.0.1' })
    servers.push(server)
    const { app } = buildGateway(honestService, { site: theirs })
    server.serve((request, env) => app.fetch(request, env))
    return server.url
  }

  test('reports a match for a deployment of this build, built again from the sources regardless of dist', async () => {
    const url = await deploy(built)
    const planted = join(appFolder, 'assets', 'planted-0a1b2c3d.js')
    writeFileSync(planted, 'steal()')
    const command = startCommand('verify', {}, [url])
    expect(await command.ends.finally(() => rmSync(planted))).toBe(0)
    const [, count = ''] = / serves what was built here: (\d+) files and pages/.exec(command.lines()[0] ?? '') ?? []
    expect(Number(count)).toBeGreaterThanOrEqual(built.size)
    expect(command.lines()).toContain('On Harbor (741001) it vouches for no contract, and names no position manager.')
  })

  test('exits with 1 and the name of a changed file, even when only its uncompressed form is changed', async () => {
    const path = [...built.keys()].find((file) => /\/foundation-.*\.js$/.test(file))!
    const command = startCommand('verify', {}, [await deploy(withFlippedByte(path, built))])
    expect(await command.ends).toBe(1)
    expect(command.complaints()).toContain(`${path} is not what was built here`)
  })
})
