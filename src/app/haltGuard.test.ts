import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import type { OperatorNotice } from '../components/services'
import type { Step } from '../guard/plan'
import type { Cancellation, PendingTransaction } from '../orders/actions/cancellation'
import type { Executor } from '../orders/executor'
import { failureOf } from '../orders/failure'
import { createHaltCheck, Halted, withHaltCheck } from './haltGuard'
import { askNotice, readNotice } from './notice'

const calm: OperatorNotice = { halt: undefined }
const step = {} as Step
const gateway = { apiBase: '' }

function executorWith(ensureReady: Executor['ensureReady']): Executor {
  return {
    ensureReady,
    createAnchor: () => Promise.reject(new Error('Nothing is marked.')),
    send: () => Promise.reject(new Error('Nothing is sent.')),
    getStatus: async () => ({ is: 'not seen' }),
    toFailure: (error) => failureOf('unknown', String(error)),
  }
}

describe('a halted deployment (A-06)', () => {
  test('it blocks every wallet request, with the reason of the operator', async () => {
    const ensureReady = vi.fn(async () => {})
    let notice: OperatorNotice = { halt: 'A router is broken.' }
    const executor = withHaltCheck(
      executorWith(ensureReady),
      createHaltCheck(new QueryClient(), async () => notice),
    )
    const refusal = await executor.ensureReady(step).catch((error: unknown) => error)
    expect(ensureReady).not.toHaveBeenCalled()
    expect(executor.toFailure(refusal)).toEqual({
      code: 'refused',
      facts: { is: 'halted', message: 'A router is broken.' },
      detail: undefined,
    })
    notice = calm
    await executor.ensureReady(step)
    expect(ensureReady).toHaveBeenCalledTimes(1)
  })

  test('asks for no cancellation either', async () => {
    const cancel = vi.fn(async () => {})
    const executor = { ...executorWith(async () => {}), cancel }
    let notice: OperatorNotice = { halt: 'A router is broken.' }
    const guarded = withHaltCheck(
      executor,
      createHaltCheck(new QueryClient(), async () => notice),
    )
    const pending = {} as PendingTransaction
    const cancellation = {} as Cancellation
    await expect(guarded.cancel?.(pending, cancellation)).rejects.toThrow(Halted)
    expect(cancel).not.toHaveBeenCalled()
    notice = calm
    await guarded.cancel?.(pending, cancellation)
    expect(cancel).toHaveBeenCalledWith(pending, cancellation)
  })

  test('it keeps watching sent transactions', async () => {
    const insist = createHaltCheck(new QueryClient(), async () => ({ halt: '' }))
    const anchor = { kind: 'evm', account: '0x1', nonce: 1, block: 1n } as const
    expect(
      await withHaltCheck(
        executorWith(async () => {}),
        insist,
      ).getStatus(step, anchor, undefined),
    ).toEqual({ is: 'not seen' })
  })

  test('stays as it was read last when it cannot be read any more', async () => {
    const queries = new QueryClient()
    await expect(createHaltCheck(queries, async () => ({ halt: 'Halted.' }))()).rejects.toThrow(Halted)
    const silent = () => Promise.reject(new Error('no answer'))
    await expect(createHaltCheck(queries, silent)()).rejects.toThrow('Halted.')
    await createHaltCheck(queries, async () => calm)()
    await expect(createHaltCheck(queries, silent)()).resolves.toBeUndefined()
  })

  test('it gets no requests until the halt state can be read, and then does', async () => {
    const ensureReady = vi.fn(async () => {})
    const silent = () => Promise.reject(new Error('no answer'))
    let notice: () => Promise<OperatorNotice> = silent
    const executor = withHaltCheck(
      executorWith(ensureReady),
      createHaltCheck(new QueryClient(), () => notice()),
    )
    const refusal = await executor.ensureReady(step).catch((error: unknown) => error)
    expect(ensureReady).not.toHaveBeenCalled()
    expect(executor.toFailure(refusal)).toEqual({
      code: 'refused',
      facts: { is: 'halt unknown' },
      detail: undefined,
    })
    notice = async () => calm
    await executor.ensureReady(step)
    expect(ensureReady).toHaveBeenCalledTimes(1)
  })
})

describe('the word of the operator (A-06)', () => {
  test('it halts unless it plainly states the opposite', () => {
    expect(readNotice({ halt: false, message: '' })).toEqual(calm)
    expect(readNotice({ halt: true, message: 'Until\u202e noon.' })).toEqual({ halt: 'Until noon.' })
    for (const json of [undefined, null, [], 'halt', {}, { halt: 0 }, { halt: 'false' }])
      expect(readNotice(json).halt).toBeDefined()
  })

  test('a gateway without notices does not halt, and without an answer the state is unknown', async () => {
    expect(await askNotice(gateway, async () => new Response('', { status: 404 }))).toEqual(calm)
    for (const body of ['busy', '{"message":"busy"}'])
      await expect(askNotice(gateway, async () => new Response(body, { status: 502 }))).rejects.toThrow()
  })

  test('a static host that answers with the app does not halt, and a gateway that does so is unknown', async () => {
    const page = async () =>
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(await askNotice({ apiBase: 'https://service.example' }, page)).toEqual(calm)
    await expect(askNotice(gateway, page)).rejects.toThrow()
  })
})
