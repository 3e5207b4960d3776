import type { AssumptionCode } from './evidence'

/** Open points of the specification, in its order, and how each is read. */
export const assumptions: Readonly<Record<AssumptionCode, readonly [point: string, reading: string]>> = {
  slippage: [
    'What a slippage of 1 means',
    'The settings name the unit; basis points are the default. Every quote shows the tolerance that was really applied.',
  ],
  minimum: [
    'The unit of minAmountOut',
    'Whole tokens, as in the request. Base units only where the prices allow nothing else.',
  ],
  value: [
    'The unit of a transaction’s value',
    'Base units if it is an integer that fits the sold amount; whole tokens if it equals that amount. Anything else is blocked.',
  ],
  chainType: [
    'The type of a chain',
    'The name of a known kind, in any spelling; otherwise the format of its addresses.',
  ],
  label: ['The type of a transaction', 'Only a label. The bytes decide what a transaction does.'],
  order: [
    'The order of transactions',
    'As the order fields say. Duplicates and gaps block the swap where they could matter.',
  ],
  status: ['The status of the envelope', 'A truthy `success` means that the response is usable.'],
  errors: ['The shape of errors', 'The HTTP status, and any message in the body as plain text.'],
  add: [
    'How a deposit is delivered',
    'Through the transactions in the response. Without any, through the position manager that the pool or the settings name. Without one, we wait until the pool changes.',
  ],
  ticks: ['The order ticks follow', 'By token address. Requests use that order too, so both readings agree.'],
  sender: ['Quotes without a wallet', 'Requested for an address without an owner, and shown as an estimate.'],
  records: ['The fields of a pool record', 'By name, confirmed by other fields. Fields we cannot read stay visible.'],
  key: ['A missing or wrong API key', 'Status 401 or 403 means that the service rejected the key.'],
  network: ['What networkName is', 'The chain’s name from the list, percent-encoded.'],
  images: ['Where relativeImagePath leads', 'To the image server in the settings, and nowhere else.'],
  bitcoin: ['Bitcoin', 'Addresses can receive. Payments from Bitcoin are made by hand.'],
  expiry: ['How long a quote holds', '30 seconds by our clock.'],
  rpc: ['Whose rpcUrl is trusted', 'Only the one in the settings. An rpcUrl in a response is never contacted.'],
  prices: ['What the price of a currency is', 'Dollars per whole token. Zero or an unreadable price means unknown.'],
}

export const assumptionMessages = {
  title: 'What the specification leaves open',
  hint: 'How we read each open point, and what live responses say about it.',
  ask: 'Request a quote',
  asked: 'Evidence from a quote requested just now.',
  refused: (why: string) => `The quote request failed: ${why}`,
  tones: { supports: 'confirmed', contradicts: 'contradicted', silent: 'no evidence yet' },
}
