import { concat, encodeFunctionData, getAddress, type Hex, pad, parseAbi, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { farUsdc, me, router, usdc, weth } from '../../../../../test/guard/fixtures'
import { fromBase58 } from '../../../../domain/encodings'
import { decodeCall } from '../decodeCall'

const abi = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct Across { address receivingAssetId; uint256 outputAmount; uint32 quoteTimestamp; uint32 fillDeadline; bytes message; }',
  'function swapAndStartBridgeTokensViaAcrossV3(Bridge bridgeData, Swap[] swapData, Across acrossData) payable',
])

const word: Hex = `0x${'ab'.repeat(32)}`
const [sold, middle] = [getAddress(weth.address), getAddress(usdc.address)]

function effectOf(receivingAssetId: Hex) {
  const bridge = {
    ...{ transactionId: word, bridge: 'across', integrator: '', referrer: zeroAddress, sendingAssetId: middle },
    ...{ receiver: me, minAmount: 6n, destinationChainId: 741_002n, hasSourceSwaps: true, hasDestinationCall: false },
  }
  const swap = {
    ...{ callTo: router, approveTo: router, sendingAssetId: sold, receivingAssetId, fromAmount: 7n },
    ...({ callData: '0x12345678', requiresDeposit: true } as const),
  }
  const terms = { receivingAssetId: getAddress(farUsdc.address), outputAmount: 5n, quoteTimestamp: 1, fillDeadline: 9 }
  const args = [bridge, [swap], { ...terms, message: '0x' }] as const
  const data = encodeFunctionData({ abi, functionName: 'swapAndStartBridgeTokensViaAcrossV3', args })
  return decodeCall({ to: router, caller: me, value: 0n, data }, { wrapped: undefined, chainId: 1 }).effect
}

test('a deposit after swaps takes what the first gives, and insists on what the bridge gets', () => {
  expect(effectOf(middle)).toMatchObject({
    ...{ does: 'bridge', token: sold, amount: 7n, onTheWay: { token: middle, minimum: 6n } },
    ...{ toChain: 741_002n, minimumReceived: 5n, recipient: me },
  })
})

test('swaps that end in another token than the bridge takes leave its minimum without a meaning', () => {
  expect(effectOf(sold)).toMatchObject({ does: 'unknown', terms: { toChain: 741_002n, recipient: me } })
})

const acrossV4 = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Across { bytes32 receiverAddress; bytes32 refundAddress; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'function startBridgeTokensViaAcrossV4(Bridge bridgeData, Across acrossData) payable',
])

test('a deposit for Solana has the account that the facet receives', () => {
  const bridge = {
    ...{ transactionId: word, bridge: 'across', integrator: '', referrer: zeroAddress, sendingAssetId: sold },
    ...({ receiver: '0x11f111f111f111F111f111f111F111f111f111F1', minAmount: 7n } as const),
    ...{ destinationChainId: 1_151_111_081_099_710n, hasSourceSwaps: false, hasDestinationCall: false },
  }
  const account = 'So11111111111111111111111111111111111111112'
  const across = {
    ...{ receiverAddress: toHex(fromBase58(account)!), refundAddress: pad(me, { size: 32 }), receivingAssetId: word },
    ...{ outputAmount: 5n, outputAmountMultiplier: 1n, exclusiveRelayer: pad('0x', { size: 32 }), quoteTimestamp: 1 },
    ...({ fillDeadline: 9, exclusivityDeadline: 0, message: '0x' } as const),
  }
  const args = [bridge, across] as const
  const data = encodeFunctionData({ abi: acrossV4, functionName: 'startBridgeTokensViaAcrossV4', args })
  const call = { to: router, caller: me, value: 0n, data }
  expect(decodeCall(call, { wrapped: undefined, chainId: 1 }).effect).toMatchObject({
    ...{ does: 'unknown', terms: { toChain: 'solana', recipient: account } },
  })
})

const others = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct Hop { uint256 bonderFee; uint256 amountOutMin; uint256 deadline; address relayer; }',
  'function startBridgeTokensViaHop(Bridge bridgeData, Hop hopData) payable',
  'function swapAndStartBridgeTokensViaHop(Bridge bridgeData, Swap[] swapData, Hop hopData) payable',
])

function viaHop(hasDestinationCall: boolean, swaps: boolean) {
  const bridge = {
    ...{ transactionId: word, bridge: 'hop', integrator: 'tidegate', referrer: zeroAddress, sendingAssetId: sold },
    ...{ receiver: me, minAmount: 7n, destinationChainId: 741_002n, hasSourceSwaps: swaps, hasDestinationCall },
  }
  const hop = { bonderFee: 1n, amountOutMin: 5n, deadline: 9n, relayer: router }
  return swaps
    ? encodeFunctionData({ abi: others, functionName: 'swapAndStartBridgeTokensViaHop', args: [bridge, [], hop] })
    : encodeFunctionData({ abi: others, functionName: 'startBridgeTokensViaHop', args: [bridge, hop] })
}

function termsOf(data: Hex) {
  const call = { to: router, caller: me, value: 0n, data }
  const { effect } = decodeCall(call, { wrapped: undefined, chainId: 1 })
  return effect.does === 'unknown' ? effect.terms : 'read'
}

test('an undecoded function has its destination chain and recipient, or the contract that receives for them', () => {
  expect(termsOf(viaHop(false, false))).toEqual({ toChain: 741_002n, recipient: me })
  expect(termsOf(viaHop(false, true))).toEqual({ toChain: 741_002n, recipient: me })
  expect(termsOf(viaHop(true, false))).toEqual({ toChain: 741_002n, handler: me })
})

test('other arguments of functions that no one reads say nothing of a bridge', () => {
  const honest = viaHop(false, false)
  const receiver = me.slice(2).toLowerCase().padStart(64, '0')
  expect(honest).toContain(receiver)
  expect(termsOf(honest.replace(receiver, `01${receiver.slice(2)}`) as Hex)).toBeUndefined()
  expect(termsOf(concat(['0x12345678', pad(me, { size: 32 }), toHex(5n, { size: 32 })]))).toBeUndefined()
  expect(termsOf('0x12345678')).toBeUndefined()
})

const laterV3 = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct Across { address receiverAddress; address refundAddress; address receivingAssetId; uint256 outputAmount; uint64 outputAmountPercent; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'function swapAndStartBridgeTokensViaAcrossV3(Bridge bridgeData, Swap[] swapData, Across acrossData) payable',
])

test('after swaps, the output amount is a share of their minimum', () => {
  const bridge = {
    ...{ transactionId: word, bridge: 'across', integrator: '', referrer: zeroAddress, sendingAssetId: middle },
    ...{ receiver: me, minAmount: 1_000n, destinationChainId: 741_002n, hasSourceSwaps: true },
    hasDestinationCall: false,
  }
  const swap = {
    ...{ callTo: router, approveTo: router, sendingAssetId: sold, receivingAssetId: middle, fromAmount: 7n },
    ...({ callData: '0x12345678', requiresDeposit: true } as const),
  }
  const across = {
    ...{
      receiverAddress: me,
      refundAddress: me,
      receivingAssetId: getAddress(farUsdc.address),
      outputAmount: 9n ** 9n,
    },
    ...{ outputAmountPercent: 995n * 10n ** 15n, exclusiveRelayer: zeroAddress, quoteTimestamp: 1, fillDeadline: 9 },
    ...({ exclusivityDeadline: 0, message: '0x' } as const),
  }
  const functionName = 'swapAndStartBridgeTokensViaAcrossV3'
  const data = encodeFunctionData({ abi: laterV3, functionName, args: [bridge, [swap], across] })
  const call = { to: router, caller: me, value: 0n, data }
  expect(decodeCall(call, { wrapped: undefined, chainId: 1 }).effect).toMatchObject({
    ...{ does: 'bridge', token: sold, amount: 7n, minimumReceived: 995n, recipient: me },
    onTheWay: { token: middle, minimum: 1_000n },
  })
})
