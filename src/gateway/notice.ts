/** The operator's kill switch, read by every open tab. It can halt signing, and nothing else. */
export type NoticeFile = { readonly halt: boolean; readonly message: string }

/**
 * Parses `{"halt":true,"message":"…"}`. Only a missing notice or a plain `"halt":false` means "not halted": anything
 * else was probably written in a hurry by an operator who wanted to halt.
 */
export function parseNoticeFile(text: string | undefined): NoticeFile {
  if (text === undefined) return noHalt
  const { halt, message = '' } = membersOf(text) ?? { message: unreadable }
  return halt === false ? noHalt : { halt: true, message: String(message).slice(0, 500) }
}

export const noHalt: NoticeFile = { halt: false, message: '' }

const unreadable = 'The notice of this deployment cannot be read.'

function membersOf(text: string): { readonly halt?: unknown; readonly message?: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}
