import { refusalText } from '../../../components/refusal.messages'
import type { ChainKind } from '../../../domain/chain'
import { percentText } from '../../../domain/text/figure'
import type { SlippageUnit } from '../../../protocol/deployment/deployment'
import type { RefusalCode } from '../../../protocol/refusal'
import { defineMessages } from '../../../ui/messages'

type Evidence = typeof evidence
type Texts = readonly string[]
type SeenRefusal = { status: number | undefined; code: RefusalCode; said: string | undefined }

/** The findings with their facts, and the sentence of each. */
const evidence = {
  nothing: () => 'Nothing in the responses so far.',
  'unit by setting': ({ unit }: { unit: SlippageUnit }) =>
    `Sent in ${unit}, as configured. Request a quote to compare.`,
  'no expected output': ({ unit }: { unit: SlippageUnit }) =>
    `Sent in ${unit}, as configured. The quote has no estimate to compare with.`,
  'minimum below expected': ({ bps }: { bps: number }) =>
    `0.5% was requested; the minimum is ${percentText(bps)} below the estimate.`,
  minimum: ({ minimum, looksLikeBaseUnits }: { minimum: string; looksLikeBaseUnits: boolean }) =>
    looksLikeBaseUnits
      ? `minAmountOut is ${minimum} for one whole token sold. An integer this large looks like base units.`
      : `minAmountOut is ${minimum} for one whole token sold.`,
  values: ({ values }: { values: Texts }) => `value is ${listed(values)} where a token, not the native coin, is sold.`,
  'chain types': ({ chains }: { chains: readonly { name: string; type: string; kind: ChainKind | undefined }[] }) =>
    chains.map(({ name, type, kind }) => `${name}: ${type} read as ${kind ?? 'nothing'}`).join('; '),
  labels: ({ labels }: { labels: Texts }) => `Labels found: ${listed(labels)}.`,
  orders: ({ orders }: { orders: readonly (number | undefined)[] }) =>
    `order: ${orders.map((order) => order ?? 'none').join(', ')}.`,
  statuses: ({ statuses }: { statuses: Texts }) => `status found: ${listed(statuses)}.`,
  refusals: ({ refusals }: { refusals: readonly SeenRefusal[] }) =>
    refusals
      .map(({ status, ...refusal }) =>
        status === undefined ? refusalText(refusal) : `${status}: ${refusalText(refusal)}`,
      )
      .join(' · '),
  'no position manager': () =>
    'No pool record and no setting names a position manager. When data is null, the app waits until the deposit shows up on chain.',
  'position managers': ({ named, pools, chains }: { named: number; pools: number; chains: number }) =>
    `${named} of ${pools} pool records and the settings of ${chains} ${chains === 1 ? 'chain' : 'chains'} name a position manager.`,
  'fitting ticks': ({ fitting, records }: { fitting: number; records: number }) =>
    `${fitting} of ${records} records have a tick that fits their sqrt price in address order.`,
  'quote without wallet': () => 'The exchange answered a quote request for an address without an owner.',
  'unknown paths': ({ pools, pathsPerRecord }: { pools: number; pathsPerRecord: number }) =>
    `${pools} records read. On average, ${pathsPerRecord} fields of a record are unknown and stay visible.`,
  'key refused': () => 'The key was rejected in this visit.',
  'key accepted': () => 'No request was rejected for its key in this visit.',
  'network names': ({ names }: { names: Texts }) => `Requested by name: ${names.join(', ')}.`,
  images: ({ named, tokens, baseUrl }: { named: number; tokens: number; baseUrl: string | undefined }) =>
    baseUrl === undefined
      ? `${named} of ${tokens} tokens name an image. No image server is configured, so monograms are shown.`
      : `${named} of ${tokens} tokens name an image, loaded from ${baseUrl}.`,
  'bitcoin chains': ({ count }: { count: number }) =>
    count === 1 ? '1 Bitcoin chain is listed.' : `${count} Bitcoin chains are listed.`,
  'no expiry': () => 'The quote has no expiry.',
  'expiry members': ({ members }: { members: Texts }) =>
    `These fields of the quote may be an expiry: ${members.join(', ')}.`,
  'known nodes': () => 'Every rpcUrl received points to an origin in the settings.',
  'strange nodes': ({ origins }: { origins: Texts }) => `Received, and never contacted: ${origins.join(', ')}.`,
  prices: ({ priced, tokens }: { priced: number; tokens: number }) =>
    `${priced} of ${tokens} tokens have a price; the others are shown without a dollar value, never as 0.`,
}

export const evidenceMessages = defineMessages(evidence)

type EvidenceFinding = {
  [Code in keyof Evidence]: {
    readonly code: Code
    readonly facts: Evidence[Code] extends (facts: infer Facts) => string ? Facts : never
  }
}[keyof Evidence]

/** Whether live answers support an assumption, contradict it, or show nothing. */
export type AssumptionEvidence = { readonly is: 'supports' | 'contradicts' | 'silent' } & EvidenceFinding

/** The sentence of a piece of evidence. */
export function evidenceText({ code, facts }: AssumptionEvidence, messages: Evidence): string {
  // Each text gets the facts of its own code. The type of the evidence ensures that; a union cannot.
  return messages[code](facts as never)
}

function listed(values: readonly string[]): string {
  return values.join(', ')
}
