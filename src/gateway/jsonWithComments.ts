/**
 * Parses JSON as people write it: line and block comments are skipped, and so is a comma behind the last member, so
 * that a line can be commented out and back in. Throws `SyntaxError`, which names the line.
 */
export function parseJsonWithComments(text: string): unknown {
  const plain = withoutTrailingCommas(withoutComments(text))
  try {
    return JSON.parse(plain)
  } catch (error) {
    const [, at] = /position (\d+)/.exec(String(error)) ?? []
    const line = at === undefined ? lineCount(plain) : lineCount(plain.slice(0, Number(at)))
    throw new SyntaxError(`Line ${line} is not JSON.`, { cause: error })
  }
}

/** Comments become blanks: every character keeps its line. */
export function withoutComments(text: string): string {
  return text.replace(textOrComment, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')))
}

function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])/g, (found) => (found === ',' ? ' ' : found))
}

/** A text is looked for as well: what stands in it is no comment. */
const textOrComment = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

function lineCount(text: string): number {
  return text.split('\n').length
}
