import { isList, isObject, type Json, member, NotJson, numberText, parseJson } from './json/json'

/*
 * Compares a body with the specification, field by field: present, of the right type, or not specified. Unlike the
 * codecs it tolerates and repairs nothing: it is for the operator of a deployment.
 */

export type FieldRule = {
  /** The path: in the response body from `$`, in the request body from `sent`, or a property of the response itself. */
  readonly path: string
  /** The field is optional. */
  readonly isOptional?: boolean
  readonly type:
    | '200'
    | '201'
    | 'any success'
    | 'JSON'
    | 'null'
    | 'object'
    | 'boolean'
    | 'array or null'
    | 'number from 10'
    | 'tick'
    | 'string'
    | 'integer'
    | 'number'
    | 'date'
    | 'array'
    | 'array of string'
    | 'open'
    | 'object or null'
    | 'integer or null'
  /** The section of the specification. */
  readonly section: string
}

export type FieldReport = FieldRule & {
  /** How often the field could occur, how often it does, and how many of those have the right type. */
  readonly possible: number
  readonly present: number
  readonly matching: number
  /** The first value that does not conform, shortened. */
  readonly firstMismatch: string | undefined
}

export type CallReport = {
  readonly call: string
  /** Why the body could not be parsed; `undefined` when it could. */
  readonly problem: NotJson['why'] | undefined
  readonly fields: readonly FieldReport[]
  /** Paths that the specification does not name. */
  readonly extra: readonly string[]
}

export type ServiceCall = 'chains' | 'swap' | 'add' | 'pools'

/** Status, content type and request body of a call. */
export type CallMetadata = {
  readonly status?: number | undefined
  readonly contentType?: string | undefined
  /** The request body. */
  readonly requestBody?: string | undefined
}

/** The report of one call; `text` is the raw response body. */
export function conformanceOf(call: ServiceCall, text: string, line: CallMetadata = {}): CallReport {
  const { asked, answered, about } = rulesOf[call]
  const name = callNames[call]
  try {
    const body = parseJson(text)
    const sent = line.requestBody === undefined ? null : parseJson(line.requestBody)
    return {
      call: name,
      problem: undefined,
      fields: [
        ...about.map((rule) => reportMetadata(rule, line)),
        ...asked.map((rule) => report(rule, sent)),
        ...answered.map((rule) => report(rule, body)),
      ],
      extra: extraIn(body, answered, call),
    }
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    return { call: name, problem: error.why, fields: [], extra: [] }
  }
}

export const callNames: Readonly<Record<ServiceCall, string>> = {
  chains: 'GET /api/blockchain',
  swap: 'POST /api/swap/native',
  add: 'POST /api/amm/interactions/add',
  pools: 'GET /api/amm/pool/all/{networkName}',
}

const envelope = (data: FieldRule['type'], section: string): readonly FieldRule[] => [
  { path: '$.message', type: 'string', section: '2.1' },
  { path: '$.data', type: data, section },
  { path: '$.status', type: 'open', section: '2.1' },
]

/** The chain list has no rule for the status. */
const about = (status: FieldRule['type'], section: string): readonly FieldRule[] => [
  { path: httpStatus, type: status, section },
  { path: contentType, type: 'JSON', section: '1' },
]
const httpStatus = 'HTTP status'
const contentType = 'Content-Type'

const chainFields = {
  id: 'integer',
  name: 'string',
  routerSlug: 'string',
  chainId: 'integer',
  messageReceiver: 'open',
  status: 'open',
  type: 'open',
  createdAt: 'date',
  updatedAt: 'date',
} as const

const chains = fields('$.data[]', '2.2', { ...chainFields, chainCurrencies: 'array' })

const currencies = fields('$.data[].chainCurrencies[]', '2.3', {
  id: 'integer',
  address: 'string',
  chainId: 'integer',
  currencyId: 'integer',
  chain: 'object',
  type: 'open',
  relatedCurrencyId: 'integer or null',
  relatedCurrency: 'object or null',
  currency: 'object',
  createdAt: 'date',
  updatedAt: 'date',
})

const nested = fields('$.data[].chainCurrencies[].chain', '2.2', chainFields)

const coins = fields('$.data[].chainCurrencies[].currency', '2.4', {
  id: 'integer',
  name: 'string',
  ticker: 'string',
  decimals: 'integer',
  price: 'number',
  relativeImagePath: 'string',
  createdAt: 'date',
  updatedAt: 'date',
})

const swap = fields('$.data', '2.5', {
  path: 'array of string',
  transactions: 'array',
  dexToUse: 'string',
  minAmountOut: 'number',
})

const transactions = fields('$.data.transactions[]', '2.6', {
  type: 'open',
  data: 'string',
  order: 'integer',
  value: 'number',
  gasAmount: 'number',
  gasUsd: 'number',
  to: 'string',
  chainType: 'open',
  rpcUrl: 'string',
})

const swapAsked: readonly FieldRule[] = [
  ...fields('sent', '4.2', {
    tokenAId: 'integer',
    tokenBId: 'integer',
    slippage: 'number from 10',
    amount: 'string',
    sender: 'string',
    recipient: 'string',
  }),
  { path: 'sent.skipNonSwapTransactions', type: 'boolean', section: '4.2', isOptional: true },
]

const addAsked = fields('sent', '4.3', {
  amountA: 'number',
  amountB: 'number',
  tokenAId: 'integer',
  tokenBId: 'integer',
  tickLower: 'tick',
  tickUpper: 'tick',
  networkName: 'string',
  recipient: 'string',
  creationTick: 'integer',
})

type Rules = {
  readonly about: readonly FieldRule[]
  readonly asked: readonly FieldRule[]
  readonly answered: readonly FieldRule[]
}

const rulesOf: Readonly<Record<ServiceCall, Rules>> = {
  chains: {
    about: about('any success', '4.1'),
    asked: [],
    answered: [...envelope('array', '4.1'), ...chains, ...currencies, ...nested, ...coins],
  },
  swap: {
    about: about('201', '4.2'),
    asked: swapAsked,
    answered: [...envelope('object', '4.2'), ...swap, ...transactions],
  },
  add: { about: about('201', '4.3'), asked: addAsked, answered: envelope('null', '4.3') },
  // The specification does not define pool records, so only the envelope is checked.
  pools: { about: about('200', '4.4'), asked: [], answered: envelope('array or null', '4.4') },
}

function fields(at: string, section: string, types: Readonly<Record<string, FieldRule['type']>>): readonly FieldRule[] {
  return Object.entries(types).map(([name, type]) => ({ path: `${at}.${name}`, type, section }))
}

function report(rule: FieldRule, body: Json): FieldReport {
  const steps = rule.path.split('.')
  const name = steps.at(-1) ?? ''
  const holders = placesOf(body, steps.slice(1, -1)).filter(isObject)
  const values = holders.flatMap((holder) => {
    const value = member(holder, name)
    return value === undefined ? [] : [value]
  })
  const strangers = values.filter((value) => !isOf(value, rule.type))
  return {
    ...rule,
    possible: holders.length,
    present: values.length,
    matching: values.length - strangers.length,
    firstMismatch: strangers[0] === undefined ? undefined : clip(strangers[0]),
  }
}

/** Checks the status and content type; not available when the request was made in another tab. */
function reportMetadata(rule: FieldRule, line: CallMetadata): FieldReport {
  const value = rule.path === httpStatus ? line.status : line.contentType
  if (value === undefined) return { ...rule, possible: 0, present: 0, matching: 0, firstMismatch: undefined }
  const isFitting = isOf(value, rule.type)
  return {
    ...rule,
    possible: 1,
    present: 1,
    matching: isFitting ? 1 : 0,
    firstMismatch: isFitting ? undefined : clip(value),
  }
}

/** All values at a path; `[]` visits every entry of a list. */
function placesOf(json: Json, steps: readonly string[]): readonly Json[] {
  const [step, ...rest] = steps
  if (step === undefined) return [json]
  const name = step.replace(/\[\]$/, '')
  const value = isObject(json) ? member(json, name) : undefined
  if (value === undefined) return []
  if (!step.endsWith('[]')) return placesOf(value, rest)
  return isList(value) ? value.flatMap((entry) => placesOf(entry, rest)) : []
}

function isOf(value: Json, type: FieldRule['type']): boolean {
  switch (type) {
    case 'open':
      return true
    case '200':
    case '201':
      return value === Number(type)
    case 'any success':
      return typeof value === 'number' && value >= 200 && value < 300
    case 'JSON':
      return typeof value === 'string' && /^application\/json\b/i.test(value)
    case 'null':
      return value === null
    case 'object':
      return isObject(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'array or null':
      return value === null || isList(value)
    case 'number from 10':
      return Number(numberText(value) ?? Number.NaN) >= 10
    case 'tick':
      return isInteger(value) && Math.abs(Number(numberText(value))) <= 887_272
    case 'string':
      return typeof value === 'string'
    case 'number':
      return numberText(value) !== undefined
    case 'integer':
      return isInteger(value)
    case 'integer or null':
      return value === null || isInteger(value)
    case 'object or null':
      return value === null || isObject(value)
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && Number.isFinite(Date.parse(value))
    case 'array':
      return isList(value)
    case 'array of string':
      return isList(value) && value.every((entry) => typeof entry === 'string')
  }
}

function isInteger(value: Json): boolean {
  return /^-?\d+$/.test(numberText(value) ?? '')
}

/** Members of the specified objects that the specification does not name. */
function extraIn(body: Json, rules: readonly FieldRule[], call: ServiceCall): readonly string[] {
  const known = new Set(rules.map(({ path }) => path))
  const parents = [...new Set(rules.map(({ path }) => path.replace(/\.[^.]+$/, '')))]
  const found = parents.flatMap((parent) =>
    placesOf(body, parent.split('.').slice(1))
      .filter(isObject)
      .flatMap((holder) => Object.keys(holder).map((name) => `${parent}.${name}`)),
  )
  const extra = [...new Set(found)].filter((path) => !known.has(path))
  return call === 'pools' ? extra.filter((path) => !path.startsWith('$.data.')) : extra
}

function clip(value: Json): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (numberText(value) ?? JSON.stringify(value) ?? '')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
