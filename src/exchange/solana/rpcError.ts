/** An error as JSON-RPC tells it; codes are those of a Solana node. */
export class SolanaRpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Parameters that make no sense to the method. */
export function invalidParams(message: string): SolanaRpcError {
  return new SolanaRpcError(-32602, `Invalid params: ${message}`)
}
