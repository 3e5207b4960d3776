import type { RpcPort } from '../../../chain/rpc'
import { errorMessage } from '../../../domain/text/errorMessage'
import type { SolanaAccountKind } from '../../checkInputs'
import { programs } from '../../decode/solana/programs'
import { reason } from '../../findings/reason'
import { isOtherChain, readAccounts } from './gather'

/** Distinguishes wallets from other accounts. Never rejects: an unreadable account is `unknown`. */
export async function readAccountKind(
  address: string,
  rpc: RpcPort,
  genesisHash: string | undefined,
): Promise<SolanaAccountKind> {
  try {
    const stranger = await isOtherChain(rpc, genesisHash)
    if (stranger) return { is: 'unknown', why: stranger }
    const account = (await readAccounts([address], rpc)).get(address)
    // A wallet that never held SOL has no account yet.
    if (!account || account.owner === programs.system) return { is: 'wallet' }
    const isOfTokens = account.owner === programs.token || account.owner === programs.token2022
    return isOfTokens ? { is: 'token account' } : { is: 'program', program: account.owner }
  } catch (error) {
    return { is: 'unknown', why: reason('node.said', { text: errorMessage(error) }) }
  }
}
