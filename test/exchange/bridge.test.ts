import { type Address, encodeFunctionData, type Hex, keccak256, parseUnits, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crossRouterAbi, openEvmBridge } from '../../src/exchange/bridge/evmBridge'
import { createRelayer } from '../../src/exchange/bridge/relayer'
import { tokenAbi } from '../../src/exchange/evm/contracts'
import { fundingCall } from '../../src/exchange/evm/funding'
import { accountAddress, openImpersonatedAccount } from '../../src/exchange/evm/impersonatedAccount'
import type { ListedToken, LocalEvmExchange } from '../../src/exchange/evm/localEvmExchange'
import { startLocalEvmExchange } from '../../src/exchange/evm/startup'
import { listings } from '../../src/exchange/listing'
import { createPoolRegistry } from '../../src/exchange/pools/registry'
import { firstPrices } from '../../src/exchange/prices'
import { unixTime } from '../../src/exchange/unixTime'
import { draws } from '../depth'

/* Transfers between two real local chains. */

const secret = keccak256(toHex('crossing'))
let harbor: LocalEvmExchange
let delta: LocalEvmExchange
let anna: Awaited<ReturnType<typeof openImpersonatedAccount>>
let failures: unknown[] = []
let refunds: string[] = []
const ben = accountAddress(secret, 'ben')

beforeAll(async () => {
  const options = { secret, genesisTime: unixTime() - 300, prices: firstPrices }
  const evmExchanges = await Promise.all(listings.map((listing) => startLocalEvmExchange(listing, options)))
  const [first, second] = evmExchanges
  harbor = first!
  delta = second!
  anna = await openImpersonatedAccount(harbor.chain, accountAddress(secret, 'anna'))
  const amounts = harbor.tokens.filter(({ kind }) => kind !== 'native').map((token) => ({ token, units: 10n ** 24n }))
  await harbor.treasury.send(fundingCall(harbor.contracts, anna.address, amounts))
  for (const { token } of amounts) await approve(token)
})

afterAll(async () => {
  await Promise.all([harbor, delta].map((evm) => evm?.chain.engine.stop()))
})

test('a token deposited on one chain is paid out on the other, and the escrow is released', async () => {
  const before = await balance(delta, tokenOn(delta, 'USDC'), ben)
  const id = await deposit('1000', tokenOn(delta, 'USDC').address, parseUnits('998', 18))
  await (await newRelayer()).round()
  expect(failures).toEqual([])
  expect(await escrowState(id)).toBe('released')
  expect((await balance(delta, tokenOn(delta, 'USDC'), ben)) - before).toBe(parseUnits('999', 18))
})

test.each(['WETH', 'BNB', 'WBNB'])('a transfer is swapped into %s on the other chain', async (symbol) => {
  const token = tokenOn(delta, symbol)
  const before = await balance(delta, token, ben)
  const quoted = await (await bridgeOf(delta)).quote(token, parseUnits('1000', 18))
  const id = await deposit('1000', token.kind === 'native' ? zeroAddress : token.address, (quoted! * 99n) / 100n)
  await (await newRelayer()).round()
  expect(await escrowState(id)).toBe('released')
  expect((await balance(delta, token, ben)) - before).toBe(quoted)
})

test('a transfer whose minimum cannot be met is refunded immediately', async () => {
  const usdc = tokenOn(harbor, 'USDC')
  const before = await balance(harbor, usdc, anna.address)
  const id = await deposit('1000', tokenOn(delta, 'USDC').address, parseUnits('1001', 18))
  await (await newRelayer()).round()
  expect(refunds).toEqual(['It would be less than the minimum.'])
  expect(await escrowState(id)).toBe('refunded')
  expect(await balance(harbor, usdc, anna.address)).toBe(before)
})

test('without a relayer the sender can withdraw the deposit after the deadline, and not before', async () => {
  const usdc = tokenOn(harbor, 'USDC')
  const before = await balance(harbor, usdc, anna.address)
  const id = await deposit('500', tokenOn(delta, 'USDC').address, 1n)
  const refund = {
    label: 'refund',
    to: harbor.contracts.crossRouter,
    data: encodeFunctionData({ abi: crossRouterAbi, functionName: 'refund', args: [id] }),
  }
  await expect(anna.send(refund)).rejects.toThrow('turned down')
  await harbor.chain.client.increaseTime({ seconds: 3_600 })
  await harbor.chain.client.mine({ blocks: 1 })
  await anna.send(refund)
  expect(await balance(harbor, usdc, anna.address)).toBe(before)

  const paid = await balance(delta, tokenOn(delta, 'USDC'), ben)
  await (await newRelayer()).round()
  expect(await balance(delta, tokenOn(delta, 'USDC'), ben)).toBe(paid)
})

const runs = draws(24, 200)

test('relayers that fail between any two actions on real chains pay nothing out twice', async () => {
  const usdc = tokenOn(delta, 'USDC')
  const before = await balance(delta, usdc, ben)
  const ids: bigint[] = []
  for (let run = 0; run < runs; run++) {
    ids.push(await deposit('10', usdc.address, 1n))
    const relayer = await newRelayer(run % 12)
    await relayer.round().catch(() => undefined)
  }
  await (await newRelayer()).round()
  for (const id of ids) expect(await escrowState(id)).toBe('released')
  expect((await balance(delta, usdc, ben)) - before).toBe(BigInt(runs) * parseUnits('9.99', 18))
})

/** A new relayer; each of its actions fails after the given number of them. */
async function newRelayer(actions = Number.POSITIVE_INFINITY) {
  failures = []
  refunds = []
  let left = actions
  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const action: unknown = Reflect.get(target, name)
        if (typeof action !== 'function') return action
        return async (...args: unknown[]) => {
          left -= 1
          if (left < 0) throw new Error('out of reach')
          return Reflect.apply(action, target, args)
        }
      },
    })
  const [first, second] = await Promise.all([harbor, delta].map(bridgeOf))
  return createRelayer({
    chains: new Map([
      [harbor.chain.listing.chainId, mortal(first!)],
      [delta.chain.listing.chainId, mortal(second!)],
    ]),
    now: unixTime,
    onRefund: (_, why) => refunds.push(why),
    onFailure: (_, error) => failures.push(error),
  })
}

/** A bridge that has read nothing yet. */
function bridgeOf(evm: LocalEvmExchange) {
  return openEvmBridge(evm, createPoolRegistry(evm))
}

function tokenOn({ tokens }: LocalEvmExchange, symbol: string): ListedToken {
  return tokens.find((token) => token.symbol === symbol)!
}

async function approve({ address }: ListedToken) {
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'approve',
    args: [harbor.contracts.crossRouter, 2n ** 255n],
  })
  await anna.send({ label: 'approve', to: address, data })
}

async function escrowState(id: bigint): Promise<string> {
  const bridge = await bridgeOf(harbor)
  const [deposited] = (await bridge.deposits()).filter(({ deposit }) => deposit === `${id}`)
  return bridge.escrowState(deposited!)
}

/** Anna deposits USDC on Harbor, for Ben on Delta. */
async function deposit(amount: string, token: Address, minOut: bigint): Promise<bigint> {
  const usdc = tokenOn(harbor, 'USDC')
  const { timestamp } = await harbor.chain.client.getBlock()
  const destination = {
    chain: 741_002n,
    token: token as Hex,
    recipient: ben as Hex,
    minOut,
    deadline: timestamp + 600n,
  }
  const args = [usdc.address, parseUnits(amount, 6), destination] as const
  const data = encodeFunctionData({ abi: crossRouterAbi, functionName: 'deposit', args })
  await anna.send({ label: 'deposit', to: harbor.contracts.crossRouter, data })
  const events = await harbor.chain.client.getContractEvents({
    address: harbor.contracts.crossRouter,
    abi: crossRouterAbi,
    eventName: 'Deposited',
    fromBlock: 0n,
    strict: true,
  })
  return events.at(-1)!.args.id
}

async function balance({ chain }: LocalEvmExchange, token: ListedToken, owner: Address): Promise<bigint> {
  if (token.kind === 'native') return chain.client.getBalance({ address: owner })
  return chain.client.readContract({
    address: token.address,
    abi: tokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
}
