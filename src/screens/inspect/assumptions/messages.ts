import { defineMessages } from '../../../ui/messages'
import type { AssumptionCode, AssumptionEvidence } from './evidence'

/** Open points of the specification, in its order, and how each is read. */
const assumptions: Readonly<Record<AssumptionCode, readonly [point: string, reading: string]>> = {
  slippage: [
    'What a slippage of 1 means',
    'The unit is a setting of the deployment, basis points unless it says otherwise; the tolerance that came of it is worked out from every answer.',
  ],
  minimum: [
    'The unit of minAmountOut',
    'Whole tokens, as in the request; base units where prices leave no other reading.',
  ],
  value: [
    'The unit of a transaction’s value',
    'Base units where it is an integer that fits the sold amount, whole coins where it equals that; otherwise the plan is blocked.',
  ],
  chainType: ['The values of a chain’s type', 'Names of kinds in any spelling, else the shape of its addresses.'],
  label: ['The values of a transaction’s type', 'A label for people. What a transaction does is read from its bytes.'],
  order: ['The order of transactions', 'By order; doubles and gaps block where they could matter.'],
  status: ['The status of the envelope', 'An answer is usable when it is truthy.'],
  errors: ['The shape of errors', 'HTTP status and any message in the body, shown as plain text.'],
  add: [
    'How a deposit is delivered',
    'Transactions if there are any; else the position manager of the pool or the settings; else waiting until the pool is seen to change.',
  ],
  ticks: ['The order ticks follow', 'That of the token addresses: it is sent so, and then both readings agree.'],
  sender: ['Quotes without a wallet', 'Asked for an address that belongs to nobody, and marked as an estimate.'],
  records: ['The fields of a pool record', 'By name and by evidence from other figures; the rest stays visible.'],
  key: ['A missing or wrong API key', '401 and 403 mean that this deployment refused the app’s key.'],
  network: ['What networkName is', 'The name of the chain as the list tells it, percent-encoded.'],
  images: ['Where relativeImagePath leads', 'To the image server of the settings, and nowhere else.'],
  bitcoin: ['Bitcoin', 'Addresses are taken as recipients; who pays there does so by hand.'],
  expiry: ['How long a quote holds', 'By our clock: stale after 30 seconds.'],
  rpc: ['Whose rpcUrl is trusted', 'Only that of the settings; one that comes with a transaction is not contacted.'],
  prices: ['What the price of a currency is', 'Dollars for a whole token; zero and nonsense mean unknown.'],
}

export const assumptionMessages = defineMessages({
  title: 'What this deployment does not tell us, and how we read it',
  hint: 'The specification leaves these points open. Here is how we read each, with evidence from live responses.',
  ask: 'Request a quote',
  asked: 'Evidence from a quote requested just now.',
  refused: (why: string) => `The quote request failed: ${why}`,
  point: (code: AssumptionCode) => assumptions[code][0],
  reading: (code: AssumptionCode) => assumptions[code][1],
  tones: { supports: 'confirmed', contradicts: 'contradicted', silent: 'no evidence yet' } satisfies Record<
    AssumptionEvidence['is'],
    string
  >,
})
