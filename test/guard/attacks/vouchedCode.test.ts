import routerArtifact from '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  isHex,
  keccak256,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcPort } from '../../../src/chain/rpc'
import { publishedAs, readContractCode } from '../../../src/guard/simulate/evm/codeBehind'
import { publishedCodes } from '../../../src/protocol/deployment/publishedCodes'
import { compile } from '../contracts/compile'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, harbor, openArena, periphery, ratingOf, soon, statedMinimum } from './adversary'

/*
 * V-061: the operator vouches for an address, and someone else decides which code runs behind it. A swap through it is
 * honest during the check; the later actions of its owner are executed.
 */

let arena: Arena
let honest: Address
let thieving: Address
const proxies = new Map<string, Address>()
const control = parseAbi(['function upgrade(address implementation)'])
const ownSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const sharedSlot = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
const address = parseAbiParameters('address place')

beforeAll(async () => {
  arena = await openArena()
  honest = await twoFaced(6)
  thieving = await twoFaced(0)
  for (const name of ['Proxy', 'BeaconProxy', 'Diamond'] as const)
    proxies.set(name, await deployed(concat([compile(name), encodeAbiParameters(address, [honest])])))
  proxies.set('clone', await cloneOf(honest))
  proxies.set('plain', honest)
})
afterAll(() => arena.exchange.stop())

async function deployed(data: Hex): Promise<Address> {
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data })
  return getAddress(contractAddress!)
}

/** A minimal proxy (ERC-1167). */
function cloneOf(to: Address): Promise<Address> {
  const clone = `0x363d3d373d3d3d363d73${to.slice(2)}5af43d82803e903d91602b57fd5bf3` as const
  return deployed(concat(['0x602d600c600039602d6000f3', clone]))
}

function proxyOf(to: Address): Promise<Address> {
  return deployed(concat([compile('Proxy'), encodeAbiParameters(address, [to])]))
}

function twoFaced(trick: number): Promise<Address> {
  const args = encodeAbiParameters(parseAbiParameters('address router, uint8 trick'), [arena.router, trick])
  return deployed(concat([compile('TwoFaced'), args]))
}

async function hashOf(place: Address): Promise<Hex> {
  return keccak256(await codeOf(place))
}

async function codeOf(place: Address): Promise<Hex> {
  return asHex(await arena.rpc(harbor)('eth_getCode', [place, 'latest']))
}

function asHex(value: unknown): Hex {
  if (!isHex(value)) throw new Error('This is no code.')
  return value
}

/** A swap through a contract that the deployment names, with the code it is to run where that is pinned. */
async function through(contract: Address, codeHash?: Hex, isNamed = true) {
  const intent = swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
  const answer = await arena.ask(intent)
  const params = {
    ...{ tokenIn: getAddress(intent.sell.token.address), tokenOut: getAddress(intent.buy.address), fee: 3000 },
    ...{ recipient: arena.me, deadline: soon(), amountIn: intent.sell.units },
    ...{ amountOutMinimum: statedMinimum(answer, intent.buy), sqrtPriceLimitX96: 0n },
  }
  const data = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const transactions = [
    { ...approve, to: intent.sell.token.address, data: approveData(contract, intent.sell.units), order: 0 },
    { ...swap, to: contract, data, order: 1 },
  ]
  const chains = arena.chains.map((chain) => ({
    ...chain,
    trusted: isNamed ? [...chain.trusted, contract] : chain.trusted,
    ...(codeHash && { codeHashes: [{ address: contract, codeHash }] }),
  }))
  const planned = await arena.plan(intent, { ...answer, transactions })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const checked = await arena.check(planned.plan, { chains })
  const found = checked.verdict.findings.flatMap(({ code, kind }) => (code === 'V-061' ? [kind] : []))
  return { plan: planned.plan, rating: ratingOf(checked), found: [...new Set(found)] }
}

const upgrade = (contract: Address, to: Address) =>
  arena.act(arena.thief, contract, encodeFunctionData({ abi: control, functionName: 'upgrade', args: [to] }))
const rest = () => arena.rpc(harbor)('anvil_mine', ['0x38'])

describe('V-061 C8 a vouched contract whose owner can exchange its code', () => {
  test.each(['Proxy', 'BeaconProxy', 'Diamond'])('%s takes everything once it was exchanged', async (name) => {
    const { plan } = await through(proxies.get(name)!)
    expect(await arena.lossOf(plan)).toBeLessThan(15)
    expect(await arena.lossOf(plan, () => upgrade(proxies.get(name)!, thieving))).toBeGreaterThan(490)
  })

  test('the contract is amber while its code is not pinned', async () => {
    await rest()
    expect(await through(proxies.get('Proxy')!)).toMatchObject({ rating: 'amber', found: ['may-change'] })
    expect(await through(proxies.get('BeaconProxy')!)).toMatchObject({ rating: 'amber', found: ['may-change'] })
    expect(await through(proxies.get('Diamond')!)).toMatchObject({ rating: 'amber', found: ['not-read'] })
  })

  test.each(['Proxy', 'BeaconProxy', 'clone', 'plain'])('%s is green with the code that is pinned', async (name) => {
    await rest()
    const pinned = await through(proxies.get(name)!, await hashOf(honest))
    expect(pinned).toMatchObject({ rating: 'green', found: ['holds'] })
  })

  test.each(['Proxy', 'BeaconProxy', 'clone', 'plain'])('%s is blocked with any other code', async (name) => {
    await rest()
    const other = await through(proxies.get(name)!, await hashOf(thieving))
    expect(other).toMatchObject({ rating: 'blocked', found: ['other-code'] })
  })

  test.each(['Proxy', 'BeaconProxy'])('%s is amber for a while after it was exchanged, pinned or not', async (name) => {
    await rest()
    const again = await twoFaced(6)
    await upgrade(proxies.get(name)!, again)
    for (const pin of [undefined, await hashOf(again)])
      expect(await through(proxies.get(name)!, pin)).toMatchObject({ rating: 'amber', found: ['changed-lately'] })
    await rest()
    expect(await through(proxies.get(name)!, await hashOf(again))).toMatchObject({ rating: 'green' })
    await upgrade(proxies.get(name)!, honest)
  })

  test('a clone needs no pin: no one can exchange what it runs', async () => {
    expect(await through(proxies.get('clone')!)).toMatchObject({ rating: 'green', found: [] })
  })

  test('the pinned code as a decoy in another slot does not make a proxy with a replaced implementation green', async () => {
    const decoyed = await deployed(concat([compile('BeaconProxy'), encodeAbiParameters(address, [honest])]))
    // The pinned code ran once; now other code runs, and the owner writes the old address where proxies keep theirs.
    const pin = await hashOf(thieving)
    await arena.rpc(harbor)('anvil_setStorageAt', [decoyed, ownSlot, pad(thieving)])
    await rest()
    expect(await through(decoyed, pin)).toMatchObject({ rating: 'amber', found: ['not-read'] })
    // The code truncates the word to an address and ignores the leading bytes.
    await arena.rpc(harbor)('anvil_setStorageAt', [decoyed, sharedSlot, concat(['0x01', pad(decoyed, { size: 31 })])])
    expect(await through(decoyed, pin)).toMatchObject({ rating: 'amber', found: ['not-read'] })
  })

  test.each(['Proxy', 'clone'])('a %s of a proxy is not green by the hash of that proxy', async (name) => {
    const second = await proxyOf(honest)
    const first = name === 'clone' ? await cloneOf(second) : await proxyOf(second)
    // Code runs on the storage of the first: there is the address that counts.
    if (name === 'clone') await arena.rpc(harbor)('anvil_setStorageAt', [first, ownSlot, pad(thieving)])
    await rest()
    expect(await through(first, await hashOf(second))).toMatchObject({ found: ['not-read'] })
  })

  test('a contract that passes calls on, from where no one knows, is amber though its own code is pinned', async () => {
    const contract = await deployed(concat([compile('HiddenProxy'), encodeAbiParameters(address, [honest])]))
    expect(await through(contract, await hashOf(contract))).toMatchObject({
      rating: 'amber',
      found: ['passes-on', 'no-such-function'],
    })
  })

  test('a pinned multicall, which only calls itself, needs no tick', async () => {
    expect(await through(arena.router)).toMatchObject({ rating: 'green', found: ['holds'] })
    const pinned = await through(arena.router, await hashOf(arena.router))
    expect(pinned).toMatchObject({ rating: 'green', found: ['holds'] })
    const other = await through(arena.router, await hashOf(thieving))
    expect(other).toMatchObject({ rating: 'blocked', found: ['other-code'] })
  })

  test('a node that fails to answer whether it is a diamond leaves that open', async () => {
    const contract = proxies.get('Diamond')!
    const failing =
      (error: object): RpcPort =>
      (method, params) =>
        method === 'eth_call' ? Promise.reject(error) : arena.rpc(harbor)(method, params)
    const read = async (error: object) => (await readContractCode(contract, Promise.resolve(1n), failing(error))).behind
    expect(await read({ code: -32005, message: 'rate limit exceeded' })).toEqual({ is: 'unread' })
    expect(await read({ code: 3, message: 'execution reverted', data: '0x' })).toEqual({ is: 'not placed' })
    expect(await read({ code: -32000, message: 'invalid opcode: INVALID' })).toEqual({ is: 'not placed' })
  })

  test('a diamond cannot be pinned', async () => {
    const contract = proxies.get('Diamond')!
    expect(await through(contract, await hashOf(contract))).toMatchObject({ rating: 'amber', found: ['not-read'] })
  })

  test('the code that a venue publishes is known with any factory and wrapped coin', async () => {
    const args = [pad(arena.factory), pad(getAddress(arena.token('WETH').address))]
    const own = await deployed(concat([asHex(routerArtifact.bytecode), ...args]))
    expect(own).not.toBe(arena.router)
    expect(await through(own)).toMatchObject({ rating: 'green', found: ['holds'] })
    expect(publishedAs(await codeOf(own))).toBe('uniswap-v3')

    const other = await deployed(concat([asHex(routerArtifact.bytecode), pad(arena.thief), pad(arena.me)]))
    expect(publishedAs(await codeOf(other))).toBe('uniswap-v3')
  })

  test('published code by itself proves nothing: anyone can deploy it, with a factory of their own', async () => {
    const weth = pad(getAddress(arena.token('WETH').address))
    const withFactory = (factory: Address) => deployed(concat([asHex(routerArtifact.bytecode), pad(factory), weth]))
    const same = await withFactory(arena.factory)
    const own = await withFactory(arena.thief)
    expect([publishedAs(await codeOf(same)), publishedAs(await codeOf(own))]).toEqual(['uniswap-v3', 'uniswap-v3'])
    expect(await through(same, undefined, false)).toMatchObject({ rating: 'amber', found: [] })
    // Pools of another factory may be anything, so the guarantee of such a router depends on its address.
    expect(await through(own, undefined, false)).toMatchObject({ rating: 'blocked', found: [] })
  })

  test('with one byte changed it is not', async () => {
    const code = await codeOf(arena.router)
    const published = publishedCodes.find(({ venue }) => venue === 'uniswap-v3')!
    const isLeftOut = (at: number) =>
      at >= published.bytes - published.metadata || published.immutables.some((start) => at >= start && at < start + 32)
    const changedAt = (at: number): Hex => {
      const byte = Number.parseInt(code.slice(2 + 2 * at, 4 + 2 * at), 16) ^ 1
      return `0x${code.slice(2, 2 + 2 * at)}${byte.toString(16).padStart(2, '0')}${code.slice(4 + 2 * at)}`
    }
    for (let at = 0; at < published.bytes; at += 29)
      expect(publishedAs(changedAt(at))).toBe(isLeftOut(at) ? 'uniswap-v3' : undefined)

    const place = getAddress(pad('0xc0de', { size: 20 }))
    await arena.rpc(harbor)('anvil_setCode', [place, changedAt(published.immutables[0]! - 2)])
    expect((await readContractCode(place, Promise.resolve(1n), arena.rpc(harbor))).publishedAs).toBeUndefined()
  })

  test('a contract that is no proxy needs no pin', async () => {
    expect(await through(honest)).toMatchObject({ rating: 'green', found: [] })
  })
})
