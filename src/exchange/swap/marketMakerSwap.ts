import { numeral } from '../../protocol/json'
import type { World } from '../context'
import { plainNumber } from '../decimalText'
import { type Reply, refuse } from '../http/reply'
import { dollars } from '../market/prices'
import type { Reef } from '../solana/localSolana'
import { offerReply } from './swapReply'
import type { Ask } from './swapRequest'
import type { SolanaSide } from './swapSide'

/** A trade with the desk on Solana: its price is firm, so the minimum is what is expected. */
export function prepareDeskTrade(
  { sold, bought, units, sender, recipient }: Ask<SolanaSide, SolanaSide>,
  world: World,
): Reply {
  const { reef } = sold
  const [sell, buy] = [sold.token.onDesk, bought.token.onDesk]
  const expected = reef.desk.quote({ sell, buy, amountIn: units })
  const tooSmall = `That is too little ${sold.token.symbol} to be worth anything in ${bought.token.symbol}.`
  if (expected === 0n) return refuse(422, tooSmall)
  if (bought.token.kind === 'native' && isNewAndPoor(reef, recipient, expected)) return refuse(422, tooPoor(reef))

  const signed = reef.desk.offer({
    sell,
    buy,
    amountIn: units,
    sender,
    recipient,
    note: `swap:${sold.token.id}-${bought.token.id}`,
  })
  if (!signed)
    return refuse(422, `The desk on ${reef.listing.name} does not hold that much ${bought.token.symbol} now.`)
  return offerReply({
    transactions: [solanaRecord(reef, world, signed.transaction)],
    path: [sold.token.symbol, bought.token.symbol],
    dex: 'desk',
    bought: bought.token,
    expected: signed.amountOut,
    minimum: signed.amountOut,
  })
}

/** A Solana transaction as the service writes it: base64 in `data`, half signed where the desk takes part. */
export function solanaRecord(reef: Reef, world: World, transaction: string) {
  const sol = reef.tokens.find(({ kind }) => kind === 'native')!
  return {
    type: 'swap',
    data: transaction,
    order: 0,
    value: numeral('0'),
    gasAmount: numeral(`${computeUnits}`),
    gasUsd: numeral(plainNumber(dollars(world.prices(), sol, fees), 6)),
    to: reef.desk.address,
    chainType: 'SOLANA',
    rpcUrl: world.rpcUrl(reef.listing.chainId),
  }
}

const computeUnits = 120_000
/** Two signatures. */
const fees = 10_000n

/** An account that does not exist yet must begin with the smallest balance the network keeps. */
function isNewAndPoor({ node }: Reef, recipient: string, lamports: bigint): boolean {
  const held = node.ledger.lookup(recipient)?.lamports() ?? 0n
  return held === 0n && lamports < BigInt(node.ledger.minimumBalance(0))
}

function tooPoor({ node }: Reef): string {
  return `The recipient has no account yet, and Solana opens none with less than ${node.ledger.minimumBalance(0)} lamports.`
}
