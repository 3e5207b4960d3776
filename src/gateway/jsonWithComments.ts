/**
 * Parses JSON with line and block comments and trailing commas, so that a line can be commented out and back in. Throws
 * `SyntaxError`, whose message names the line. A byte order mark, which some editors save, is skipped.
 */
export function parseJsonWithComments(text: string): unknown {
  const plain = withoutTrailingCommas(withoutComments(text.replace(/^\uFEFF/, '')))
  try {
    return JSON.parse(plain)
  } catch (error) {
    const [, at] = /position (\d+)/.exec(String(error)) ?? []
    const line = at === undefined ? lineCount(plain) : lineCount(plain.slice(0, Number(at)))
    throw new SyntaxError(`Line ${line} is not JSON.`, { cause: error })
  }
}

/** Replaces comments by spaces, so that line numbers in errors stay correct. */
export function withoutComments(text: string): string {
  return text.replace(textOrComment, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')))
}

function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])/g, (found) => (found === ',' ? ' ' : found))
}

/** Also matches strings, so that comment marks inside them are skipped. */
const textOrComment = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

function lineCount(text: string): number {
  return text.split('\n').length
}
