import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addMembers, swapMembers } from '../../src/gateway/requestBody'
import * as bodies from '../fixtures/bodies'
import { knownJson } from '../knownJson'
import { swap } from './corpus'
import { buildGateway } from './testGateway'

/* public/openapi.json, which the gateway serves, describes what the code reads and answers, and nothing else. */

const document = knownJson(readFileSync('public/openapi.json', 'utf8'))
const schemas: Readonly<Record<string, Schema>> = document.components.schemas

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

const routes: [string, string][] = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path]),
)

test.each(routes)('the gateway has the route %s %s of the OpenAPI description', async (method, path) => {
  const { ask } = buildGateway()
  const address = path.replace('{networkName}', 'Harbor').replace('{chainId}', '741001')
  const headers = { 'content-type': 'application/json' }
  const response = await ask(address, { method, ...(method === 'POST' && { headers, body: swap }) })
  const text = await response.text()
  // The gateway of the test has no node, which is another sentence than that of an unknown route.
  expect(text).not.toContain('nothing here')
  expect(text).not.toContain('nothing else')
  expect(response.status).not.toBe(405)
})

test('the request bodies have the members that the gateway passes on', () => {
  expect(Object.keys(schemas.SwapRequest?.properties ?? {})).toEqual([...swapMembers])
  expect(Object.keys(schemas.AddLiquidityRequest?.properties ?? {})).toEqual([...addMembers])
  expect(schemas.SwapRequest?.required).toEqual(swapMembers.filter((name) => name !== 'skipNonSwapTransactions'))
})

/** The specification does not name the expected amount. */
const { expectedAmountOut: _, ...swapData } = bodies.swap.data

const described: [string, unknown, Schema][] = [
  ['chains', bodies.chains.data[0], { $ref: '#/components/schemas/Chain' }],
  ['swap', swapData, { $ref: '#/components/schemas/SwapData' }],
]

test.each(described)('the description of the answer %s has the fields of the specification', (_, answer, schema) => {
  const described = fieldsOf(schema, '$').map(([path]) => path)
  const specified = pathsIn(answer, '$')
  expect(specified.length).toBeGreaterThan(10)
  expect(described.toSorted()).toEqual([...new Set(specified)].toSorted())
})

/** The paths of all members below a value. */
function pathsIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => pathsIn(entry, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [`${path}.${name}`, ...pathsIn(member, `${path}.${name}`)])
}

/** The paths of all fields below a schema, with their types in the words of the conformance report. */
function fieldsOf(schema: Schema, path: string): [string, string][] {
  const { properties = {} } = resolved(schema)
  return Object.entries(properties).flatMap(([name, field]): [string, string][] => {
    const own = `${path}.${name}`
    const target = resolved(field)
    const items = target.items && resolved(target.items)
    if (items?.properties) return [[own, 'array'], ...fieldsOf(items, `${own}[]`)]
    return [[own, wordOf(target)], ...fieldsOf(target, own)]
  })
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? '']!
}

function wordOf({ type, format, items }: Schema): string {
  if (type === undefined) return 'open'
  if (typeof type !== 'string') return type.toSorted((a) => (a === 'null' ? 1 : -1)).join(' or ')
  if (type === 'array') return `array of ${items?.type}`
  return format === 'date-time' ? 'date' : type
}
