import type { LogEntry } from '../../../api/requestLog'

/*
 * HTTP Archive 1.2, which browsers and network tools open. Of a response it has what the log keeps: status, type, size
 * and the beginning of the body. Headers of requests are left out: the app sends none that say anything.
 */

type HarFacts = { readonly base: string; readonly origin: string; readonly version: string }

export function harOf(entries: readonly LogEntry[], { base, origin, version }: HarFacts) {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Tidegate', version },
      pages: [],
      entries: entries.toSorted((a, b) => a.at - b.at).map((entry) => entryOf(entry, base === '' ? origin : base)),
    },
  }
}

function entryOf(entry: LogEntry, base: string) {
  const { at, method, path, requestBody, duration, status, contentType, bytes, age, excerpt, outcome, said } = entry
  const isCut = bytes > excerpt.length
  return {
    startedDateTime: new Date(at).toISOString(),
    time: duration,
    request: {
      method,
      url: `${base}${path}`,
      httpVersion: '',
      cookies: [],
      headers: [],
      queryString: [...new URL(path, 'http://x').searchParams].map(([name, value]) => ({ name, value })),
      ...(requestBody !== undefined && { postData: { mimeType: 'application/json', text: requestBody } }),
      headersSize: -1,
      bodySize: requestBody?.length ?? 0,
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: '',
      cookies: [],
      headers: [
        ...(contentType === undefined ? [] : [{ name: 'content-type', value: contentType }]),
        ...(age > 0 ? [{ name: 'age', value: String(Math.round(age / 1_000)) }] : []),
      ],
      content: {
        size: bytes,
        mimeType: contentType ?? '',
        text: excerpt,
        ...(isCut && { comment: 'beginning of the body' }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytes,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    comment: [outcome, said, ...entry.deviations.map(({ code, where }) => `${code} ${where}`)]
      .filter(Boolean)
      .join('; '),
  }
}
