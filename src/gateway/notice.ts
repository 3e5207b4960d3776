/** What whoever runs the deployment says to every open tab. It can stop what would be signed, and nothing else. */
export type Notice = { readonly halt: boolean; readonly message: string }

/**
 * Reads `{"halt":true,"message":"…"}`. Only no file, or one that says `"halt":false`, is no notice: whatever else was
 * written, perhaps in haste, was meant to halt.
 */
export function readNotice(text: string | undefined): Notice {
  if (text === undefined) return quiet
  const { halt, message = '' } = membersOf(text) ?? { message: unreadable }
  return halt === false ? quiet : { halt: true, message: String(message).slice(0, 500) }
}

export const quiet: Notice = { halt: false, message: '' }

const unreadable = 'The notice of this deployment cannot be read.'

function membersOf(text: string): { readonly halt?: unknown; readonly message?: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}
