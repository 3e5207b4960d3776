import {
  ACCOUNT_SIZE,
  createAssociatedTokenAccountIdempotentInstruction,
  createMint,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
  getMint,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  transfer,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  type RpcResponseAndContext,
  SendTransactionError,
  type SignatureResult,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionConfirmationStrategy,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSolanaNode } from '../../src/exchange/solana/node'
import { type NodeUnderTest, nodesHere } from './solanaNodes'

/*
 * The calls that wallets and web3.js make to a Solana node, run against ours, and against surfpool where it is
 * installed. Where the two agree, ours behaves as an independent implementation does; where they differ, a comment
 * gives the reason.
 */

describe.each(nodesHere())('$name', ({ start, isOurs }) => {
  let node: NodeUnderTest
  let connection: Connection
  const anna = Keypair.generate()
  const ben = Keypair.generate()
  let mint: PublicKey
  let annasTokens: PublicKey
  let bensTokens: PublicKey
  const connections: Connection[] = []
  let payments = 0n

  beforeAll(async () => {
    node = await start()
    connection = connect()
    // Surfpool's socket sometimes loses a notification, so the status of a payment is polled there.
    if (!isOurs) connection.confirmTransaction = (strategy) => confirmByAsking(connection, strategy)
    const signature = await connection.requestAirdrop(anna.publicKey, 100 * LAMPORTS_PER_SOL)
    const funded = await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) })
    expect(funded.value.err).toBeNull()
    await sendAndConfirmTransaction(connection, new Transaction().add(payment(anna, ben.publicKey, 1_000_000_000)), [
      anna,
    ])
    mint = await createMint(connection, anna, anna.publicKey, null, 6)
    annasTokens = (await getOrCreateAssociatedTokenAccount(connection, anna, mint, anna.publicKey)).address
    bensTokens = (await getOrCreateAssociatedTokenAccount(connection, anna, mint, ben.publicKey)).address
    await mintTo(connection, anna, mint, annasTokens, anna, 1_000_000_000n)
  })

  afterAll(async () => {
    for (const each of connections) closeSocket(each)
    await node.stop()
  })

  describe('the chain itself', () => {
    test('version, genesis hash, slots and epochs', async () => {
      expect(await connection.getVersion()).toHaveProperty('solana-core')
      expect(bs58.decode(await connection.getGenesisHash())).toHaveLength(32)
      const { absoluteSlot, transactionCount } = await connection.getEpochInfo()
      expect(absoluteSlot).toBeGreaterThan(0)
      expect(transactionCount).toBeGreaterThan(0)
      // Ours makes a block for every slot; surfpool starts some thirty slots ahead, as if slots had been skipped.
      expect(await connection.getBlockHeight()).toBeLessThanOrEqual(await connection.getSlot())
      expect(await connection.getMinimumBalanceForRentExemption(ACCOUNT_SIZE)).toBe(2_039_280)
      expect(await connection.getRecentPrioritizationFees()).toEqual([])
      expect(await ask('getHealth')).toMatchObject({ result: 'ok' })
    })

    test('an unknown method is refused', async () => {
      expect(await ask('toString')).toMatchObject({ error: { code: -32601 } })
      expect(await ask('getBalance', ['not an address'])).toMatchObject({ error: { code: -32602 } })
    })
  })

  describe('accounts', () => {
    test('balances of SOL and of tokens', async () => {
      expect(await connection.getBalance(ben.publicKey)).toBeGreaterThanOrEqual(1_000_000_000)
      expect(await connection.getBalance(Keypair.generate().publicKey)).toBe(0)
      expect((await connection.getTokenAccountBalance(annasTokens)).value).toMatchObject({
        ...{ amount: '1000000000', decimals: 6, uiAmount: 1_000 },
        ...(isOurs && { uiAmountString: '1000' }),
      })
      expect(await getMint(connection, mint)).toMatchObject({ supply: 1_000_000_000n, decimals: 6 })
      await expect(connection.getTokenAccountBalance(anna.publicKey)).rejects.toThrow(
        // The texts differ; validators say "could not find account" or "not a Token account".
        /could not find the token account|invalid account data/,
      )
    })

    test('accounts are returned raw, parsed and in batches', async () => {
      const [mintAccount, tokens, nobody] = await connection.getMultipleAccountsInfo([
        mint,
        annasTokens,
        Keypair.generate().publicKey,
      ])
      expect([mintAccount?.data.length, tokens?.data.length, nobody]).toEqual([82, 165, null])
      const raw = await connection.getAccountInfo(annasTokens)
      expect(new PublicKey(raw!.data.subarray(0, 32)).equals(mint)).toBe(true)
      const { value } = await connection.getParsedAccountInfo(mint)
      expect(value?.data).toMatchObject({ program: 'spl-token', parsed: { type: 'mint', info: { decimals: 6 } } })
    })

    test('token accounts are found by owner, mint and program', async () => {
      const mine = await connection.getParsedTokenAccountsByOwner(ben.publicKey, { programId: TOKEN_PROGRAM_ID })
      expect(mine.value.map(({ pubkey }) => pubkey.toBase58())).toEqual([bensTokens.toBase58()])
      expect(mine.value[0]?.account.data.parsed.info.mint).toBe(mint.toBase58())
      expect((await connection.getTokenAccountsByOwner(anna.publicKey, { mint })).value).toHaveLength(1)
    })

    test('a mint of the newer token program works too', async () => {
      const newer = await createMint(
        connection,
        anna,
        anna.publicKey,
        null,
        9,
        undefined,
        undefined,
        TOKEN_2022_PROGRAM_ID,
      )
      expect((await connection.getParsedAccountInfo(newer)).value?.data).toMatchObject({ program: 'spl-token-2022' })
    })

    test('SOL can be wrapped', async () => {
      const owner = Keypair.generate().publicKey
      const wrapped = getAssociatedTokenAddressSync(NATIVE_MINT, owner)
      const wrap = new Transaction().add(
        createAssociatedTokenAccountIdempotentInstruction(anna.publicKey, wrapped, owner, NATIVE_MINT),
        SystemProgram.transfer({ fromPubkey: anna.publicKey, toPubkey: wrapped, lamports: 500 }),
        createSyncNativeInstruction(wrapped),
      )
      await sendAndConfirmTransaction(connection, wrap, [anna])
      expect((await getAccount(connection, wrapped)).amount).toBe(500n)
    })
  })

  describe('transactions', () => {
    test('a token transfer is found with its balances, its parsed instructions and its history', async () => {
      const before = (await getAccount(connection, bensTokens)).amount
      const amount = uniqueAmount()
      const signature = await transfer(connection, anna, annasTokens, bensTokens, anna, amount)
      const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
      expect(found?.meta?.fee).toBe(5_000)
      expect(found?.meta?.preTokenBalances).toHaveLength(2)
      // Validators and ours write "50.1"; surfpool keeps trailing zeros, "50.100000".
      const figures = found?.meta?.postTokenBalances?.map(({ uiTokenAmount }) => Number(uiTokenAmount.uiAmountString))
      expect(figures).toContain(Number(before + amount) / 1e6)
      expect(found?.meta?.preBalances).toHaveLength(found!.transaction.message.getAccountKeys().length)

      const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
      expect(parsed?.transaction.message.instructions[0]).toMatchObject({ parsed: { type: 'transfer' } })

      const history = await connection.getSignaturesForAddress(bensTokens)
      expect(history[0]?.signature).toBe(signature)
      expect(await connection.getSignaturesForAddress(bensTokens, { until: signature })).toEqual([])
      expect((await connection.getSignaturesForAddress(bensTokens, { before: signature })).length).toBe(
        history.length - 1,
      )
      const { value } = await connection.getSignatureStatuses([signature, bs58.encode(new Uint8Array(64))])
      expect(value).toMatchObject([{ err: null, confirmationStatus: 'confirmed' }, null])
    })

    test('inner instructions are parsed, as web3.js expects', async () => {
      const stranger = Keypair.generate().publicKey
      const account = getAssociatedTokenAddressSync(mint, stranger)
      const open = createAssociatedTokenAccountIdempotentInstruction(anna.publicKey, account, stranger, mint)
      const signature = await sendAndConfirmTransaction(connection, new Transaction().add(open), [anna])
      const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
      expect(parsed?.meta?.innerInstructions?.[0]?.instructions.length).toBeGreaterThan(2)
    })

    test('a memo is returned with its transaction', async () => {
      const programId = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
      const said = `order:${uniqueAmount()}`
      const memo = new TransactionInstruction({ programId, keys: [], data: Buffer.from(said) })
      const signature = await sendAndConfirmTransaction(connection, new Transaction().add(memo), [anna])
      const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
      expect(parsed?.transaction.message.instructions[0]).toMatchObject({ program: 'spl-memo', parsed: said })
    })

    test('the same payment twice in a row is two payments', async () => {
      const to = Keypair.generate().publicKey
      for (const _ of [1, 2])
        await sendAndConfirmTransaction(connection, new Transaction().add(payment(anna, to, 1_000_000)), [anna])
      expect(await connection.getBalance(to)).toBe(2_000_000)
    })

    const how = isOurs ? 'over the socket' : 'when it is asked for'
    test(`a versioned transaction is confirmed ${how}, and refused when sent again`, async () => {
      const { transaction, ...lifetime } = await tokenPayment(1_000_000n)
      transaction.sign([anna])
      const signature = await connection.sendTransaction(transaction)
      const confirmed = await connection.confirmTransaction({ signature, ...lifetime })
      expect(confirmed.value.err).toBeNull()
      await expect(connection.sendTransaction(transaction)).rejects.toThrow('already been processed')
    })

    test('a fee is returned for a message', async () => {
      const { transaction } = await tokenPayment(1n)
      expect((await connection.getFeeForMessage(transaction.message)).value).toBe(5_000)
    })

    test('a payment above the balance fails before it is sent, with its logs', async () => {
      const { transaction } = await tokenPayment(10n ** 15n)
      transaction.sign([anna])
      const failure = await connection.sendTransaction(transaction).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SendTransactionError)
      expect((failure as SendTransactionError).logs?.join()).toContain('insufficient funds')
    })

    test('a wrong signature is refused', async () => {
      const { transaction } = await tokenPayment(1n)
      transaction.sign([anna])
      transaction.signatures[0]![3]! ^= 1
      await expect(connection.sendTransaction(transaction)).rejects.toThrow(
        // Validators and ours say the first, surfpool the second.
        /signature verification failure|did not pass signature verification/,
      )
      await expect(connection.sendTransaction(transaction, { skipPreflight: true })).rejects.toThrow()
    })
  })

  describe('simulation', () => {
    test('simulating an unsigned transaction returns the balances afterwards and changes nothing', async () => {
      const { transaction } = await tokenPayment(1_000_000n)
      const before = await getAccount(connection, bensTokens)
      const { value } = await connection.simulateTransaction(transaction, {
        sigVerify: false,
        replaceRecentBlockhash: true,
        innerInstructions: true,
        accounts: { encoding: 'base64', addresses: [bensTokens.toBase58()] },
      })
      expect(value.err).toBeNull()
      expect(value.unitsConsumed).toBeGreaterThan(0)
      const amount = Buffer.from(value.accounts![0]!.data[0]!, 'base64').readBigUInt64LE(64)
      expect(amount).toBe(before.amount + 1_000_000n)
      expect((await getAccount(connection, bensTokens)).amount).toBe(before.amount)
    })

    test('a failing simulation names the failed instruction and the reason', async () => {
      const { transaction } = await tokenPayment(10n ** 15n)
      const { value } = await connection.simulateTransaction(transaction, { sigVerify: false })
      expect(value.err).toEqual({ InstructionError: [1, { Custom: 1 }] })
    })
  })

  describe('subscriptions', () => {
    test('an account, its logs and slots are notified as they change', async () => {
      const listening = connect()
      const to = Keypair.generate().publicKey
      const pay = (lamports: number) =>
        sendAndConfirmTransaction(connection, new Transaction().add(payment(anna, to, lamports)), [anna])
      await pay(1_000_000)
      const balance = new Promise<number>((tell) => listening.onAccountChange(to, ({ lamports }) => tell(lamports)))
      const logs = new Promise((tell) => listening.onLogs(to, ({ err }) => tell(err)))
      const slot = new Promise<number>((tell) => listening.onSlotChange((info) => tell(info.slot)))
      expect(await slot).toBeGreaterThan(0)
      await pay(777_777)
      // Ours subscribes in order, and notifies of the first payment; surfpool may subscribe after it.
      if (!isOurs) await payUntil(Promise.all([balance, logs]), () => pay(777_777))
      expect(isOurs ? await balance : (await balance) % 777_777).toBe(isOurs ? 1_777_777 : 1_000_000 % 777_777)
      expect(await logs).toBeNull()
    })
  })

  /** Last, because web3.js caches a blockhash for half a minute and would give an old one to later tests. */
  test('a blockhash is valid for 150 blocks and no longer', async () => {
    const { transaction, blockhash } = await tokenPayment(2n)
    transaction.sign([anna])
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
    await node.pass(151)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false)
    await expect(connection.sendTransaction(transaction)).rejects.toThrow('Blockhash not found')
    const blindly = await connection.sendTransaction(transaction, { skipPreflight: true }).catch(String)
    // Validators and surfpool accept it unchecked and drop it; ours refuses immediately. Either way it is never
    // executed.
    if (isOurs) expect(blindly).toContain('Blockhash not found')
    else expect((await connection.getSignatureStatus(blindly)).value?.err ?? 'dropped').not.toBeNull()
  })

  /** A connection with its own socket. */
  function connect() {
    const connected = new Connection(node.url, {
      wsEndpoint: node.wsUrl,
      commitment: 'confirmed',
      disableRetryOnRateLimit: true,
    })
    connections.push(connected)
    return connected
  }

  /** Surfpool repeats blockhashes, and would refuse the same transaction as a duplicate. */
  function uniqueAmount() {
    payments++
    return 50_000_000n + payments * 100_000n
  }

  async function ask(method: string, params: readonly unknown[] = []) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await fetch(node.url, { method: 'POST', headers, body })).json()
  }

  function payment(from: Keypair, to: PublicKey, lamports: number) {
    return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
  }

  async function tokenPayment(amount: bigint) {
    const lifetime = await connection.getLatestBlockhash()
    const instructions = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
      createTransferCheckedInstruction(annasTokens, mint, bensTokens, anna.publicKey, amount, 6),
    ]
    const message = new TransactionMessage({
      payerKey: anna.publicKey,
      recentBlockhash: lifetime.blockhash,
      instructions,
    }).compileToV0Message()
    return { transaction: new VersionedTransaction(message), ...lifetime }
  }
})

/* Tests only for ours: the error names of its engine, and how its server answers invalid requests. */
describe('only ours', () => {
  test('errors have their names, the index of the instruction and the account', async () => {
    const node = await startSolanaNode()
    onTestFinished(() => node.stop())
    const connection = new Connection(node.url)
    const payer = Keypair.generate()
    node.ledger.airdrop(payer.publicKey.toBase58(), 1_000_000_000n)
    const errorOf = async (instruction: TransactionInstruction) => {
      const payerKey = payer.publicKey
      const { blockhash: recentBlockhash } = await connection.getLatestBlockhash()
      const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [instruction] })
      const { value } = await connection.simulateTransaction(new VersionedTransaction(message.compileToV0Message()))
      return value.err
    }
    const stranger = Keypair.generate().publicKey
    const pay = (lamports: number) =>
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: stranger, lamports })
    expect(await errorOf(pay(1))).toEqual({ InsufficientFundsForRent: { account_index: 1 } })
    expect(await errorOf(pay(2_000_000_000))).toEqual({ InstructionError: [0, { Custom: 1 }] })
    const { programId } = SystemProgram
    const unreadable = new TransactionInstruction({ programId, keys: [], data: Buffer.from([250, 1, 1, 1]) })
    expect(await errorOf(unreadable)).toEqual({ InstructionError: [0, 'InvalidInstructionData'] })
    const missing = new TransactionInstruction({ programId: stranger, keys: [], data: Buffer.alloc(0) })
    expect(await errorOf(missing)).toBe('InvalidProgramForExecution')
  })

  test('an invalid request gets an error response', async () => {
    const node = await startSolanaNode()
    onTestFinished(() => node.stop())
    const post = async (body: string) => (await fetch(node.url, { method: 'POST', body })).json()
    expect(await post('{')).toMatchObject({ error: { code: -32700 } })
    expect(await post('{"id":7}')).toMatchObject({ id: 7, error: { code: -32600 } })
    for (const body of ['null', '7', '"getHealth"', '{"id":{},"method":7}'])
      expect(await post(body)).toMatchObject({ id: null, error: { code: -32600 } })
    expect(await post('[null]')).toMatchObject([{ id: null, error: { code: -32600 } }])
    expect(await post('[{"id":1,"method":"getHealth"},{"id":2,"method":"nope"}]')).toMatchObject([
      { id: 1, result: 'ok' },
      { id: 2, error: { code: -32601 } },
    ])
    expect((await fetch(node.url)).status).toBe(405)
    expect((await fetch(node.url, { method: 'POST', body: ' '.repeat(1_000_001) })).status).toBe(413)
  })
})

/** Web3.js has no public method to close it, and would reconnect to a stopped node forever. */
function closeSocket(connection: Connection) {
  const { _rpcWebSocket: socket } = connection as unknown as { _rpcWebSocket: { close(): void } }
  socket.close()
}

/** Polls what web3.js usually receives over the socket. */
async function confirmByAsking(
  connection: Connection,
  strategy: TransactionConfirmationStrategy | string,
): Promise<RpcResponseAndContext<SignatureResult>> {
  const signature = typeof strategy === 'string' ? strategy : strategy.signature
  return vi.waitFor(
    async () => {
      const { context, value } = await connection.getSignatureStatus(signature)
      if (!value || value.confirmationStatus === 'processed') throw new Error(`${signature} is not confirmed.`)
      return { context, value }
    },
    { timeout: 60_000 },
  )
}

async function payUntil(news: Promise<unknown>, pay: () => Promise<unknown>) {
  let isReported = false
  news.then(() => {
    isReported = true
  })
  while (!isReported) {
    await pay()
    await new Promise((goOn) => setTimeout(goOn, 500))
  }
}
