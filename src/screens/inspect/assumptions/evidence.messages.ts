import { refusalText } from '../../../components/refusal.messages'
import type { ChainKind } from '../../../domain/chain'
import { percentText } from '../../../domain/text/figure'
import type { SlippageUnit } from '../../../protocol/deployment/deployment'
import type { RefusalCode } from '../../../protocol/refusal'

type Texts = readonly string[]
type SeenRefusal = { status: number | undefined; code: RefusalCode; said: string | undefined }

/** The evidence of live answers for the assumptions, in sentences. */
export const evidence = {
  nothing: 'Nothing in the responses so far.',
  unit: (unit: SlippageUnit) => `Sent in ${unit}, as configured. Request a quote to compare.`,
  noEstimate: (unit: SlippageUnit) => `Sent in ${unit}, as configured. The quote has no estimate to compare with.`,
  belowEstimate: (bps: number) => `0.5% was requested; the minimum is ${percentText(bps)} below the estimate.`,
  minimum: (minimum: string, looksLikeBaseUnits: boolean) =>
    looksLikeBaseUnits
      ? `minAmountOut is ${minimum} for one whole token sold. An integer this large looks like base units.`
      : `minAmountOut is ${minimum} for one whole token sold.`,
  values: (values: Texts) => `value is ${values.join(', ')} where a token, not the native coin, is sold.`,
  chainTypes: (chains: readonly { name: string; type: string; kind: ChainKind | undefined }[]) =>
    chains.map(({ name, type, kind }) => `${name}: ${type} read as ${kind ?? 'nothing'}`).join('; '),
  labels: (labels: Texts) => `Labels found: ${labels.join(', ')}.`,
  orders: (orders: readonly (number | undefined)[]) => `order: ${orders.map((order) => order ?? 'none').join(', ')}.`,
  statuses: (statuses: Texts) => `status found: ${statuses.join(', ')}.`,
  refusals: (refusals: readonly SeenRefusal[]) =>
    refusals
      .map(({ status, ...refusal }) =>
        status === undefined ? refusalText(refusal) : `${status}: ${refusalText(refusal)}`,
      )
      .join(' · '),
  noManager:
    'No pool record and no setting names a position manager. When data is null, the app waits until the deposit shows up on chain.',
  managers: (named: number, pools: number, chains: number) =>
    `${named} of ${pools} pool records and the settings of ${chains} ${chains === 1 ? 'chain' : 'chains'} name a position manager.`,
  fittingTicks: (fitting: number, records: number) =>
    `${fitting} of ${records} records have a tick that fits their sqrt price in address order.`,
  quotedWithoutWallet: 'The exchange answered a quote request for an address without an owner.',
  unknownPaths: (pools: number, perRecord: number) =>
    `${pools} records read. On average, ${perRecord} fields of a record are unknown and stay visible.`,
  keyRefused: 'The key was rejected in this visit.',
  keyAccepted: 'No request was rejected for its key in this visit.',
  networkNames: (names: Texts) => `Requested by name: ${names.join(', ')}.`,
  images: (named: number, tokens: number, baseUrl: string | undefined) =>
    baseUrl === undefined
      ? `${named} of ${tokens} tokens name an image. No image server is configured, so monograms are shown.`
      : `${named} of ${tokens} tokens name an image, loaded from ${baseUrl}.`,
  bitcoinChains: (count: number) =>
    count === 1 ? '1 Bitcoin chain is listed.' : `${count} Bitcoin chains are listed.`,
  noExpiry: 'The quote has no expiry.',
  expiries: (members: Texts) => `These fields of the quote may be an expiry: ${members.join(', ')}.`,
  knownNodes: 'Every rpcUrl received points to an origin in the settings.',
  strangeNodes: (origins: Texts) => `Received, and never contacted: ${origins.join(', ')}.`,
  prices: (priced: number, tokens: number) =>
    `${priced} of ${tokens} tokens have a price; the others are shown without a dollar value, never as 0.`,
}
