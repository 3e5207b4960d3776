import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { noticeFromFile } from '../../src/gateway/node/files'
import { parseNoticeFile } from '../../src/gateway/notice'
import { buildGateway, honestService } from './testGateway'

const folder = mkdtempSync(join(tmpdir(), 'tidegate-notice-'))
const file = join(folder, 'notice.json')
afterAll(() => rmSync(folder, { recursive: true }))

describe('parsing a notice (A-06)', () => {
  test.each([undefined, '{"halt":false}', '{"halt":false,"message":"soon"}'])('%s does not halt', (text) =>
    expect(parseNoticeFile(text)).toEqual({ halt: false, message: '' }),
  )

  test('halts with its message', () => {
    const text = '{"halt":true,"message":"A router is broken."}'
    expect(parseNoticeFile(text)).toEqual({ halt: true, message: 'A router is broken.' })
    expect(parseNoticeFile('{"halt":true}')).toEqual({ halt: true, message: '' })
  })

  test.each([
    '',
    'halt',
    '{}',
    '{"Halt":true}',
    '{"message":"soon"}',
    '[]',
    'null',
    'true',
    '{"halt":',
    '{"halt":"yes"}',
    '{"halt":1}',
    '{"halt":null}',
  ])('%s is invalid and halts', (text) => expect(parseNoticeFile(text).halt).toBe(true))
})

describe('a gateway with a notice (A-06)', () => {
  const build = () => buildGateway(honestService, { notice: noticeFromFile(file) })
  const reported = async ({ ask }: ReturnType<typeof build>) => (await ask('/notice.json')).json()

  test('serves it, as the file is at that moment', async () => {
    const gateway = build()
    expect(await reported(gateway)).toEqual({ halt: false, message: '' })
    writeFileSync(file, '{"halt":true,"message":"Until noon."}')
    expect(await reported(gateway)).toEqual({ halt: true, message: 'Until noon.' })
    expect((await gateway.ask('/notice.json')).headers.get('cache-control')).toBe('no-store')
    rmSync(file)
    expect(await reported(gateway)).toEqual({ halt: false, message: '' })
  })

  test('forwards nothing that leads to a signature while halted, and everything else', async () => {
    const { ask, post, state } = build()
    const quote = () => post('/api/swap/native', '{"tokenAId":1}')
    const deposit = () => post('/api/amm/interactions/add', '{"amountA":1}')
    expect((await quote()).status).toBe(201)
    writeFileSync(file, '{"halt":true,"message":"Until noon."}')
    const asked = state.upstream.length
    const answers = [await quote(), await deposit()]
    // The status shows that a deposit was not made; a quote may be retried.
    expect(answers.map(({ status }) => status)).toEqual([503, 423])
    for (const answer of answers)
      expect(await answer.json()).toEqual({ message: 'Until noon.', data: null, status: false })
    expect(state.upstream).toHaveLength(asked)
    for (const path of ['/api/blockchain', '/config.json', '/healthz', '/swap'])
      expect((await ask(path)).status, path).toBe(200)
    rmSync(file)
    expect((await deposit()).status).toBe(201)
  })

  test('without the setting serves "not halted"', async () => {
    const { ask } = buildGateway()
    expect(await (await ask('/notice.json')).json()).toEqual({ halt: false, message: '' })
    expect((await ask('/notice.json', { method: 'POST' })).status).toBe(405)
  })
})
