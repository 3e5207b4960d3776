/** The message of a thrown value of any type, for logs and for details shown verbatim. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
