import { type Address, concat, getCreate2Address, type Hex, isHex, toHex } from 'viem'
import type { LocalChain } from './chain'
import { creationCode } from './contracts'
import type { ImpersonatedAccount } from './impersonatedAccount'

/** The canonical CREATE2 deployer, at the same address on every EVM chain; anvil has it from genesis. */
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt = toHex(0, { size: 32 })

/**
 * Deploys the contracts for atomic batches, unless a persisted chain has them: the assertion contract, and the delegate
 * that executes the demo wallet's batches (EIP-7702).
 */
export async function deployBatchContracts(chain: LocalChain, treasury: ImpersonatedAccount): Promise<void> {
  await deployOnce(chain, treasury, 'deploy the batch assertion', creationCode.batchAssertion())
  await deployOnce(chain, treasury, 'deploy the batch account', creationCode.batchAccount())
}

async function deployOnce({ rpc }: LocalChain, treasury: ImpersonatedAccount, label: string, code: Hex): Promise<void> {
  const address = getCreate2Address({ from: deployer, salt, bytecode: code })
  const found = await rpc.call('eth_getCode', [address, 'latest'])
  if (isHex(found) && found !== '0x') return
  await treasury.send({ label, to: deployer, data: concat([salt, code]) })
}
