import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser'

/**
 * Parses JSON with line and block comments and trailing commas, so that a line can be commented out and back in. Throws
 * `SyntaxError`, whose message names the line. A byte order mark, which some editors save, is skipped.
 */
export function parseJsonWithComments(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  // Not `parse`, which makes a member "__proto__" the prototype of its object.
  const json = parseTree(plain, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) throw new SyntaxError(`Line ${plain.slice(0, error.offset).split('\n').length} is not JSON.`)
  return json && getNodeValue(json)
}
