import {
  type Abi,
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertionAddress } from '../../../src/guard/decode/evm/assertion'
import { contractsByVenue, permit2 } from '../../../src/protocol/deployment/venues'
import { record } from '../fixtures'
import { type Command, executeData, permit2Approval } from '../soundness/calldata'
import { command, itself } from '../soundness/universal'
import { tricks } from '../soundness/venues'
import { changeLiquidity, keyOf, poolOf, type Version } from '../venues/realUniswap'
import { allow, harbor } from './adversary'
import {
  approve,
  arm,
  asked,
  behindPermit2,
  call,
  openStage,
  path,
  permit2Address,
  type Quoted,
  type Row,
  type Stage,
  tried,
} from './secondDayEvm'

/*
 * Lists on one chain at the routers of Uniswap, at opaque ones and with older rights. Each row has one idea of the enemy, and the
 * code that blocks it, or its rating. A list that may be signed is carried out after the moves of the thief.
 */

let stage: Stage
/** Takes a router's native coins while it is paid a fee by it. */
let feeTaker: Address
let opaque: Address
/** A venue of the list whose tokens another contract takes. */
let venue: Address
let proxy: Address

beforeAll(async () => {
  stage = await openStage()
  feeTaker = await stage.deploy('FeeTaker', 'FeeTaker', '')
  opaque = await newOpaque('Honest')
  venue = await stage.deploy('Grabber', 'OpaqueRouter', '')
  proxy = await stage.deploy('OwnAccount', 'OwnAccount', 'address', venue)
  for (const contract of [opaque, venue]) await stage.exchange.fund('evm', contract)
  Object.assign(contractsByVenue, { 'behind a proxy': { [harbor]: { address: venue, spender: proxy } } })
}, 240_000)
afterAll(() => stage.exchange.stop())

const newOpaque = (trick: keyof typeof tricks) =>
  stage.deploy('OpaqueRouter', 'OpaqueRouter', 'uint8, address, address', tricks[trick], at('WETH'), assertionAddress)
const turns = (trick: keyof typeof tricks) => async () => {
  const code = await stage.rpc(harbor)('eth_getCode', [await newOpaque(trick), 'latest'])
  await stage.rpc(harbor)('anvil_setCode', [opaque, code])
}

const at = (symbol: string) => stage.at(symbol)
const me = () => stage.me
const thief = () => stage.thief
const second = () => stage.routers.SwapRouter02
const first = () => stage.routers['v3 router']
const ofPairs = () => stage.routers['v2 router']
const universal = (version: Version = '2.0.0') => stage.uniswap.routers[version]

const slippageBps = 100
const forWeth = () => asked(stage, 'USDC', '500', 'WETH', { slippageBps })()
const forEth = () => asked(stage, 'USDC', '500', 'ETH', { slippageBps })()
const ofEth = () => asked(stage, 'ETH', '0.15', 'USDC', { slippageBps })()
const forUsdcLoosely = () => asked(stage, 'ETH', '0.15', 'USDC', { slippageBps: 300 })()
const forFriend = () => asked(stage, 'USDC', '500', 'WETH', { slippageBps, recipient: stage.friend })()
const wrapped = () => asked(stage, 'ETH', '0.5', 'WETH', { slippageBps })()
const unwrapped = () => asked(stage, 'WETH', '0.5', 'ETH', { slippageBps })()

/* Calls */

const says = {
  exactInput: 'function exactInput((bytes, address, uint256, uint256)) payable',
  exactOutput: 'function exactOutput((bytes, address, uint256, uint256)) payable',
  firstExactInput: 'function exactInput((bytes, address, uint256, uint256, uint256)) payable',
  pairsIn: 'function swapExactTokensForTokens(uint256, uint256, address[], address) payable',
  pairsOut: 'function swapTokensForExactTokens(uint256, uint256, address[], address) payable',
  oldPairsIn: 'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
  oldPairsOut: 'function swapTokensForExactTokens(uint256, uint256, address[], address, uint256)',
  oldPairsForCoins:
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  oldCoinsOut: 'function swapETHForExactTokens(uint256, address[], address, uint256) payable',
  multicall: 'function multicall(bytes[]) payable',
  multicallUntil: 'function multicall(uint256, bytes[]) payable',
  unwrapWithFee: 'function unwrapWETH9WithFee(uint256, address, uint256, address) payable',
  unwrap: 'function unwrapWETH9(uint256, address) payable',
  unwrapToCaller: 'function unwrapWETH9(uint256) payable',
  sweep: 'function sweepToken(address, uint256, address) payable',
  pull: 'function pull(address, uint256) payable',
  wrapETH: 'function wrapETH(uint256) payable',
  approveMax: 'function approveMax(address) payable',
  mintHeld: 'function mint((address, address, uint24, int24, int24, uint256, uint256, address)) payable',
  deposit: 'function deposit() payable',
  withdraw: 'function withdraw(uint256)',
  approve: 'function approve(address, uint256)',
  transferFrom: 'function transferFrom(address, address, uint256)',
  refundETH: 'function refundETH() payable',
  behind: 'function transferFrom(address, address, uint160, address)',
  arm: 'function arm(address)',
  prepare: 'function prepare((address, bytes)[])',
  run: 'function run((address, bytes)[])',
  opaque: 'function x(address, uint256, address, uint256, address) payable',
} as const

function fn(name: keyof typeof says, ...args: readonly unknown[]): Hex {
  const abi: Abi = parseAbi([says[name]])
  return encodeFunctionData({ abi, args })
}

const all = (...data: readonly Hex[]) => fn('multicall', data)
const direct = () => path(at('USDC'), at('WETH'))
const until = ({ units, minimum, time }: Quoted, seconds: bigint) =>
  fn('multicallUntil', time + seconds, [fn('exactInput', [direct(), me(), units, minimum])])
const overTrap = () => [at('USDC'), stage.trap, at('WETH')] as const
/** Approved, and called at a router of the first kinds. */
const spending = ({ units }: Quoted, router: Address, data: Hex) => [
  approve(at('USDC'), units, router),
  call(router, data),
]
const through = (quoted: Quoted, commands: readonly Command[], router = universal(), token = at('USDC')) => [
  ...behindPermit2(quoted, token, router),
  call(router, executeData([...commands], quoted.time + 600n)),
]
const sold = ({ units, minimum }: Quoted, to = me(), token = path(at('USDC'), at('WETH'))) =>
  command(0x00, [to, units, minimum, token, true])

function outOfPairs({ units, minimum }: Quoted): Command {
  const types = parseAbiParameters('address, uint256, uint256, address[], bool')
  return { code: 0x09, input: encodeAbiParameters(types, [me(), minimum, units, overTrap(), true]) }
}

function checking({ minimum }: Quoted): Command {
  const types = parseAbiParameters('address, address, uint256')
  return { code: 0x0e, input: encodeAbiParameters(types, [me(), at('WETH'), minimum]) }
}

/** A tenth of a percent of the output for someone, and the minimum for the person. */
const withFee = (quoted: Quoted, to: Address): readonly Command[] => [
  sold({ ...quoted, minimum: (quoted.minimum * 1_001n) / 1_000n }, itself),
  command(0x06, [at('WETH'), to, 10n]),
  command(0x04, [at('WETH'), me(), quoted.minimum]),
]

const turned = (quoted: Quoted, to = me(), contract = opaque) =>
  call(contract, fn('opaque', at('USDC'), quoted.units, at('WETH'), (quoted.minimum * 1_005n) / 1_000n, to))
const opaqueSwap = (quoted: Quoted, to = me()) => [approve(at('USDC'), quoted.units, opaque), turned(quoted, to)]
/** An older allowance of everything the person has. */
const older = (symbol: string, spender: () => Address) => async () =>
  stage.act(me(), at(symbol), fn('approve', spender(), await stage.balance(at(symbol), me())))

/* Actions of v4 */

type Action = readonly [code: Hex, types: string, values: readonly unknown[]]

function v4(...actions: readonly Action[]): Command {
  const params = actions.map(([, types, values]) => encodeAbiParameters(parseAbiParameters(types), values))
  const codes = concat(actions.map(([code]) => code))
  return { code: 0x10, input: encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [codes, params]) }
}

const key = '(address, address, uint24, int24, address)'
const pool = () => poolOf(stage.token('USDC'), stage.token('WETH'))
function keyed(hooks: Address = zeroAddress) {
  const { currency0, currency1, fee, tickSpacing } = keyOf(pool())
  return { isUsdcFirst: currency0 === at('USDC'), key: [currency0, currency1, fee, tickSpacing, hooks] }
}
const selling = (amount: bigint, minimum: bigint, hooks?: Address): Action => [
  '0x06',
  `(${key}, bool, uint128, uint128, bytes)`,
  [[keyed(hooks).key, keyed().isUsdcFirst, amount, minimum, '0x']],
]
const buying = (amount: bigint, most: bigint): Action => [
  '0x08',
  `(${key}, bool, uint128, uint128, bytes)`,
  [[keyed().key, keyed().isUsdcFirst, amount, most, '0x']],
]
const settling = (token: Address, amount: bigint, byUser = true): Action => [
  '0x0b',
  'address, uint256, bool',
  [token, amount, byUser],
]
const settlingAll = (token: Address, most: bigint): Action => ['0x0c', 'address, uint256', [token, most]]
const taking = (token: Address, to: Address, amount: bigint): Action => [
  '0x0e',
  'address, address, uint256',
  [token, to, amount],
]
const takingAll = (token: Address, least: bigint): Action => ['0x0f', 'address, uint256', [token, least]]
const takingShare = (token: Address, to: Address, bips: bigint): Action => [
  '0x10',
  'address, address, uint256',
  [token, to, bips],
]

/* Rows */

/** A fee in native coins, during which its recipient takes the unsold part of the input. */
function feeInCoins(router: 'SwapRouter02' | 'v3 router', isAllowed: boolean): Row {
  const at1 = () => stage.routers[router]
  return {
    name: `a fee of the ${router} in native coins, whose recipient takes the rest${isAllowed ? ', and wrapped coins are allowed' : ''}`,
    intent: ofEth,
    before: async () => (isAllowed ? allow(stage, me(), at('WETH'), at1()) : undefined),
    after: () => stage.act(thief(), feeTaker, fn('arm', at1())),
    list: ({ units, minimum, time }) => {
      const small = units / 2_000n
      const there = path(at('WETH'), at('USDC'))
      const around = path(at('WETH'), at('USDC'), at('WETH'))
      const isSecond = router === 'SwapRouter02'
      const swap = (along: Hex, to: Address, amount: bigint, least: bigint) =>
        isSecond
          ? fn('exactInput', [along, to, amount, least])
          : fn('firstExactInput', [along, to, time + 600n, amount, least])
      const data = all(
        swap(around, isSecond ? itself : zeroAddress, small, 0n),
        fn('unwrapWithFee', 0n, me(), 100n, feeTaker),
        swap(there, me(), units - small, minimum),
      )
      return [call(at1(), data, units)]
    },
    expected: isAllowed ? 'amber V-018 V-055' : 'amber V-055',
  }
}

const loops = (count: number) =>
  path(at('WETH'), ...Array.from({ length: count }, () => [at('USDC'), at('WETH')] as const).flat())

const kinds: Readonly<Record<string, readonly Row[]>> = {
  'minimums along a token of the thief': [
    {
      name: 'an exact output of SwapRouter02 over pairs: it compares nothing after the first payment',
      intent: forWeth,
      after: () => arm(stage, 9_999n),
      list: (quoted) => spending(quoted, second(), fn('pairsOut', quoted.minimum, quoted.units, overTrap(), me())),
      expected: 'amber V-018',
    },
    {
      name: 'the same inside a batch with a deadline, for its word for the caller',
      intent: forWeth,
      after: () => arm(stage, 5_000n),
      list: (quoted) => {
        const to = '0x0000000000000000000000000000000000000001'
        const data = fn('pairsOut', quoted.minimum, quoted.units, overTrap(), to)
        return spending(quoted, second(), fn('multicallUntil', quoted.time + 600n, [data]))
      },
      expected: 'amber V-018',
    },
    {
      name: 'the same as a command of the universal router',
      intent: forWeth,
      after: () => arm(stage, 9_999n),
      list: (quoted) => through(quoted, [outOfPairs(quoted)]),
      expected: 'amber V-018',
    },
    {
      name: 'an exact output of the router of v2, whose pairs pay fixed amounts',
      intent: forWeth,
      after: () => arm(stage, 9_999n),
      list: (quoted) =>
        spending(
          quoted,
          ofPairs(),
          fn('oldPairsOut', quoted.minimum, quoted.units, overTrap(), me(), quoted.time + 600n),
        ),
      expected: 'green',
    },
    {
      name: 'an exact input of the router of v2',
      intent: forWeth,
      after: () => arm(stage, 9_999n),
      list: (quoted) =>
        spending(
          quoted,
          ofPairs(),
          fn('oldPairsIn', quoted.units, (quoted.minimum * 1_018n) / 1_000n, overTrap(), me(), quoted.time + 600n),
        ),
      expected: 'green',
    },
    {
      name: 'native coins out of the router of v2, which counts its own wrapped ones',
      intent: forEth,
      after: () => arm(stage, 9_999n),
      list: (quoted) =>
        spending(
          quoted,
          ofPairs(),
          fn(
            'oldPairsForCoins',
            quoted.units,
            (quoted.minimum * 1_018n) / 1_000n,
            overTrap(),
            me(),
            quoted.time + 600n,
          ),
        ),
      expected: 'green',
    },
    {
      name: 'an exact output for native coins, and the rest refunded',
      intent: forUsdcLoosely,
      after: () => arm(stage, 9_999n),
      list: ({ units, minimum, time }) => [
        call(ofPairs(), fn('oldCoinsOut', minimum, [at('WETH'), stage.trap, at('USDC')], me(), time + 600n), units),
      ],
      expected: 'amber A-32',
    },
    {
      name: 'two calls of SwapRouter02, the second for all that it holds of the token',
      intent: forWeth,
      after: () => arm(stage, 9_000n),
      list: (quoted) =>
        spending(
          quoted,
          second(),
          all(
            fn('pairsIn', quoted.units, 0n, overTrap().slice(0, 2), itself),
            fn('pairsIn', 0n, (quoted.minimum * 1_018n) / 1_000n, overTrap().slice(1), me()),
          ),
        ),
      expected: 'amber V-018',
    },
    {
      name: 'the input waits in SwapRouter02 while the token moves, and is then sold as a whole',
      intent: forWeth,
      after: () => arm(stage, 0n, { to: second(), data: fn('sweep', at('USDC'), 0n, thief()) }),
      list: (quoted) => {
        const small = quoted.units / 500n
        return spending(
          quoted,
          second(),
          all(
            fn('pull', at('USDC'), quoted.units - small),
            fn('pairsIn', small, 0n, overTrap(), me()),
            fn('exactInput', [direct(), me(), 0n, quoted.minimum]),
          ),
        )
      },
      expected: 'amber V-018',
    },
    {
      name: 'the output waits in SwapRouter02 while the token moves, and the sweep has no minimum',
      intent: forWeth,
      after: () => arm(stage, 0n, { to: second(), data: fn('sweep', at('WETH'), 0n, thief()) }),
      list: (quoted) => {
        const small = quoted.units / 500n
        return spending(
          quoted,
          second(),
          all(
            fn('exactInput', [direct(), itself, quoted.units - small, quoted.minimum]),
            fn('pairsIn', small, 0n, overTrap(), itself),
            fn('sweep', at('WETH'), 0n, me()),
          ),
        )
      },
      expected: 'V-016',
    },
    {
      name: 'native coins wait in the universal router, which is locked, while the token moves',
      intent: ofEth,
      after: () =>
        arm(stage, 0n, {
          to: universal(),
          data: executeData([command(0x04, [zeroAddress, thief(), 0n])], 2n ** 40n),
        }),
      list: ({ units, minimum, time }) => {
        const small = units / 500n
        const commands = [
          command(0x0b, [itself, small]),
          command(0x08, [me(), small, 0n, [at('WETH'), stage.trap, at('USDC')], false]),
          command(0x0b, [itself, 1n << 255n]),
          command(0x00, [me(), units - small, minimum, path(at('WETH'), at('USDC')), false]),
        ]
        return [call(universal(), executeData(commands, time + 600n), units)]
      },
      expected: 'amber V-018',
    },
  ],

  'coins of the person that make up for what is missing': [
    {
      name: 'native coins wait in SwapRouter02 while the token moves, and older wrapped ones are allowed',
      intent: ofEth,
      before: () => allow(stage, me(), at('WETH'), second()),
      after: () => arm(stage, 0n, { to: second(), data: fn('refundETH') }),
      list: ({ units, minimum }) => {
        const small = units / 500n
        const data = all(
          fn('pairsIn', small, 0n, [at('WETH'), stage.trap, at('USDC')], me()),
          fn('exactInput', [path(at('WETH'), at('USDC')), me(), units - small, minimum]),
        )
        return [call(second(), data, units)]
      },
      expected: 'amber V-018',
    },
    {
      name: 'native coins on top, wrapped by the router, as a part of the minimum',
      intent: forWeth,
      list: (quoted) => {
        const own = 9n * 10n ** 15n
        const data = all(
          fn('exactInput', [direct(), itself, quoted.units, 0n]),
          fn('wrapETH', own),
          fn('sweep', at('WETH'), quoted.minimum + own, me()),
        )
        return [approve(at('USDC'), quoted.units, second()), call(second(), data, own)]
      },
      expected: 'amber A-32 V-055',
    },
    {
      name: 'the same coins, and a minimum without them',
      intent: forWeth,
      list: (quoted) => {
        const own = 9n * 10n ** 15n
        const data = all(
          fn('exactInput', [direct(), itself, quoted.units, 0n]),
          fn('wrapETH', own),
          fn('sweep', at('WETH'), quoted.minimum, me()),
        )
        return [approve(at('USDC'), quoted.units, second()), call(second(), data, own)]
      },
      expected: 'A-31',
    },
    {
      name: 'the input taken in, and paid back as it came',
      intent: forWeth,
      list: (quoted) =>
        spending(
          quoted,
          second(),
          all(fn('pull', at('USDC'), quoted.units), fn('sweep', at('USDC'), quoted.units, me())),
        ),
      expected: 'V-015',
    },
    {
      name: 'wrapped coins taken in, and unwrapped for the thief',
      intent: unwrapped,
      list: ({ units }) => [
        approve(at('WETH'), units, second()),
        call(second(), all(fn('pull', at('WETH'), units), fn('unwrap', units, thief()))),
      ],
      expected: 'V-013',
    },
  ],

  'recipients that are called': [
    feeInCoins('SwapRouter02', true),
    feeInCoins('v3 router', true),
    feeInCoins('v3 router', false),
    {
      name: 'a fee in native coins of the whole output',
      intent: forEth,
      after: () => stage.act(thief(), feeTaker, fn('arm', second())),
      list: (quoted) =>
        spending(
          quoted,
          second(),
          all(
            fn('exactInput', [direct(), itself, quoted.units, quoted.minimum]),
            fn('unwrapWithFee', (quoted.minimum * 1_001n) / 1_000n, me(), 10n, feeTaker),
          ),
        ),
      expected: 'amber V-055',
    },
    {
      name: 'native coins wrapped for the thief',
      intent: ofEth,
      list: ({ units, minimum, time }) => {
        const commands = [
          command(0x0b, [thief(), units]),
          command(0x00, [me(), units, minimum, path(at('WETH'), at('USDC')), true]),
        ]
        return [call(universal(), executeData(commands, time + 600n), units)]
      },
      expected: 'V-013',
    },
    {
      name: 'what an exact output did not need, swept to the thief',
      intent: forWeth,
      list: (quoted) =>
        through(quoted, [
          command(0x02, [at('USDC'), itself, quoted.units]),
          command(0x01, [me(), quoted.minimum, quoted.units, path(at('WETH'), at('USDC')), false]),
          command(0x04, [at('USDC'), thief(), 0n]),
        ]),
      expected: 'V-013',
    },
    {
      name: 'a position of the thief out of all that the router holds',
      intent: forWeth,
      list: (quoted) => {
        const [token0, token1] = [at('USDC'), at('WETH')].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
        return spending(
          quoted,
          second(),
          all(
            fn('exactInput', [direct(), itself, quoted.units / 2n, quoted.minimum / 2n]),
            fn('pull', at('USDC'), quoted.units / 2n),
            fn('approveMax', at('USDC')),
            fn('approveMax', at('WETH')),
            fn('mintHeld', [token0, token1, 3000, -887_220, 887_220, 0n, 0n, thief()]),
          ),
        )
      },
      expected: 'V-016',
    },
    {
      name: 'another recipient gets one unit, and the sender the output',
      intent: forFriend,
      list: (quoted) =>
        spending(
          quoted,
          second(),
          all(
            fn('exactInput', [direct(), me(), quoted.units - 1n, quoted.minimum]),
            fn('exactInput', [direct(), stage.friend, 1n, 0n]),
          ),
        ),
      expected: 'V-013',
    },
  ],

  'rights that are older than the list': [
    {
      name: 'an allowance that makes the approval of the list needless, of everything the person has',
      intent: forWeth,
      before: older('USDC', () => opaque),
      after: turns('TakeAllowance'),
      list: (quoted) => opaqueSwap(quoted),
      expected: 'amber V-035',
    },
    {
      name: 'an allowance next to a right behind Permit2',
      intent: forWeth,
      before: older('USDC', () => opaque),
      after: turns('TakeAllowance'),
      list: (quoted) => [...behindPermit2(quoted, at('USDC'), opaque), turned(quoted)],
      expected: 'amber V-035',
    },
    {
      name: 'an allowance of another token for the contract that takes tokens for a venue',
      intent: forWeth,
      trusts: () => [venue],
      before: older('DAI', () => proxy),
      after: async () => {
        const units = await stage.balance(at('DAI'), me())
        const taken = fn('run', [[at('DAI'), fn('transferFrom', me(), thief(), units)]])
        await stage.act(thief(), venue, fn('prepare', [[proxy, taken]]))
      },
      list: (quoted) => [approve(at('USDC'), quoted.units, venue), turned(quoted, me(), venue)],
      expected: 'amber V-035',
    },
    {
      name: 'the same in an atomic batch',
      intent: forWeth,
      trusts: () => [venue],
      isBatched: true,
      before: older('DAI', () => proxy),
      after: async () => {
        const units = await stage.balance(at('DAI'), me())
        const taken = fn('run', [[at('DAI'), fn('transferFrom', me(), thief(), units)]])
        await stage.act(thief(), venue, fn('prepare', [[proxy, taken]]))
      },
      list: (quoted) => [approve(at('USDC'), quoted.units, venue), turned(quoted, me(), venue)],
      expected: 'green',
    },
    {
      name: 'a right behind Permit2 that sleeps until the list allows Permit2 the input',
      intent: forWeth,
      before: () => stage.act(me(), permit2Address, permit2Approval(at('USDC'), opaque, 2n ** 159n, 2 ** 47)),
      list: (quoted) => [approve(at('USDC'), quoted.units, permit2Address), turned(quoted)],
      expected: 'A-21',
    },
    {
      name: 'a right behind Permit2 next to the approval of the list',
      intent: forWeth,
      trusts: () => [venue],
      before: async () => {
        await allow(stage, me(), at('USDC'), permit2Address)
        await stage.act(me(), permit2Address, permit2Approval(at('USDC'), venue, 2n ** 159n, 2 ** 47))
      },
      after: async ({ units }) => {
        const rest = (await stage.balance(at('USDC'), me())) - units
        await stage.act(
          thief(),
          venue,
          fn('prepare', [[permit2Address, fn('behind', me(), thief(), rest, at('USDC'))]]),
        )
      },
      list: (quoted) => [approve(at('USDC'), quoted.units, venue), turned(quoted, me(), venue)],
      expected: 'amber V-035',
    },
    {
      name: 'wrapped coins that an opaque router may take, and pays as the output',
      intent: forWeth,
      before: older('WETH', () => opaque),
      after: turns('TakeOther'),
      list: (quoted) => opaqueSwap(quoted),
      expected: 'amber V-035',
    },
    {
      name: 'the same in an atomic batch, which fails',
      intent: forWeth,
      isBatched: true,
      before: older('WETH', () => opaque),
      after: turns('TakeOther'),
      list: (quoted) => opaqueSwap(quoted),
      expected: 'green',
    },
    {
      name: 'an allowance of SwapRouter02 for wrapped coins, sold along with the input',
      intent: forWeth,
      before: () => allow(stage, me(), at('WETH'), second()),
      list: (quoted) =>
        spending(
          quoted,
          second(),
          all(
            fn('exactInput', [direct(), me(), quoted.units, quoted.minimum]),
            fn('exactInput', [path(at('WETH'), at('USDC')), thief(), 10n ** 17n, 0n]),
          ),
        ),
      expected: 'V-013',
    },
    {
      name: 'a reset for a contract that the list does not use',
      intent: forWeth,
      before: older('USDC', () => opaque),
      list: (quoted) => [
        approve(at('USDC'), 0n, opaque),
        ...spending(quoted, second(), fn('exactInput', [direct(), me(), quoted.units, quoted.minimum])),
      ],
      expected: 'V-054',
    },
    {
      name: 'a right behind Permit2 at one universal router, and the swap at another one by an older right',
      intent: forWeth,
      before: async () => {
        await allow(stage, me(), at('USDC'), permit2Address)
        await stage.act(me(), permit2Address, permit2Approval(at('USDC'), universal('2.1.0'), 2n ** 159n, 2 ** 47))
      },
      list: (quoted) => [
        ...behindPermit2(quoted, at('USDC'), universal()),
        call(universal('2.1.0'), executeData([sold(quoted)], quoted.time + 600n)),
      ],
      expected: 'A-21',
    },
  ],

  'actions of v4': [
    {
      name: 'the other half of a payment taken out of the pool manager by the thief',
      intent: forWeth,
      list: (quoted) =>
        through(quoted, [
          v4(
            settling(at('USDC'), quoted.units),
            selling(quoted.units / 2n, quoted.minimum / 2n),
            taking(at('USDC'), thief(), 0n),
            takingAll(at('WETH'), quoted.minimum / 2n),
          ),
        ]),
      expected: 'V-016',
    },
    {
      name: 'a little of the output taken by the thief, and the minimum by the person',
      intent: forWeth,
      list: (quoted) =>
        through(quoted, [
          v4(
            selling(quoted.units, quoted.minimum),
            settlingAll(at('USDC'), quoted.units),
            taking(at('WETH'), thief(), quoted.minimum / 500n),
            takingAll(at('WETH'), quoted.minimum),
          ),
        ]),
      expected: 'amber V-035',
    },
    {
      name: 'a share of the payment for the thief before the swap',
      intent: forWeth,
      list: (quoted) =>
        through(quoted, [
          v4(
            settling(at('USDC'), quoted.units),
            takingShare(at('USDC'), thief(), 10n),
            selling(0n, quoted.minimum),
            takingAll(at('WETH'), quoted.minimum),
          ),
        ]),
      expected: 'amber V-035',
    },
    {
      name: 'an exact output whose pool is emptied, with the minimum in its payout',
      intent: forWeth,
      after: () => {
        const { tick } = pool()
        return changeLiquidity(stage, stage.uniswap, pool(), [tick - 6_000, tick + 6_000], -(10n ** 19n))
      },
      list: (quoted) =>
        through(quoted, [
          v4(
            buying(quoted.minimum, quoted.units),
            settlingAll(at('USDC'), quoted.units),
            takingAll(at('WETH'), quoted.minimum),
          ),
        ]),
      expected: 'green',
    },
    {
      name: 'the same with its minimum in the payout of half',
      intent: forWeth,
      list: (quoted) =>
        through(quoted, [
          v4(
            buying(quoted.minimum, quoted.units),
            settlingAll(at('USDC'), quoted.units),
            takingAll(at('WETH'), quoted.minimum / 2n),
          ),
        ]),
      expected: 'V-016',
    },
    {
      name: 'paid for out of what lies in the router',
      intent: forWeth,
      before: () => stage.act(thief(), at('USDC'), encodeTransfer(universal(), 500n * 10n ** 6n)),
      list: (quoted) =>
        through(quoted, [
          v4(
            selling(quoted.units, quoted.minimum),
            settling(at('USDC'), 0n, false),
            takingAll(at('WETH'), quoted.minimum),
          ),
        ]),
      expected: 'V-015',
    },
    {
      name: 'a command that one router reads as a payment of its tokens, and another does not know',
      intent: forWeth,
      list: (quoted) => {
        const payment = command(0x05, [at('WETH'), thief(), quoted.minimum / 500n])
        return through(quoted, [
          sold(quoted, itself),
          { ...payment, code: 0x45 },
          command(0x04, [at('WETH'), me(), quoted.minimum]),
        ])
      },
      expected: 'amber V-035',
    },
  ],

  'native and wrapped coins': [
    {
      name: 'wrapped along pools that keep two percent',
      intent: wrapped,
      says: () => ({ minAmountOut: '0.4852', expectedAmountOut: '0.4876' }),
      list: ({ units }) => [call(second(), fn('exactInput', [loops(4), me(), units, 4_852n * 10n ** 14n]), units)],
      expected: 'amber A-32',
    },
    {
      name: 'unwrapped along pools that keep two percent',
      intent: unwrapped,
      says: () => ({ minAmountOut: '0.4852', expectedAmountOut: '0.4876' }),
      list: ({ units }) => [
        approve(at('WETH'), units, second()),
        call(second(), all(fn('exactInput', [loops(4), itself, units, 0n]), fn('unwrap', 4_852n * 10n ** 14n, me()))),
      ],
      expected: 'amber A-32',
    },
    {
      name: 'half of it wrapped, and half of it sold and bought again six times',
      intent: wrapped,
      says: () => ({ minAmountOut: '0.4888', expectedAmountOut: '0.4911' }),
      list: ({ units }) => [
        call(at('WETH'), fn('deposit'), units / 2n),
        call(second(), fn('exactInput', [loops(6), me(), units / 2n, 2_388n * 10n ** 14n]), units / 2n),
      ],
      expected: 'V-001',
    },
    {
      name: 'unwrapped with a share of one percent for a contract that takes coins',
      intent: unwrapped,
      after: () => stage.act(thief(), feeTaker, fn('arm', second())),
      says: () => ({ minAmountOut: '0.495', expectedAmountOut: '0.495' }),
      list: ({ units }) => [
        approve(at('WETH'), units, second()),
        call(second(), all(fn('pull', at('WETH'), units), fn('unwrapWithFee', units, me(), 100n, feeTaker))),
      ],
      expected: 'V-054',
    },
    {
      name: 'more wrapped coins unwrapped than are sold',
      intent: unwrapped,
      list: ({ units }) => [call(at('WETH'), fn('withdraw', units + 10n ** 17n))],
      expected: 'V-015',
    },
    {
      name: 'wrapped for the router, and only a part of it sold',
      intent: ofEth,
      list: ({ units, minimum }) => [
        call(
          second(),
          all(
            fn('wrapETH', units),
            fn('exactInput', [path(at('WETH'), at('USDC')), me(), (units * 99n) / 100n, minimum]),
          ),
          units,
        ),
      ],
      expected: 'V-018',
    },
    {
      name: 'an exact output for native coins, whose rest stays in the router',
      intent: forUsdcLoosely,
      list: ({ units, minimum }) => [
        call(second(), fn('exactOutput', [path(at('USDC'), at('WETH')), me(), minimum, units]), units),
      ],
      expected: 'V-018',
    },
    {
      name: 'a step that only checks a balance',
      intent: forWeth,
      list: (quoted) => [
        ...through(quoted, [sold(quoted)]),
        call(universal(), executeData([checking(quoted)], quoted.time + 600n)),
      ],
      expected: 'V-054',
    },
    {
      name: 'an approval of wrapped coins that the swap of native ones does not need',
      intent: ofEth,
      list: ({ units, minimum }) => [
        approve(at('WETH'), units, second()),
        call(second(), fn('exactInput', [path(at('WETH'), at('USDC')), me(), units, minimum]), units),
      ],
      expected: 'V-054',
    },
  ],

  'moves between two transactions': [
    {
      name: 'the price is pushed after the approval',
      intent: forWeth,
      between: () => push('USDC', 'WETH', 40n),
      list: (quoted) => spending(quoted, second(), fn('exactInput', [direct(), me(), quoted.units, quoted.minimum])),
      expected: 'green',
    },
    {
      name: 'the price is pushed after the first of two halves',
      intent: forWeth,
      between: (done) => (done === 3 ? push('USDC', 'WETH', 40n) : Promise.resolve()),
      list: (quoted) => {
        const half = fn('exactInput', [direct(), me(), quoted.units / 2n, quoted.minimum / 2n])
        const each = [approve(at('USDC'), quoted.units / 2n, second()), call(second(), half)]
        return [...each, ...each]
      },
      expected: 'green',
    },
    {
      name: 'the second half has a minimum of nothing',
      intent: forWeth,
      between: (done) => (done === 2 ? push('USDC', 'WETH', 40n) : Promise.resolve()),
      list: (quoted) => {
        const half = (least: bigint) => call(second(), fn('exactInput', [direct(), me(), quoted.units / 2n, least]))
        return [approve(at('USDC'), quoted.units, second()), half(quoted.minimum), half(0n)]
      },
      expected: 'V-030',
    },
    {
      name: 'an opaque router turns after the approval',
      intent: forWeth,
      between: turns('KeepOutput'),
      list: (quoted) => opaqueSwap(quoted),
      expected: 'amber V-035',
    },
    {
      name: 'an opaque router turns before an atomic batch for another recipient',
      intent: forFriend,
      isBatched: true,
      after: turns('PayThief'),
      list: (quoted) => opaqueSwap(quoted, stage.friend),
      expected: 'amber V-013',
    },
    {
      name: 'an opaque router takes half, and leaves an allowance, in an atomic batch',
      intent: forWeth,
      isBatched: true,
      after: turns('LeaveAllowance'),
      list: (quoted) => opaqueSwap(quoted),
      expected: 'green',
    },
  ],

  'renewals a week later': [
    {
      name: 'an exact output over pairs where an exact input was agreed to',
      intent: forWeth,
      accepted: (quoted) =>
        spending(quoted, second(), fn('pairsIn', quoted.units, quoted.minimum, [at('USDC'), at('WETH')], me())),
      list: (quoted) =>
        spending(quoted, second(), fn('pairsOut', quoted.minimum, quoted.units, [at('USDC'), at('WETH')], me())),
      expected: 'amber V-057',
    },
    {
      name: 'a deadline of twenty-three hours, used after the price has moved',
      intent: forWeth,
      after: async () => {
        await stage.rpc(harbor)('evm_increaseTime', [72_000])
        await push('USDC', 'WETH', 40n)
      },
      accepted: (quoted) => spending(quoted, second(), until(quoted, 600n)),
      list: (quoted) => spending(quoted, second(), until(quoted, 82_800n)),
      expected: 'green',
    },
    {
      name: 'one call where two halves were agreed to',
      intent: forWeth,
      accepted: (quoted) => {
        const half = fn('exactInput', [direct(), me(), quoted.units / 2n, quoted.minimum / 2n])
        return [approve(at('USDC'), quoted.units, second()), call(second(), half), call(second(), half)]
      },
      list: (quoted) => spending(quoted, second(), until(quoted, 600n)),
      expected: 'amber V-057',
    },
    {
      name: 'the same with a check of a balance after it',
      intent: forWeth,
      accepted: (quoted) => through(quoted, [sold(quoted)]),
      list: (quoted) => through(quoted, [sold(quoted), checking(quoted)]),
      expected: 'green',
    },
    {
      name: 'a fee for someone else',
      intent: forWeth,
      accepted: (quoted) => through(quoted, withFee(quoted, stage.friend)),
      list: (quoted) => through(quoted, withFee(quoted, thief())),
      expected: 'amber V-055 V-057',
    },
    {
      name: 'the router wraps where the person did',
      intent: wrapped,
      accepted: ({ units }) => [call(at('WETH'), fn('deposit'), units)],
      list: ({ units }) => [call(second(), all(fn('wrapETH', units), fn('sweep', at('WETH'), units, me())), units)],
      expected: 'amber V-057',
    },
    {
      name: 'the other universal router',
      intent: forWeth,
      accepted: (quoted) => through(quoted, [sold(quoted)]),
      list: (quoted) => through(quoted, [sold(quoted)], universal('2.1.0')),
      expected: 'amber V-057',
    },
    {
      name: 'a pool with a hook in place of one without',
      intent: forWeth,
      accepted: (quoted) =>
        through(quoted, [
          v4(
            selling(quoted.units, quoted.minimum),
            settlingAll(at('USDC'), quoted.units),
            takingAll(at('WETH'), quoted.minimum),
          ),
        ]),
      list: (quoted) =>
        through(quoted, [
          v4(
            selling(quoted.units, quoted.minimum, stage.hook),
            settlingAll(at('USDC'), quoted.units),
            takingAll(at('WETH'), quoted.minimum),
          ),
        ]),
      expected: 'amber V-057',
    },
    {
      name: 'a fee in native coins for a contract where one in wrapped coins was agreed to',
      intent: forWeth,
      accepted: (quoted) => through(quoted, [sold(quoted)]),
      list: (quoted) => through(quoted, withFee(quoted, feeTaker)),
      expected: 'amber V-055 V-057',
    },
  ],

  'nodes that lag, or leave something out': [
    {
      name: 'a node whose head is an hour old',
      intent: forWeth,
      node: (ask) => ({
        ask: async (method, params) => {
          const answer = await ask(method, params)
          const isBlock = method === 'eth_getBlockByNumber' && typeof answer === 'object' && answer !== null
          if (!isBlock || !('timestamp' in answer)) return answer
          return { ...answer, timestamp: toHex(BigInt(String(answer.timestamp)) - 3_600n) }
        },
      }),
      list: (quoted) => spending(quoted, second(), fn('exactInput', [direct(), me(), quoted.units, quoted.minimum])),
      expected: 'green',
    },
    {
      name: 'a node without the logs of approvals: a batch is not enforced, and the review names what may be taken',
      intent: forWeth,
      isBatched: true,
      before: older('WETH', () => opaque),
      after: turns('TakeOther'),
      node: (ask) => ({ ask: async (method, params) => (method === 'eth_getLogs' ? [] : ask(method, params)) }),
      list: (quoted) => opaqueSwap(quoted),
      expected: 'amber V-035',
    },
    {
      name: 'a node that simulates nothing, and an older allowance of another token',
      intent: forWeth,
      trusts: () => [opaque],
      before: older('WETH', () => opaque),
      after: turns('TakeOther'),
      node: (ask) => ({
        simulates: false,
        ask: async (method, params) => {
          if (method === 'eth_call' && params.length > 2) throw new Error('There are no overrides.')
          return ask(method, params)
        },
      }),
      list: (quoted) => opaqueSwap(quoted),
      expected: 'unchecked V-035',
    },
    {
      name: 'a node that has no code for the router',
      intent: forWeth,
      node: (ask) => ({ ask: async (method, params) => (method === 'eth_getCode' ? '0x' : ask(method, params)) }),
      list: (quoted) => spending(quoted, second(), fn('exactInput', [direct(), me(), quoted.units, quoted.minimum])),
      expected: 'V-061',
    },
  ],

  'honest lists that look odd': [
    {
      name: 'v4 in one pool',
      intent: forWeth,
      list: (quoted) =>
        through(quoted, [
          v4(
            selling(quoted.units, quoted.minimum),
            settlingAll(at('USDC'), quoted.units),
            takingAll(at('WETH'), quoted.minimum),
          ),
        ]),
      expected: 'green',
    },
    {
      name: 'a half at each of two universal routers, behind one allowance of Permit2',
      intent: forWeth,
      list: ({ units, minimum, time }) => {
        const half = (router: Address) => [
          record({
            type: 'approve',
            to: permit2,
            data: permit2Approval(at('USDC'), router, units / 2n, Number(time) + 900),
          }),
          call(router, executeData([command(0x00, [me(), units / 2n, minimum / 2n, direct(), true])], time + 600n)),
        ]
        return [approve(at('USDC'), units, permit2Address), ...half(universal()), ...half(universal('2.1.0'))]
      },
      expected: 'green',
    },
    {
      name: 'half along pools and half along pairs, in one call',
      intent: forWeth,
      list: (quoted) =>
        spending(
          quoted,
          second(),
          all(
            fn('exactInput', [direct(), me(), quoted.units / 2n, quoted.minimum / 2n]),
            fn('pairsIn', quoted.units / 2n, quoted.minimum / 2n, [at('USDC'), at('WETH')], me()),
          ),
        ),
      expected: 'green',
    },
    {
      name: 'an exact output over a pair of named tokens',
      intent: forWeth,
      list: (quoted) =>
        spending(quoted, second(), fn('pairsOut', quoted.minimum, quoted.units, [at('USDC'), at('WETH')], me())),
      expected: 'green',
    },
    {
      name: 'wrapped for the router, which sells all that it holds',
      intent: ofEth,
      list: ({ units, minimum }) => [
        call(
          second(),
          all(fn('wrapETH', units), fn('exactInput', [path(at('WETH'), at('USDC')), me(), 0n, minimum])),
          units,
        ),
      ],
      expected: 'green',
    },
    {
      name: 'native coins wrapped by the person, and sold behind Permit2',
      intent: ofEth,
      list: (quoted) => [
        call(at('WETH'), fn('deposit'), quoted.units),
        ...through(quoted, [sold(quoted, me(), path(at('WETH'), at('USDC')))], universal(), at('WETH')),
      ],
      expected: 'green',
    },
    {
      name: 'unwrapped for the caller, without naming them',
      intent: forEth,
      list: (quoted) =>
        spending(
          quoted,
          second(),
          all(fn('exactInput', [direct(), itself, quoted.units, quoted.minimum]), fn('unwrapToCaller', quoted.minimum)),
        ),
      expected: 'green',
    },
    {
      name: 'wrapped coins taken in by the router, and unwrapped',
      intent: unwrapped,
      list: ({ units }) => [
        approve(at('WETH'), units, second()),
        call(second(), all(fn('pull', at('WETH'), units), fn('unwrap', units, me()))),
      ],
      expected: 'green',
    },
    {
      name: 'wrapped coins unwrapped by the universal router',
      intent: unwrapped,
      list: (quoted) =>
        through(
          quoted,
          [command(0x02, [at('WETH'), itself, quoted.units]), command(0x0c, [me(), quoted.units])],
          universal(),
          at('WETH'),
        ),
      expected: 'green',
    },
    {
      name: 'native coins wrapped by SwapRouter02, and swept to the person',
      intent: wrapped,
      list: ({ units }) => [call(second(), all(fn('wrapETH', units), fn('sweep', at('WETH'), units, me())), units)],
      expected: 'green',
    },
    {
      name: 'a balance that is checked after the swap',
      intent: forWeth,
      list: (quoted) => through(quoted, [sold(quoted), checking(quoted)]),
      expected: 'green',
    },
    {
      name: 'very few wrapped coins unwrapped, which cost more to send',
      intent: () => asked(stage, 'WETH', '0.0001', 'ETH', { slippageBps })(),
      list: ({ units }) => [call(at('WETH'), fn('withdraw', units))],
      expected: 'green',
    },
    {
      name: 'native coins wrapped, and nothing else',
      intent: wrapped,
      list: ({ units }) => [call(at('WETH'), fn('deposit'), units)],
      expected: 'green',
    },
    {
      name: 'an exact output, after which a little stays allowed behind Permit2',
      intent: forWeth,
      list: (quoted) =>
        through(quoted, [command(0x01, [me(), quoted.minimum, quoted.units, path(at('WETH'), at('USDC')), true])]),
      expected: 'green',
    },
    {
      name: 'a token like USDT, with an older allowance that is too small',
      intent: () => asked(stage, 'USDT', '500', 'USDC')(),
      before: () => stage.act(me(), at('USDT'), fn('approve', second(), 5n)),
      list: (quoted) => {
        const along = concat([at('USDT'), '0x000064', at('USDC')])
        return [
          approve(at('USDT'), quoted.units, second()),
          call(second(), fn('exactInput', [along, me(), quoted.units, quoted.minimum])),
        ]
      },
      expected: 'green',
    },
    {
      name: 'for another recipient, who needs a tick',
      intent: forFriend,
      list: (quoted) => through(quoted, [sold(quoted, stage.friend)]),
      expected: 'amber V-013',
    },
    {
      name: 'wrapped coins sold while someone has left native coins in the router',
      intent: () => asked(stage, 'WETH', '0.15', 'USDC', { slippageBps })(),
      before: () => stage.act(thief(), first(), all(), 10n ** 17n),
      list: ({ units, minimum, time }) => [
        approve(at('WETH'), units, first()),
        call(first(), fn('firstExactInput', [path(at('WETH'), at('USDC')), me(), time + 600n, units, minimum])),
      ],
      expected: 'green',
    },
  ],
}

function encodeTransfer(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: parseAbi(['function transfer(address, uint256)']), args: [to, amount] })
}

/** The thief sells many dollars' worth of a token in the pool of v3, so that it pays less for more of it. */
async function push(sell: string, buy: string, millions: bigint): Promise<void> {
  const [token, units] = [at(sell), millions * 10n ** 12n]
  await allow(stage, thief(), token, second())
  await stage.act(thief(), second(), fn('exactInput', [path(token, at(buy)), thief(), units, 0n]))
}

describe.each(Object.entries(kinds))('%s', (_, rows) => {
  test.each(rows.map((row) => [row.name, row] as const))(
    '%s: it loses no more than the review shows',
    async (_, row) => {
      const { rating, codes, hidden } = await tried(stage, row)
      expect(hidden).toEqual([])
      const [level, ...warned] = row.expected.split(' ')
      if (level && ['green', 'amber', 'unchecked'].includes(level))
        expect({ rating, codes }).toEqual({ rating: level, codes: warned })
      else expect({ rating, codes }).toEqual({ rating: 'blocked', codes: expect.arrayContaining([level]) })
    },
  )
})
