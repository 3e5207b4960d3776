/**
 * The questions that the guard asks of a plan, by the code of their rule, each with the attack or mistake that its answer
 * prevents. Titles are messages: `src/signing/findings/ruleTitle.messages.ts`.
 */
export const questions = {
  'V-001': 'An answer that floods the browser, has nothing to sign, or is read differently by the wallet and the app',
  'V-003': 'A transaction that the wallet signs for another chain, or a node of another chain',
  'V-008': 'A plan signed by another account, or a signer who can delay or replace it',
  'V-009': 'Delegations, nonces or fees that are smuggled in with a transaction',
  'V-010': 'A plan that was changed after it was checked',
  'V-011': 'Positions, ownership or lasting rights handed over in passing',
  'V-013': 'A payout, position or remainder for a third party',
  'V-015': 'More tokens or native coins taken than typed',
  'V-016': 'Sandwich attacks, and a service that shows one minimum and sends another',
  'V-017': 'A transaction executed later at a bad price, or figures that are no longer true',
  'V-018': 'Tokens left in a contract, or held by it while a token calls back',
  'V-020': 'A plan that is signed although its checks could not run',
  'V-022': 'Amounts that are wrong by powers of ten',
  'V-023': 'A transaction that fails and still costs the network fee, or that burns gas',
  'V-030': 'A transaction that fails and still costs the network fee',
  'V-034': 'A node that lies about a simulation, or a contract that notices one',
  'V-035': 'A contract, program or address that is unknown, or does what cannot be decoded',
  'V-036': 'A crossing that delivers another token, or to a third party',
  'V-038': 'Calldata that reads one way and acts another, or a batch that ends half done',
  'V-040': 'A deposit into another pool, range or position, or at a manipulated starting price',
  'V-048': 'An increase, a withdrawal or a claim that does something other than requested',
  'V-050': 'A deposit that is taken, and opens no position or that of a third party',
  'V-051': 'Money sent to another chain without a bridge, or through an unknown one',
  'V-053': 'A fake token with a well-known name, or a token whose issuer can take it back',
  'V-054': 'A transaction that the request does not need, or an approval that is never used',
  'V-055': 'A fee that is too high, or many small fees that add up to a large one',
  'V-056': 'A plan that stops at a worthless token, or a refund that is worth less than the input',
  'V-057': 'A renewed plan that is worse than the one that was confirmed',
  'V-060': 'A batch whose assertions are missing, or looser than the request',
  'V-061': 'An address without a contract, or code replaced behind a trusted address',
  'V-063': 'An account that delegates to code which forwards incoming assets (EIP-7702)',
  'A-21': 'An approval that lets a third party take tokens, takes too much, or outlives the plan',
  'A-31': 'A slippage tolerance widened by the service',
  'A-32': 'A swap or deposit that is worth far less than it costs, or a pool pushed off the market',
  'M-101': 'The same swap or deposit, sent twice',
} as const satisfies Readonly<Record<string, string>>

export type Question = keyof typeof questions
