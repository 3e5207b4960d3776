import { concat, encodeFunctionData, getAddress, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { farUsdc, friend, me, router, thief, usdc } from '../../../../../test/guard/fixtures'
import { decodeCall } from '../decodeCall'

const abi = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
  'function swap(uint16 dstChainId, uint256 srcPoolId, uint256 dstPoolId, address refundAddress, uint256 amountLD, uint256 minAmountLD, (uint256 dstGasForCall, uint256 dstNativeAmount, bytes dstNativeAddr) lzTxParams, bytes to, bytes payload)',
  'function transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)',
  'struct Order { address giveTokenAddress; uint256 giveAmount; bytes takeTokenAddress; uint256 takeAmount; uint256 takeChainId; bytes receiverDst; address givePatchAuthoritySrc; bytes orderAuthorityAddressDst; bytes allowedTakerDst; bytes externalCall; bytes allowedCancelBeneficiarySrc; }',
  'function createOrder(Order order, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope)',
])

const sold = getAddress(usdc.address)
const behind = concat(['0x01', thief])

function effectOf(data: Hex, value = 0n) {
  return decodeCall({ to: router, caller: me, value, data }, { wrapped: undefined, chainId: 1 }).effect
}

function across(tokenOut: Hex, message: Hex, value = 0n) {
  const parties = [me, friend, sold, tokenOut] as const
  const terms = [7n, 5n, 741_002n, zeroAddress, 1, 9, 0, message] as const
  return effectOf(encodeFunctionData({ abi, functionName: 'depositV3', args: [...parties, ...terms] }), value)
}

test('an undecoded deposit at Across has its chain, and its recipient if it carries no message', () => {
  const bought = getAddress(farUsdc.address)
  expect(across(bought, '0x1234')).toMatchObject({ does: 'unknown', terms: { toChain: 741_002n } })
  expect(across(bought, '0x1234')).not.toHaveProperty('terms.recipient')
  const terms = { toChain: 741_002n, recipient: friend }
  expect(across(zeroAddress, '0x')).toMatchObject({ does: 'unknown', terms })
  expect(across(bought, '0x', 8n)).toMatchObject({ does: 'unknown', terms })
})

function firstStargate(to: Hex) {
  const none = { dstGasForCall: 0n, dstNativeAmount: 0n, dstNativeAddr: '0x' } as const
  return effectOf(encodeFunctionData({ abi, functionName: 'swap', args: [184, 1n, 1n, me, 7n, 5n, none, to, '0x'] }))
}

test('a recipient with bytes that the bridge drops stays as it is, so that it is no one who was asked for', () => {
  expect(firstStargate(me)).toMatchObject({ terms: { toChain: 8453n, recipient: me.toLowerCase() } })
  expect(firstStargate(concat([thief, me]))).toMatchObject({ terms: { recipient: concat([thief, me]).toLowerCase() } })
  const word = pad(behind, { size: 32 })
  const toWord = (chain: number) =>
    effectOf(encodeFunctionData({ abi, functionName: 'transferTokens', args: [sold, 7n, chain, word, 0n, 1] }))
  expect(toWord(30)).toMatchObject({ terms: { toChain: 8453n, recipient: word.toLowerCase() } })
  // Accounts of Solana have thirty-two bytes.
  expect(toWord(1)).toMatchObject({ terms: { toChain: 'solana' } })
  expect(toWord(1)).not.toHaveProperty('terms.recipient')
})

function ordered(takeChainId: bigint) {
  const order = {
    ...{ giveTokenAddress: sold, giveAmount: 7n, takeTokenAddress: sold, takeAmount: 5n, takeChainId },
    ...{ receiverDst: me, givePatchAuthoritySrc: me, orderAuthorityAddressDst: me },
    ...({ allowedTakerDst: '0x', externalCall: '0x', allowedCancelBeneficiarySrc: '0x' } as const),
  }
  return effectOf(encodeFunctionData({ abi, functionName: 'createOrder', args: [order, '0x', 0, '0x'] }))
}

test('deBridge numbers some chains itself: those of its list are known by their chain ids, the others are not guessed', () => {
  expect(ordered(8453n)).toMatchObject({ does: 'bridge', toChain: 8453n })
  expect(ordered(100_000_002n)).toMatchObject({ does: 'bridge', toChain: 100n })
  expect(ordered(100_000_099n)).toMatchObject({ does: 'unknown', terms: { recipient: me } })
  expect(ordered(100_000_099n)).not.toHaveProperty('terms.toChain')
})
