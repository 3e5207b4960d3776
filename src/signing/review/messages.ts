import { defineMessages } from '../../ui/messages'

/** All texts of the review, loaded with it. */
export const reviewMessages = defineMessages({
  title: 'Review swap',
  asking: 'Getting your quote, checking and simulating it…',
  refused: 'No quote available',
  noPlan: 'The quote could not be read. Nothing was sent to your wallet.',
  askAgain: 'Get a new quote',
  confirm: 'Confirm swap',
  next: 'Next: confirm each step in your wallet.',
  nextTogether: 'Next: confirm once in your wallet. All steps are one transaction.',
  nextByHand: 'Next: we show the amount and address, and you pay from your own wallet.',
  why: {
    blocked: 'Blocked; see the reasons above.',
    payerAway:
      'Your wallet no longer shares the account that pays. Switch back to it, or close the review to pay from another one.',
    moved: 'Accept the new price, or close the review.',
    stale: 'This quote expired; a new one is loading.',
    consent: 'Accept the points above to continue.',
  },
  problem: (sentence: string) => `Could not refresh the quote. ${sentence}`,
  moved: 'Price updated',
  movedTo: (after: string, change: string, isLess: boolean) =>
    `You get at least ${after}, ${change} ${isLess ? 'less' : 'more'}.`,
  changed: 'The new transaction does something different. Accept it to see it in full.',
  accept: 'Accept',

  pay: 'You pay',
  atLeast: 'Minimum received',
  minimumUnknown: 'Minimum received unavailable.',
  expected: 'Estimated received',
  expectedSimulated: 'Estimated received (simulated)',
  atSlippage: (percent: string) => `${percent} slippage`,
  impact: 'Price impact',
  impactUnknown: 'Unknown',
  costUnknown: 'Unavailable',
  payer: 'Paid from',
  recipient: 'Recipient',
  yourself: 'Your account',
  yourAccountOn: (network: string) => `Your account on ${network}`,
  addressDetails: 'Where your funds are after each step',
  atRisk: 'If a step fails, you only lose its network cost. Earlier steps stay done, and later steps are not sent.',
  atStop:
    'If a step fails, earlier steps stay done and later steps are not sent. What they leave you with may be worth less, and an approval stays.',
  visible:
    'Others may see this swap before it is in a block and trade ahead of it. You still receive at least the minimum.',
  privateNode: (network: string) => `Settings has a private node for ${network} that prevents this.`,
  after: {
    approve: (sold: string) => `Approval: your ${sold} stays in your account, and the contract may spend it.`,
    reset: (sold: string) => `Approval reset: your ${sold} stays in your account.`,
    wrap: 'Wrap: you hold wrapped tokens in your account.',
    unwrap: 'Unwrap: you hold native tokens in your account.',
    swap: (symbol: string, who: string) => `Swap: ${who} received the ${symbol}.`,
    bridge: (sold: string, symbol: string, chain: string) =>
      `Bridge: your ${sold} is with the bridge, which delivers ${symbol} on ${chain}.`,
    opaque: 'We cannot tell where this step leaves your funds.',
  },
  sign: 'What you will sign',
  together: 'All steps are one transaction, between two calls that check the outcome.',
  what: 'Action',
  state: 'Check',
  states: { matches: 'Matches', look: 'Review', blocked: 'Blocked' },
  details: 'Details and raw data',
  chain: 'Network',
  contract: 'Contract',
  coins: 'Native tokens sent',
  function: 'Function',
  explorer: 'Explorer',
  raw: (bytes: number) => `Raw data, ${bytes} bytes`,
  rawData: 'Raw data',
  copyRaw: 'Copy raw data',

  forecast: 'Forecast',
  notSimulated: 'Not simulated',
  leavesYou: 'You send',
  reachesYou: 'You receive',
  leavesRecipient: 'Recipient sends',
  reachesRecipient: 'Recipient receives',
  cost: 'Maximum network cost',
  leftovers: 'Remaining approvals',
  noLeftovers: 'None',
  leftover: (who: string, amount: string) => `${who} can still spend ${amount}`,
  promise: (chain: string) =>
    `Delivery on ${chain} depends on the bridge: we can only simulate the network you pay on.`,

  promiseAlone: (chain: string) => `Delivery on ${chain} depends on the bridge: neither network can be simulated.`,

  checks: 'Checks',
  failed: (count: number) => (count === 1 ? '1 check failed' : `${count} checks failed`),
  passed: (count: number) => (count === 1 ? '1 check passed' : `${count} checks passed`),
  severity: { ok: 'Passed', info: 'Info', warn: 'Warning', block: 'Blocked' },
  verdict: {
    enforced: 'Enforced on chain',
    proven: 'Matches what you asked for',
    tried: 'Check before you sign',
    blocked: 'Blocked',
    unchecked: 'Some checks could not run',
  },
  verdictNote: {
    enforced:
      'One transaction. The network cancels all of it unless you receive the minimum and pay no more than shown.',
    enforcedDeposit:
      'One transaction. The network cancels all of it if more than your deposit leaves or a new approval stays.',
    proven: 'Every check that ran agrees with what you asked for. No check can vouch for the token itself.',
    tried: 'Review the warnings below.',
    blocked: 'This is not what you asked for. You cannot confirm it, and nothing was sent to your wallet.',
    unchecked: 'Review what could not be checked below.',
  },

  word: 'accept',
  typeWord: (word: string, percent: string) => `You lose ${percent} of the value. Type “${word}” to continue`,
  mayLoseAll: (amount: string, dollars: string | undefined, besides: readonly string[]) =>
    `At worst you lose all ${[`${amount}${dollars ? ` (${dollars})` : ''}`, ...besides].join(' and ')}: what this does was only simulated.`,
  typeAmount: (amount: string) => `Type the amount you pay, ${amount}, to continue`,
  understand: (about: string) => `I understand: ${about}`,
  understandUnpriced: (symbols: readonly string[]) =>
    `I understand that there is no market price${symbols.length > 0 ? ` for ${symbols.join(' and ')}` : ''}, so the price impact is unknown.`,

  /** Names of parties and amounts within sentences. */
  you: 'you',
  theRecipient: (short: string) => `the recipient ${short}`,
  theToken: (symbol: string) => `the ${symbol} token`,
  strangeToken: (short: string) => `the token ${short}`,
  nativeCoin: 'the native token',
  someChain: (chainId: number) => `network ${chainId}`,
  units: (units: bigint, short: string) => `${units} units of ${short}`,
  allHeld: (token: string) => `all ${token} the contract holds`,
  anyAmount: (token: string) => `any amount of ${token}`,

  /** What one call does. */
  does: {
    pay: (amount: string, to: string) => `Pay ${amount} to ${to}.`,
    payByHand: (amount: string, to: string) => `Send ${amount} to ${to} from your own wallet.`,
    attach: (memo: string) => `Attach the memo “${memo}”.`,
    signPayment: (amount: string, to: string) => `Sign a transaction that pays ${amount} to ${to}.`,
    carries: (memo: string) => `It carries the memo “${memo}”.`,
    costs: (fee: string) => `It costs ${fee}; the rest returns to your address.`,
    revoke: (spender: string, token: string) => `Revoke the ${token} approval of ${spender}.`,
    resetFirst: (token: string) => `${token} accepts a new approval only after the old one is reset to 0.`,
    approve: (spender: string, amount: string) => `Approve ${spender} to spend up to ${amount}.`,
    approveAll: (spender: string, token: string) =>
      `Approve ${spender} to spend any amount of your ${token}, now and later.`,
    swap: (sold: string, least: string, to: string) => `Swap ${sold} for at least ${least}, to ${to}.`,
    swapExactOut: (most: string, bought: string, to: string) => `Swap at most ${most} for ${bought}, to ${to}.`,
    wrap: (amount: string, token: string, to: string) => `Wrap ${amount} into ${token}, for ${to}.`,
    unwrap: (amount: string, coin: string, to: string) => `Unwrap ${amount} into ${coin}, for ${to}.`,
    refund: (coin: string, to: string) => `Return unused ${coin} to ${to}.`,
    sweep: (token: string, to: string) => `Send the contract’s ${token} to ${to}.`,
    pull: (amount: string) => `Move ${amount} from you into the contract.`,
    fee: (percent: string, token: string, to: string) => `Pay ${percent}% of the ${token} as a fee to ${to}.`,
    bridge: (amount: string, to: string, least: string, chain: string) =>
      `Send ${amount} through the bridge to ${to}, at least ${least} on ${chain}.`,
    reclaim: (id: string, who: string) => `Claim the refund of transfer ${id} from the bridge ${who}.`,
    mint: (one: string, other: string, to: string) => `Deposit up to ${one} and ${other} into a position for ${to}.`,
    increase: (id: bigint) => `Add liquidity to position ${id}.`,
    decrease: (id: bigint) => `Remove liquidity from position ${id}.`,
    collect: (id: bigint) => `Collect the fees of position ${id}.`,
    burn: (id: bigint) => `Close the empty position ${id}.`,
    createPool: (one: string, other: string) => `Create the ${one}/${other} pool, if there is none.`,
    forbidden: (what: string) => `Do something a swap or deposit never needs: ${what}.`,
    unknown: (who: string, why: string) => `Call ${who} in a way we cannot read: ${why}.`,
    solana: (chain: string) => `Run a transaction on ${chain}.`,
  },
})

export type ReviewMessages = (typeof reviewMessages)['english']
