/** A JSON-RPC error with the code of a Solana node. */
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

/** The method cannot use its parameters. */
export function invalidParams(message: string): SolanaRpcError {
  return new SolanaRpcError(-32602, `Invalid params: ${message}`)
}
