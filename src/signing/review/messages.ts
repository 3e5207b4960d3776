import { defineMessages } from '../../ui/messages'

/** Every word of the review: loaded with it. */
export const reviewMessages = defineMessages({
  title: 'Review swap',
  asking: 'Asking for the whole plan, checking it, and trying it out…',
  refused: 'The service gave no plan',
  noPlan: 'The answer cannot be a plan. Your wallet has not been asked.',
  askAgain: 'Ask again',
  confirm: 'Confirm swap',
  next: 'Your wallet is asked next, one step at a time.',
  nextByHand: 'What to pay and where to is shown next. Your wallet is not asked; you pay with it yourself.',
  why: {
    blocked: 'This plan is blocked; the reasons are listed above.',
    moved: 'Accept the newer answer first, or close the review.',
    stale: 'This answer is too old to act on; a fresh one is on its way.',
    consent: 'Agree to the points above first.',
  },
  trouble: (sentence: string) => `The answer could not be refreshed. ${sentence}`,
  moved: 'A newer answer is not as good',
  movedFrom: (before: string, after: string, change: string) => `At least ${before} became ${after} (${change}).`,
  changed: 'It does something else than the one you looked at. Accept it to see it in full.',
  accept: 'Accept the newer answer',

  pay: 'You pay',
  atLeast: 'You receive at least',
  minimumUnknown: 'How much you receive at least is not told.',
  expected: 'Expected',
  expectedSimulated: 'Expected, as tried out',
  slippage: 'Slippage tolerance',
  recipient: 'Goes to',
  yourself: 'Your own account',
  whereabouts: 'Where your money is after each step',
  atRisk:
    'If a step fails, its network cost is lost and nothing else: what earlier steps did stays, and later ones are not asked for.',
  visible:
    'Others may see this swap before it is in a block and trade ahead of it. They can take no more than the difference to the least you receive.',
  after: {
    approve: (sold: string) =>
      `Allowance: nothing has moved. Your ${sold} stays in your account; the contract may take it.`,
    reset: (sold: string) => `Reset: nothing has moved. Your ${sold} stays in your account.`,
    wrap: 'Wrapping: the coins are in your account, in wrapped form.',
    unwrap: 'Unwrapping: the wrapped coins are plain coins in your account.',
    swap: (symbol: string, who: string) => `Swap: the ${symbol} belongs to ${who}.`,
    bridge: (sold: string, symbol: string, chain: string) =>
      `Bridge: your ${sold} is with the bridge, which owes ${symbol} on ${chain}.`,
    opaque: 'We cannot tell what this step leaves where.',
  },
  sign: 'What you will sign',
  what: 'What it does',
  state: 'State',
  states: { matches: 'Matches', look: 'Look', blocked: 'Blocked' },
  details: 'Details and raw data',
  chain: 'Chain',
  contract: 'Contract',
  coins: 'Coins sent along',
  function: 'Function',
  explorer: 'Explorer',
  raw: (bytes: number) => `Raw data, ${bytes} bytes`,
  rawData: 'Raw data',
  copyRaw: 'Copy the raw data',

  forecast: 'Forecast',
  notSimulated: 'Not simulated',
  leavesYou: 'Leaves your account',
  reachesYou: 'Arrives in your account',
  leavesRecipient: 'Leaves the recipient',
  reachesRecipient: 'Arrives at the recipient',
  cost: 'Network cost, at most about',
  leftovers: 'Allowances left afterwards',
  noLeftovers: 'None',
  leftover: (who: string, amount: string) => `${who} may still spend ${amount}`,
  promise: (chain: string) =>
    `What arrives on ${chain} is a promise of the service: only the side you pay on could be tried out.`,

  promiseAlone: (chain: string) =>
    `What arrives on ${chain} is a promise of the service: neither side could be tried out.`,

  checks: 'Checks',
  passed: (count: number) => (count === 1 ? '1 check passed' : `${count} checks passed`),
  severity: { ok: 'Passed', info: 'Note', warn: 'Caution', block: 'Blocked' },
  verdict: {
    ok: 'Matches what you asked',
    warn: 'Look before you sign',
    block: 'Blocked',
    unavailable: 'Some checks could not run',
  },
  verdictNote: {
    ok: 'Every check that ran agrees with your request. That does not make a contract honest.',
    warn: 'Something needs your attention below.',
    block: 'This is not what you asked. It cannot be confirmed, and your wallet has not been asked.',
    unavailable: 'What could not be checked is listed below. It is not a yes.',
  },

  word: 'accept',
  typeWord: (word: string, percent: string) => `You lose ${percent} of the value. Type “${word}” to go on`,
  understand: (about: string) => `I understand: ${about}`,
  understandUnpriced: (symbols: readonly string[]) =>
    `I understand that nobody tells a price${symbols.length > 0 ? ` for ${symbols.join(' and ')}` : ''}, so what I lose is not known.`,

  /** How parties and amounts are called inside sentences. */
  you: 'you',
  theRecipient: (short: string) => `the recipient ${short}`,
  theToken: (symbol: string) => `the ${symbol} token`,
  strangeToken: (short: string) => `the token ${short}`,
  nativeCoin: 'the native coin',
  someChain: (chainId: number) => `chain ${chainId}`,
  units: (units: bigint, short: string) => `${units} units of ${short}`,
  allHeld: (token: string) => `all ${token} the contract holds`,
  anyAmount: (token: string) => `any amount of ${token}`,

  /** What one call does. */
  does: {
    pay: (amount: string, to: string) => `Pay ${amount} to ${to}.`,
    payByHand: (amount: string, to: string) => `Pay ${amount} by hand to ${to}.`,
    attach: (memo: string) => `Attach the memo “${memo}” to it.`,
    revoke: (spender: string, token: string) => `Take back what ${spender} may spend of your ${token}.`,
    approve: (spender: string, amount: string) => `Let ${spender} spend up to ${amount}.`,
    approveAll: (spender: string, token: string) => `Let ${spender} spend any amount of your ${token}, now and later.`,
    swap: (sold: string, least: string, to: string) => `Swap ${sold} for at least ${least}, to ${to}.`,
    swapExactOut: (most: string, bought: string, to: string) => `Swap at most ${most} for ${bought}, to ${to}.`,
    wrap: (amount: string, token: string, to: string) => `Turn ${amount} into ${token}, for ${to}.`,
    unwrap: (amount: string, coin: string, to: string) => `Turn ${amount} back into ${coin}, for ${to}.`,
    refund: (coin: string, to: string) => `Hand back any ${coin} that is not needed, to ${to}.`,
    sweep: (token: string, to: string) => `Hand what the contract holds of ${token} to ${to}.`,
    pull: (amount: string) => `Move ${amount} from you into the contract.`,
    fee: (percent: string, token: string, to: string) => `Pay ${percent}% of the ${token} as a fee to ${to}.`,
    bridge: (amount: string, to: string, least: string, chain: string) =>
      `Hand ${amount} to the bridge, which owes ${to} at least ${least} on ${chain}.`,
    reclaim: (id: string, who: string) => `Take deposit ${id} back from the bridge ${who}.`,
    mint: (one: string, other: string, to: string) => `Deposit up to ${one} and ${other} as a position for ${to}.`,
    increase: (id: bigint) => `Add to position ${id}.`,
    decrease: (id: bigint) => `Take out of position ${id}.`,
    collect: (id: bigint) => `Collect the fees of position ${id}.`,
    burn: (id: bigint) => `Close the empty position ${id}.`,
    createPool: (one: string, other: string) => `Create the pool of ${one} and ${other}, if it is not there.`,
    forbidden: (what: string) => `Do what this never needs: ${what}.`,
    unknown: (who: string, why: string) => `Call ${who} in a way we cannot read: ${why}.`,
    solana: (chain: string) => `Run a transaction on ${chain}.`,
  },
})

export type ReviewMessages = (typeof reviewMessages)['english']
