import { type ParseError, parse } from 'jsonc-parser'

/**
 * Parses JSON with line and block comments and trailing commas, so that a line can be commented out and back in. Throws
 * `SyntaxError`, whose message names the line. A byte order mark, which some editors save, is skipped.
 */
export function parseJsonWithComments(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const json: unknown = parse(plain, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw new SyntaxError(`Line ${plain.slice(0, error.offset).split('\n').length} is not JSON.`)
  return json
}
