import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Connection, PublicKey } from '@solana/web3.js'
import type { Page } from 'playwright-core'
import { TestSolanaWallet } from './solanaWallet'
import type { Stage } from './stage'

export const reef = 741_003

/** A connection to the local Solana that bypasses the app. */
export function reefOf({ exchange }: Stage): Connection {
  const { rpcTarget } = exchange.chains.find(({ chainId }) => chainId === reef)!
  return new Connection(rpcTarget, { commitment: 'confirmed', wsEndpoint: rpcTarget.replace('http', 'ws') })
}

/** An owner's balance of a token on the local Solana, in its smallest units. */
export async function heldOn(stage: Stage, owner: string, mint: string | undefined): Promise<bigint> {
  const chain = reefOf(stage)
  const key = new PublicKey(owner)
  if (!mint) return BigInt(await chain.getBalance(key))
  const account = getAssociatedTokenAddressSync(new PublicKey(mint), key)
  const held = await chain.getTokenAccountBalance(account).catch(() => undefined)
  return BigInt(held?.value.amount ?? 0)
}

/** A test wallet with test tokens. */
export async function solanaWallet(stage: Stage): Promise<TestSolanaWallet> {
  const wallet = new TestSolanaWallet()
  await stage.exchange.fund('solana', wallet.address)
  return wallet
}

/** The address of the demo wallet, as shown in the account panel. */
export async function demoAddress(page: Page, kind: 'Solana' | 'EVM networks'): Promise<string> {
  await page.getByRole('button', { name: /^Account/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Accounts' })
  const text = await dialog.getByRole('region', { name: kind }).locator('code').first().innerText()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return text.trim()
}
