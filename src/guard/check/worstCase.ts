import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import type { RpcPort } from '../../chain/rpc'
import { larger, smaller, sumOf } from '../../domain/bigints'
import type { Token } from '../../domain/token'
import { permit2, spenderFor } from '../../protocol/deployment/venues'
import type { CheckInputs } from '../checkInputs'
import { decodePlan } from '../decode/decodedPlan'
import { distinctAddresses, native, sameAddress } from '../decode/evm/address'
import { promisingContracts } from '../decode/evm/call'
import { namedTokens, tickersOn } from '../pinnedTokens'
import type { Plan } from '../plan'
import { soldOf } from '../rules/input/ruleInput'
import { decimalsRead } from '../simulate/evm/gather'
import { readGivenRights } from '../simulate/evm/givenRights'
import { readTogether } from '../simulate/evm/simulationContract'
import { allowanceRead, balanceRead } from '../simulate/evm/trackedAccounts'
import { amountFact, tokenNamesOf } from '../tokenNames'

const abi = parseAbi(['function isApprovedForAll(address owner, address operator) view returns (bool)'])

/** By earlier allowances and those of the plan, also behind Permit2, by operators, and in the native value. */
export async function readWorstCase(
  { intent, steps }: Plan,
  inputs: CheckInputs,
  listed: readonly Token[],
  ask: RpcPort,
): Promise<NonNullable<CheckInputs['worstCase']>> {
  const { chainId } = intent.sell.token.chain
  const chain = inputs.chains.find((one) => one.chainId === chainId)
  const lines = decodePlan(intent, steps, inputs.chains).steps.filter(({ step }) => step.chainId === chainId)
  const approved = lines.flatMap(({ flow }) => flow.rights)
  const called = lines.filter(({ call }) => call.effect.does !== 'approve')
  const contracts = called.flatMap(({ step, call }) => [step.to, ...promisingContracts(call)])
  const spenders = distinctAddresses([
    ...contracts,
    ...contracts.flatMap((contract) => spenderFor(contract, chainId) ?? []),
    ...approved.map(({ spender }) => spender),
  ]).filter((spender) => !sameAddress(spender, permit2))

  const rights = await readGivenRights(intent.sender, ask).catch(() => undefined)
  const here = listed.filter((token) => token.chain.chainId === chainId && !token.isNative)
  const tokens = distinctAddresses([
    ...(rights?.contracts ?? []),
    ...approved.map(({ token }) => token),
    ...here.map(({ address }) => address),
    ...namedTokens(chainId, chain),
  ])
  const owner = getAddress(intent.sender)
  const reads = tokens.flatMap((token) => [
    { to: token, data: decimalsRead },
    balanceRead(token, owner),
    allowanceRead(owner, { token, spender: permit2 }),
    ...spenders.flatMap((spender) => [
      allowanceRead(owner, { token, spender }),
      {
        to: token,
        data: encodeFunctionData({ abi, functionName: 'isApprovedForAll', args: [owner, getAddress(spender)] }),
      },
      allowanceRead(owner, { token, spender, through: permit2 }),
    ]),
  ])
  const answers = await readTogether(reads, intent.sender, ask).catch(() => undefined)
  const size = 3 + 3 * spenders.length
  const sold = soldOf(intent)
  const takes = tokens.map((token, index) => {
    const [decimals, held = 0n, ofPermit2 = 0n, ...rest] = answers?.slice(index * size, (index + 1) * size) ?? []
    const planned = (spender: string, through?: string) =>
      approved
        .filter((one) => sameAddress(one.token, token) && sameAddress(one.spender, spender) && one.through === through)
        .reduce((most, { amount }) => larger(most, amount), 0n)
    const given = spenders.map((spender, place) => {
      const [older = 0n, isOperator = 0n, olderBehind = 0n] = rest.slice(3 * place, 3 * place + 3)
      // An approval of the plan is not asked for where an older one is enough.
      const direct = larger(older, planned(spender))
      const behind = smaller(larger(ofPermit2, planned(permit2)), larger(olderBehind, planned(spender, permit2)))
      const singles = rights?.singles.filter(
        ({ contract, spender: whose, id }) =>
          id !== 'all' && sameAddress(contract, token) && sameAddress(whose, spender),
      )
      return isOperator > 0n ? held : direct + behind + BigInt(singles?.length ?? 0)
    })
    const may = smaller(held, sumOf(given))
    return { token, amount: sameAddress(token, sold) ? may - intent.sell.units : may, decimals }
  })
  const value = lines.reduce((sum, { step }) => sum + step.value, 0n)
  const ownCoins = intent.sell.token.isNative ? value - intent.sell.units : value
  const coins = { token: native, amount: ownCoins, decimals: undefined }
  const besides = [...takes, coins].filter(({ amount }) => amount > 0n)
  const names = tokenNamesOf(intent, chain)
  const tickers = tickersOn(chainId, chain)
  return {
    // The list of the service names no token here: by a wrong name or wrong decimals it would look like nothing.
    besides: besides.map(({ token, amount, decimals }) => {
      const symbol = [...tickers].find(([address]) => sameAddress(address, token))?.[1]
      return {
        ...(symbol !== undefined && { symbol }),
        ...(decimals !== undefined && { decimals: Number(decimals) }),
        ...amountFact(names, token, amount),
      }
    }),
    isComplete: Boolean(rights && answers),
  }
}
