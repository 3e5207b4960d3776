import { refusalText } from '../../../components/refusal.messages'
import { percentText } from '../../../domain/text/figure'
import { defineMessages } from '../../../ui/messages'
import type { EvidenceFacts, EvidenceFinding } from './evidence'

/** A kind of evidence without a sentence does not compile. */
const evidence: { readonly [Code in keyof EvidenceFacts]: (facts: EvidenceFacts[Code]) => string } = {
  'no quote': () => 'No quote requested yet.',
  'no chain list': () => 'No chain list received yet.',
  'unit by setting': ({ unit }) => `Sent in ${unit}, as configured. Request a quote to compare.`,
  'no expected output': ({ unit }) => `Sent in ${unit}, as configured. The quote has no estimate to compare with.`,
  'minimum below expected': ({ bps }) => `0.5% was requested; the minimum is ${percentText(bps)} below the estimate.`,
  'no minimum': () => 'The quote has no minAmountOut.',
  minimum: ({ minimum, looksLikeBaseUnits }) =>
    looksLikeBaseUnits
      ? `minAmountOut is ${minimum} for one whole token sold. An integer this large looks like base units.`
      : `minAmountOut is ${minimum} for one whole token sold.`,
  values: ({ values }) => `value is ${listed(values)} where a token, not the native coin, is sold.`,
  'chain types': ({ chains }) =>
    chains.map(({ name, type, kind }) => `${name}: ${type} read as ${kind ?? 'nothing'}`).join('; '),
  labels: ({ labels }) => `Labels found: ${listed(labels)}.`,
  'no transactions': () => 'No quote with transactions requested yet.',
  orders: ({ orders }) => `order: ${orders.map((order) => order ?? 'none').join(', ')}.`,
  'no status': () => 'No response with a readable status yet.',
  statuses: ({ statuses }) => `status found: ${listed(statuses)}.`,
  'no refusals': () => 'No request has failed since this page was opened.',
  refusals: ({ refusals }) =>
    refusals
      .map(({ status, ...refusal }) =>
        status === undefined ? refusalText(refusal) : `${status}: ${refusalText(refusal)}`,
      )
      .join(' · '),
  'no position manager': () =>
    'No pool record and no setting names a position manager. When data is null, the app waits until the deposit shows up on chain.',
  'position managers': ({ named, pools, chains }) =>
    `${named} of ${pools} pool records and the settings of ${chains} ${chains === 1 ? 'chain' : 'chains'} name a position manager.`,
  'no ticks': () => 'No record has both a tick and a sqrt price.',
  'fitting ticks': ({ fitting, records }) =>
    `${fitting} of ${records} records have a tick that fits their sqrt price in address order.`,
  'quote without wallet': () => 'The exchange answered a quote request for an address without an owner.',
  'no quote without wallet': () => 'Every quote without a wallet is requested like this. Request one to see.',
  'no pools': () => 'No pool records received yet.',
  'unknown paths': ({ pools, pathsPerRecord }) =>
    `${pools} records read. On average, ${pathsPerRecord} fields of a record are unknown and stay visible.`,
  'key refused': () => 'The key was rejected in this visit.',
  'key accepted': () => 'No request was rejected for its key in this visit.',
  'network names': ({ names }) => `Requested by name: ${names.join(', ')}.`,
  images: ({ named, tokens, baseUrl }) =>
    baseUrl === undefined
      ? `${named} of ${tokens} tokens name an image. No image server is configured, so monograms are shown.`
      : `${named} of ${tokens} tokens name an image, loaded from ${baseUrl}.`,
  'no bitcoin': () => 'No Bitcoin chain is listed.',
  'bitcoin chains': ({ count }) => (count === 1 ? '1 Bitcoin chain is listed.' : `${count} Bitcoin chains are listed.`),
  'no expiry': () => 'The quote has no expiry.',
  'expiry members': ({ members }) => `These fields of the quote may be an expiry: ${members.join(', ')}.`,
  'no node': () => 'No rpcUrl received yet.',
  'known nodes': () => 'Every rpcUrl received points to an origin in the settings.',
  'strange nodes': ({ origins }) => `Received, and never contacted: ${origins.join(', ')}.`,
  'no tokens': () => 'No tokens received yet.',
  prices: ({ priced, tokens }) =>
    `${priced} of ${tokens} tokens have a price; the others are shown without a dollar value, never as 0.`,
}

export const evidenceMessages = defineMessages(evidence)

/** The sentence of a piece of evidence. */
export function evidenceText({ code, facts }: EvidenceFinding, messages: typeof evidence): string {
  // Each text gets the facts of its own code. The catalogue's type ensures that; a union cannot.
  return messages[code](facts as never)
}

function listed(values: readonly string[]): string {
  return values.join(', ')
}
