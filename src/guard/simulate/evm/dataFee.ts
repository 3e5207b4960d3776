import type { RpcPort } from '../rpc'

/** `GasPriceOracle` of the OP stack, at this address on each of its chains and on no other. */
const oracle = '0x420000000000000000000000000000000000000f'
/** `getL1Fee(bytes)` */
const getL1Fee = '0x49948e0e'
/** What a transaction has besides its calldata, in bytes: addresses, amounts and a signature. */
const frame = 'ff'.repeat(110)

/**
 * What a rollup takes for the data of a transaction, besides gas, as the chain itself estimates it; zero on a chain that
 * takes none or does not say.
 */
export async function readDataFee(calldata: string, ask: RpcPort): Promise<bigint> {
  const data = `${calldata.slice(2)}${frame}`
  const size = data.length / 2
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const call = `${getL1Fee}${word(32)}${word(size)}${data.padEnd(64 * Math.ceil(size / 32), '0')}`
  try {
    const fee = await ask('eth_call', [{ to: oracle, data: call }, 'latest'])
    return typeof fee === 'string' && /^0x[0-9a-f]{64}$/i.test(fee) ? BigInt(fee) : 0n
  } catch {
    return 0n
  }
}
