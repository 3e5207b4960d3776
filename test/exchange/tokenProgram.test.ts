import * as library from '@solana/spl-token'
import { Keypair, type PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import * as ours from '../../src/exchange/solana/tokenProgram'

/* Every instruction and layout of ours, compared with the token program's client library. */

const [mint, anna, ben] = Array.from({ length: 3 }, () => Keypair.generate().publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
]
const accountOf = (owner: PublicKey) => library.getAssociatedTokenAddressSync(mint, owner, true)

test('the associated token account has the same address', () => {
  expect(ours.associatedAddress(mint, anna)).toEqual(accountOf(anna))
})

test.each<[string, TransactionInstruction, TransactionInstruction]>([
  [
    'opening an account',
    ours.createAssociatedAccount(anna, ben, mint),
    library.createAssociatedTokenAccountIdempotentInstruction(anna, accountOf(ben), ben, mint),
  ],
  [
    'a transfer',
    ours.transferChecked(mint, anna, ben, 12_345_678_901_234_567n, 6),
    library.createTransferCheckedInstruction(accountOf(anna), mint, accountOf(ben), anna, 12_345_678_901_234_567n, 6),
  ],
  [
    'minting',
    ours.mintTo(mint, accountOf(ben), anna, 7n),
    library.createMintToInstruction(mint, accountOf(ben), anna, 7n),
  ],
])('%s is the same instruction', (_, mine, theirs) => {
  expect(mine.programId).toEqual(theirs.programId)
  expect(mine.keys).toEqual(theirs.keys)
  expect([...mine.data]).toEqual([...theirs.data])
})

test('a new mint is the same instruction, except for the unused space that the library adds', () => {
  const mine = ours.initializeMint(mint, 9, anna)
  const theirs = library.createInitializeMint2Instruction(mint, 9, anna, null)
  expect(mine.keys).toEqual(theirs.keys)
  expect([...mine.data]).toEqual([...theirs.data.subarray(0, mine.data.length)])
  expect(theirs.data.subarray(mine.data.length).every((byte) => byte === 0)).toBe(true)
})

test('a mint and a token account are decoded the same', () => {
  const mintData = Buffer.alloc(ours.mintSize)
  const written = { mintAuthorityOption: 1, mintAuthority: anna, supply: 10n ** 18n, decimals: 5, isInitialized: true }
  library.MintLayout.encode({ ...written, freezeAuthorityOption: 0, freezeAuthority: ben } as never, mintData)
  expect(ours.readMint(mintData)).toEqual({
    mintAuthority: anna.toBase58(),
    supply: 10n ** 18n,
    decimals: 5,
    isInitialized: true,
    freezeAuthority: undefined,
  })

  const holderData = Buffer.alloc(ours.tokenAccountSize)
  const holding = { mint, owner: anna, amount: 42n, delegateOption: 1, delegate: ben, delegatedAmount: 7n }
  const rest = { state: 2, isNativeOption: 0, isNative: 0n, closeAuthorityOption: 0, closeAuthority: ben }
  library.AccountLayout.encode({ ...holding, ...rest } as never, holderData)
  expect(ours.readTokenAccount(holderData)).toEqual({
    mint: mint.toBase58(),
    owner: anna.toBase58(),
    amount: 42n,
    delegate: ben.toBase58(),
    isFrozen: true,
    isNative: false,
    delegatedAmount: 7n,
  })
})
