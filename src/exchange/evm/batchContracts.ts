import { type Address, concat, type Hex, toHex } from 'viem'
import { creationCode } from './contracts'
import type { ImpersonatedAccount } from './impersonatedAccount'

/** The canonical CREATE2 deployer, at the same address on every EVM chain; anvil has it from genesis. */
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Deploys the contracts for atomic batches: the assertion contract, and the delegate that executes the demo wallet's
 * batches (EIP-7702).
 */
export async function deployBatchContracts(treasury: ImpersonatedAccount): Promise<void> {
  const deploy = (label: string, code: Hex) =>
    treasury.send({ label, to: deployer, data: concat([toHex(0, { size: 32 }), code]) })
  await deploy('deploy the batch assertion', creationCode.batchAssertion())
  await deploy('deploy the batch account', creationCode.batchAccount())
}
