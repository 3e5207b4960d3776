/** What a thrown value says, for places that show or log it word for word. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
