import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { toBase58 } from '../../src/domain/encodings'
import { createWalletConnectSolana } from '../../src/wallets/walletConnect/solanaWallet'
import { chainWith } from '../services'

/*
 * Answers of wallets to `solana_signTransaction` differ: the standard has the signature, many add the whole
 * transaction.
 */

const key = Keypair.generate()
const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const solana = chainWith(741_003, 'Reef', { kind: 'solana', genesisHash })

function transaction(): VersionedTransaction {
  const pay = SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: key.publicKey, lamports: 1 })
  const message = new TransactionMessage({
    payerKey: key.publicKey,
    recentBlockhash: genesisHash,
    instructions: [pay],
  })
  return new VersionedTransaction(message.compileToV0Message())
}

async function signedBy(answer: (signed: VersionedTransaction) => unknown): Promise<Uint8Array> {
  const asked: unknown[] = []
  const wallet = createWalletConnectSolana(
    {
      subscribe: () => {},
      connect: async () => {},
      disconnect: async () => {},
      accounts: async () => [`solana:${genesisHash.slice(0, 32)}:${key.publicKey.toBase58()}`],
      request: async ({ chain, method, params }) => {
        asked.push(chain, method)
        const given = Buffer.from(String(Reflect.get(Object(params), 'transaction')), 'base64')
        const signed = VersionedTransaction.deserialize(given)
        signed.sign([key])
        return answer(signed)
      },
    },
    [solana],
  )
  const { connect } = Object(wallet?.features['standard:connect'])
  const { accounts } = await connect()
  const { signTransaction } = Object(wallet?.features['solana:signTransaction'])
  const [output] = await signTransaction({ account: accounts[0], transaction: transaction().serialize() })
  expect(asked).toEqual([`solana:${genesisHash.slice(0, 32)}`, 'solana_signTransaction'])
  return output.signedTransaction
}

test.each([
  [
    'its signature alone',
    (signed: VersionedTransaction) => ({ signature: toBase58(signed.signatures[0] ?? new Uint8Array()) }),
  ],
  [
    'the whole transaction',
    (signed: VersionedTransaction) => ({ transaction: Buffer.from(signed.serialize()).toString('base64') }),
  ],
])('a wallet that answers with %s has signed the same', async (_, answer) => {
  const expected = transaction()
  expected.sign([key])
  expect(await signedBy(answer)).toEqual(expected.serialize())
})

test.each([{}, { signature: 'abc' }, null, 'signed'])(
  'a wallet that answers with %j has signed nothing',
  async (said) => {
    await expect(signedBy(() => said)).rejects.toThrow('without a signature')
  },
)

test('a chain whose genesis is not known has no name in a session', () => {
  const link = {
    subscribe: () => {},
    connect: async () => {},
    disconnect: async () => {},
    accounts: async () => [],
    request: async () => null,
  }
  expect(createWalletConnectSolana(link, [{ ...solana, genesisHash: undefined }])).toBeUndefined()
})
