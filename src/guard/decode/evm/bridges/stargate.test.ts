import { encodeFunctionData, getAddress, type Hex, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { me, thief } from '../../../../../test/guard/fixtures'
import { payingPool, stargatePoolFor } from '../../../../protocol/deployment/stargatePools'
import { decodeCall } from '../decodeCall'

const abi = parseAbi([
  'struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function send(SendParam sendParam, MessagingFee fee, address refundAddress) payable',
])

/** A deposit at a pool of one chain for another one, with the smallest units of the first. */
function sent(chainId: number, token: string, dstEid: number, minimum: bigint, to: Hex = pad(me, { size: 32 })) {
  const pool = getAddress(stargatePoolFor(chainId, token)!.pool)
  const param = {
    dstEid,
    to,
    amountLD: minimum * 2n,
    minAmountLD: minimum,
    extraOptions: '0x',
    composeMsg: '0x',
  } as const
  const args = [{ ...param, oftCmd: '0x' }, { nativeFee: 5n, lzTokenFee: 0n }, me] as const
  const data = encodeFunctionData({ abi, functionName: 'send', args })
  return decodeCall({ to: pool, caller: me, value: 5n, data }, { wrapped: undefined, chainId }).effect
}

const onBnb = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'
const onEthereum = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test('a minimum is owed in the units of the far token, and rounded down to six decimals', () => {
  // 1.2345678 USDC of eighteen decimals are 1.234567 of six, and back.
  expect(sent(56, onBnb, 30_101, 1_234_567_800_000_000_000n)).toMatchObject({
    does: 'bridge',
    minimumReceived: 1_234_567n,
  })
  expect(sent(1, onEthereum, 30_102, 1_234_567n)).toMatchObject({ minimumReceived: 1_234_567_000_000_000_000n })
  expect(sent(1, onEthereum, 30_102, 7n)).toMatchObject({ tokenOut: payingPool(30_102, 1)!.token, toChain: 56n })
})

test('a chain without the asset, a chain no one lists and a recipient of another kind are not read as a crossing', () => {
  expect(sent(1, '0xdAC17F958D2ee523a2206206994597C13D831ec7', 30_184, 5n)).toMatchObject({
    does: 'unknown',
    terms: { toChain: 8453n, recipient: me },
  })
  expect(sent(1, onEthereum, 30_999, 5n)).toMatchObject({ does: 'unknown', terms: { recipient: me } })
  const word: Hex = `0x${'11'.repeat(32)}`
  // The destination chain pays the address in its last 20 bytes.
  expect(sent(1, onEthereum, 30_184, 5n, word)).toMatchObject({
    does: 'unknown',
    terms: { toChain: 8453n, recipient: word },
  })
  expect(sent(1, onEthereum, 30_999, 5n, pad(thief, { size: 32 }))).toMatchObject({ terms: { recipient: thief } })
})
