import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'

/*
 * The instructions and account layouts of the SPL token program that are used here, encoded directly. Tests compare
 * each with the program's client library.
 */

export const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const associatedProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

export const mintSize = 82
export const tokenAccountSize = 165

/** The associated token account of an owner and a mint. */
export function associatedAddress(mint: PublicKey, owner: PublicKey): PublicKey {
  const seeds = [owner.toBuffer(), tokenProgram.toBuffer(), mint.toBuffer()]
  return PublicKey.findProgramAddressSync(seeds, associatedProgram)[0]
}

/** Creates the owner's associated token account unless it exists. */
export function createAssociatedAccount(payer: PublicKey, owner: PublicKey, mint: PublicKey): TransactionInstruction {
  return new TransactionInstruction({
    programId: associatedProgram,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      writable(associatedAddress(mint, owner)),
      readonly(owner),
      readonly(mint),
      readonly(SystemProgram.programId),
      readonly(tokenProgram),
    ],
    data: Buffer.from([1]),
  })
}

/** Transfers tokens between two associated token accounts. */
export function transferChecked(
  mint: PublicKey,
  from: PublicKey,
  to: PublicKey,
  amount: bigint,
  decimals: number,
): TransactionInstruction {
  const accounts = [writable(associatedAddress(mint, from)), readonly(mint), writable(associatedAddress(mint, to))]
  return instruction([...accounts, signer(from)], [12, ...u64(amount), decimals])
}

export function initializeMint(mint: PublicKey, decimals: number, authority: PublicKey): TransactionInstruction {
  return instruction([writable(mint)], [20, decimals, ...authority.toBytes(), 0])
}

export function mintTo(
  mint: PublicKey,
  account: PublicKey,
  authority: PublicKey,
  amount: bigint,
): TransactionInstruction {
  return instruction([writable(mint), writable(account), signer(authority)], [7, ...u64(amount)])
}

export function readMint(data: Uint8Array) {
  const bytes = Buffer.from(data)
  return {
    mintAuthority: optional(bytes, 0),
    supply: bytes.readBigUInt64LE(36),
    decimals: bytes.readUInt8(44),
    isInitialized: bytes.readUInt8(45) === 1,
    freezeAuthority: optional(bytes, 46),
  }
}

export function readTokenAccount(data: Uint8Array) {
  const bytes = Buffer.from(data)
  return {
    mint: address(bytes, 0),
    owner: address(bytes, 32),
    amount: bytes.readBigUInt64LE(64),
    delegate: optional(bytes, 72),
    isFrozen: bytes.readUInt8(108) === 2,
    isNative: bytes.readUInt32LE(109) === 1,
    delegatedAmount: bytes.readBigUInt64LE(121),
  }
}

function instruction(keys: TransactionInstruction['keys'], data: readonly number[]): TransactionInstruction {
  return new TransactionInstruction({ programId: tokenProgram, keys, data: Buffer.from(data) })
}

function writable(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: true }
}

function readonly(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: false }
}

function signer(pubkey: PublicKey) {
  return { pubkey, isSigner: true, isWritable: false }
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function address(bytes: Buffer, at: number): string {
  return new PublicKey(bytes.subarray(at, at + 32)).toBase58()
}

/** An optional address: a four-byte flag, then the address. */
function optional(bytes: Buffer, at: number): string | undefined {
  return bytes.readUInt32LE(at) === 1 ? address(bytes, at + 4) : undefined
}
