import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inProject } from './project.mjs'

/*
 * Plain English in comments, documents, rule titles, test titles, messages and commit subjects. Each habit has a stored
 * number of hits (`prose.json`), which may only go down: docs/decisions/prose.md.
 */

const counts = inProject('bin', 'parts', 'prose.json')
/** Commits from this moment on have plain subjects. */
const plainSince = '2026-11-27T04:30:00Z'

/** A search for each habit, what to write instead, and the kinds of text it is about (all without `of`). */
const habits = {
  tell: { pattern: /\b(?:tells?|told|telling)\b/gi, write: 'report, show, return, detect' },
  say: { pattern: /\b(?:says|said)\b/gi, write: 'contain, state, show, report' },
  know: {
    pattern:
      /\b(?:app|check|code|contract|field|file|form|gateway|list|node|page|plan|pool|program|record|response|rule|screen|service|token)s? (?:knows?|asks?|asked|knew)\b/gi,
    write: 'have, contain, support, request',
  },
  stand: { pattern: /\b(?:stands?|stood|standing)\b(?!-in)/gi, write: 'is, appears, is shown' },
  nobody: {
    pattern: /\b(?:nobody|anybody|somebody|everybody|whoever|whomever|whatever|wherever|whichever)\b/gi,
    write: 'no one, anyone, a third party, the caller, any',
  },
  clause: {
    pattern:
      /\bwhat (?:leaves|left|arrives|stays|others|came|comes|they pay|you pay|(?:is|was|are|were) (?:sold|bought|paid|owed|sent|asked|signed|left|lost|given|received|typed|kept|needed|meant|known|drawn|there|not|no))\b|(?<![^.;:!?]\s)(?<=^|[.;:!?]\s)What (?!if\b)[^.?!]*[.;](?!\w)/gim,
    write: 'a noun: the input, the outflow, the leftover balance',
  },
  held: {
    pattern:
      /\b(?:held|holds?|holding) (?:\w+ ){0,3}against\b|\b(?:taken|takes?|taking|took) (?:\w+ ){0,3}for (?!it\b|each\b|every\b|all\b)(?:an? |the |one\b|another\b|its own\b)/gi,
    write: 'compared with, treated as',
  },
  none: {
    pattern: /\b(?:is|are|was|were|be) none\b|\bwhere there (?:is|are|was) (?:no|none)\b|\bthan none\b/gi,
    write: 'is invalid, is missing, does not exist',
  },
  archaic: {
    pattern:
      /\b(?:alone|besides?|anew|once more|under way|meanwhile|on the way|thereof|at once|henceforth|hitherto)\b/gi,
    write: 'only, next to, also, again, pending, until then, immediately',
  },
  name: {
    pattern: /^(?:usual|most|least|longest|gravest|shortest)[A-Z]/g,
    write: 'default…, max…, min…',
    of: ['name'],
  },
  ellipsis: {
    pattern:
      /\bof the others\b|\bwho is paid\b|\bwhere it is (?:judged|read)\b|, (?:neither|nor)[.;]|\b(?:and|but) (?:is|are|was|were) not[.;]|\bthat very\b/gi,
    write: 'subject, verb, object; repeat the noun',
  },
  half: {
    pattern:
      /^(?:[A-Z]{1,2}-?\d+[a-z]? |and )*(?:and|but|or|nor|neither|also|is|are|was|were|has|have|had|may|can|cannot|must|does|do|will|would|which|whose|even|than|not|so|as)\b/g,
    write: 'a whole sentence: subject, verb, condition',
    of: ['title'],
  },
  paraphrase: {
    pattern:
      /\b(?:draw[ns]?|drew) (?:\w+ )?at build time\b|(?<!\b(?:native|wrapped|bitcoin|few|small|other|own|new|old) )\bcoins\b|\btried out\b|\bit is told\b|\bcrumbs?\b|\bfar (?:chain|side)\b|\bsmallest pieces?\b|\bgoes? through\b/gi,
    write: 'the term: prerendered, native coin, simulated, calldata, dust, destination chain, succeed',
  },
  retired: {
    pattern:
      /\b(?:aftercare|beacon|boarding|counsel(?:lor)?|courier|deed|desk|ferry|gazette|gotten|hearken|heed(?:ful)?|hourglass|inquir(?:y|er)|insistence|lain|naught|parcel|reckon(?:ed|ing|s)?|seizing|shel(?:f|ve|ved)|sighting|speck|standstill|stumbles?|whereabouts)\b/gi,
    write: 'the word of docs/glossary.md and test/glossary.test.ts',
  },
  long: { write: 'at most 35 words in a sentence' },
  cell: { write: 'at most 60 words in a cell of a table', of: ['cell'] },
}

const words = /[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu
const sentencesOf = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The complaints of the prose check: a habit with more hits than stored, and a commit subject that is not plain.
 *
 * @param {{ store?: string }} options `store` keeps the hits of files by their content
 */
export async function checkProse({ store } = {}) {
  const hits = await hitsOf(files(), store)
  const allowed = JSON.parse(readFileSync(counts, 'utf8'))
  return [...complaintsOf(hits, allowed, changedFiles()), ...subjects().flatMap(complaintsOfSubject)]
}

/** Lowers the stored counts to the current ones; `force` also raises them, for a new habit. */
export async function lowerCounts({ force = false } = {}) {
  const found = countsOf(await hitsOf(files()))
  const before = force ? {} : JSON.parse(readFileSync(counts, 'utf8'))
  const after = Object.fromEntries(
    Object.entries(found).map(([habit, count]) => [habit, Math.min(count, before[habit] ?? count)]),
  )
  writeFileSync(counts, `${JSON.stringify(after, undefined, 2)}\n`)
  return found
}

/** @param {readonly { readonly habit: string }[]} hits @returns {Record<string, number>} */
export function countsOf(hits) {
  const counted = Object.fromEntries(Object.keys(habits).map((habit) => [habit, 0]))
  for (const { habit } of hits) counted[habit] += 1
  return counted
}

/**
 * Hits in changed files come first: they are most likely the new ones.
 *
 * @param {readonly (Hit & { readonly file: string })[]} hits
 * @param {Readonly<Record<string, number>>} allowed
 */
export function complaintsOf(hits, allowed, changed = new Set()) {
  const found = countsOf(hits)
  return Object.keys(habits).flatMap((habit) => {
    const limit = allowed[habit] ?? 0
    if (found[habit] <= limit) return []
    const those = hits.filter((hit) => hit.habit === habit)
    const likely = those.filter(({ file }) => changed.has(file))
    const shown = (likely.length > 0 ? likely : those).slice(-15)
    return [
      `"${habit}": ${found[habit]} hits, ${limit} allowed. Write ${habits[habit].write}.`,
      ...shown.map(({ file, line, excerpt }) => `  ${file}:${line}  ${excerpt}`),
    ]
  })
}

/** `room: subject` in lower case, under 65 characters, without these habits. */
export function complaintsOfSubject(subject) {
  if (subject.length >= 65) return [`Commit subject of ${subject.length} characters, 64 allowed: ${subject}`]
  if (!/^[a-z0-9-]+: \p{Ll}.*[^.]$/u.test(subject)) return [`Commit subject is not "room: subject": ${subject}`]
  return hitsIn([{ kind: 'subject', text: subject, line: 1 }]).map(
    ({ habit, excerpt }) => `Commit subject, "${habit}" (write ${habits[habit].write}): ${excerpt}`,
  )
}

/**
 * The hits of a file: habit, line and the words around.
 *
 * @typedef {{ readonly habit: string, readonly line: number, readonly excerpt: string }} Hit
 * @param {string} file
 * @param {string} text
 * @returns {Promise<readonly Hit[]>}
 */
export async function proseHits(file, text) {
  if (file.endsWith('.md')) return hitsIn(textsOfPage(text))
  return hitsIn(/\.(?:tsx?|mjs)$/.test(file) ? await textsOfSource(file, text) : textsOfComments(file, text))
}

async function hitsOf(paths, store) {
  const rules = hashOf(readFileSync(inProject('bin', 'parts', 'prose.mjs')))
  const kept = store ? remembered(store, rules) : {}
  const now = {}
  let isNew = false
  for (const file of paths) {
    const text = contentOf(file)
    if (text === undefined) continue
    const hash = hashOf(text)
    if (kept[file]?.hash !== hash) isNew = true
    now[file] = kept[file]?.hash === hash ? kept[file] : { hash, hits: await proseHits(file, text) }
  }
  if (store && (isNew || Object.keys(kept).length !== Object.keys(now).length)) {
    mkdirSync(dirname(store), { recursive: true })
    writeFileSync(store, JSON.stringify({ rules, files: now }))
  }
  return Object.entries(now).flatMap(([file, { hits }]) => hits.map((hit) => ({ file, ...hit })))
}

function hitsIn(texts) {
  return texts.flatMap(({ kind, text, line }) => {
    const found = Object.entries(habits)
      .filter(([, { pattern, of }]) => pattern && (of ? of.includes(kind) : kind !== 'name'))
      .flatMap(([habit, { pattern }]) => [...text.matchAll(pattern)].map(({ index }) => hit(habit, index)))
    const counted = text.match(words)?.length ?? 0
    if (kind === 'cell' && counted > 60) found.push(hit('cell', 0))
    if (kind !== 'name' && counted > 35)
      for (const { segment, index } of sentencesOf.segment(text.replace(/\n/g, ' ')))
        if ((segment.match(words)?.length ?? 0) > 35) found.push(hit('long', index))
    return found

    function hit(habit, index) {
      const from = Math.max(0, index - 30)
      return {
        habit,
        line: line + (text.slice(0, index).match(/\n/g)?.length ?? 0),
        excerpt: text.slice(from, from + 100).replace(/\s+/g, ' '),
      }
    }
  })
}

/** Paragraphs, items, headings and cells of a page; code is left out. */
function textsOfPage(page) {
  const texts = []
  let paragraph
  let isFenced = false
  for (const [index, raw] of page.split('\n').entries()) {
    const line = index + 1
    if (/^\s*```/.test(raw)) isFenced = !isFenced
    if (isFenced || /^\s*(?:```|<|!\[)/.test(raw) || raw.trim() === '') {
      paragraph = undefined
    } else if (/^\s*\|/.test(raw)) {
      paragraph = undefined
      for (const cell of raw.split(/(?<!\\)\|/)) texts.push({ kind: 'cell', text: plain(cell.trim()), line })
    } else if (/^\s*(?:[-*]|\d+\.|#+) /.test(raw) || !paragraph) {
      paragraph = { kind: 'page', text: plain(raw.replace(/^\s*(?:[-*]|\d+\.|#+) /, '')), line }
      texts.push(paragraph)
    } else paragraph.text += `\n${plain(raw.trim())}`
  }
  return texts
}

async function textsOfSource(file, source) {
  const { parseSync } = await import('vite')
  const { program, comments } = parseSync(file, source)
  const lineAt = lineReader(source)
  const isTest = file.startsWith('test/') || /\.test\.tsx?$/.test(file)
  const isCatalogue = /(?:^|[/.])messages\.ts$/.test(file)
  const isRule = file.startsWith('src/guard/rules/') && !isTest
  const texts = paragraphsOf(comments, source, lineAt)
  visit(program)
  return texts

  function visit(node) {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return
    if (isTest && node.type === 'CallExpression' && /^(?:test|it|describe)\b/.test(nameOf(node.callee)))
      add('title', node.arguments[0])
    if (isRule && node.type === 'Property' && ['title', 'against'].includes(node.key.name)) add('rule', node.value)
    if (isCatalogue && ['Literal', 'TemplateLiteral'].includes(node.type)) add('message', node)
    const named = ['VariableDeclarator', 'FunctionDeclaration'].includes(node.type) ? node.id?.name : undefined
    if (named && !isTest) texts.push({ kind: 'name', text: named, line: lineAt(node.start) })
    for (const [key, member] of Object.entries(node)) if (key !== 'parent' && !isCode(node, key)) visit(member)
  }

  function add(kind, node) {
    const text = textOf(node)
    if (text && / /.test(text)) texts.push({ kind, text: plain(text), line: lineAt(node.start) })
  }
}

/** Keys, types and comparisons contain codes, which no person reads. */
function isCode(node, key) {
  const isComparison = node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator)
  return isComparison || node.type === 'TSLiteralType' || (node.type === 'Property' && key === 'key')
}

/** Comments of languages without a parser here. Lines that follow each other are one text. */
function textsOfComments(file, source) {
  const inBlocks = [/<!--([\s\S]*?)-->/g, /\/\*([\s\S]*?)\*\//g]
  const inLines = /\.(?:html|sol|css|js)$/.test(file) ? /^[^\S\n]*\/\/\/?(.*)$/gm : /^[^\S\n]*#(?!!)(.*)$/gm
  const lineAt = lineReader(source)
  const texts = inBlocks.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(({ 1: text, index }) => ({ kind: 'comment', text, line: lineAt(index) })),
  )
  let last = -1
  for (const { 1: text, index } of source.matchAll(inLines)) {
    const line = lineAt(index)
    if (line === last + 1) texts.at(-1).text += `\n${text}`
    else texts.push({ kind: 'comment', text, line })
    last = line
  }
  return texts.map((each) => ({ ...each, text: plain(each.text.replace(/^\s*(?:\*|@\w+) ?/gm, '')) }))
}

function nameOf(node) {
  if (node.type === 'Identifier') return node.name
  return nameOf(node.object ?? node.callee ?? node.tag ?? { type: 'Identifier', name: '' })
}

function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  return undefined
}

/** Line comments that follow each other are one text. */
function paragraphsOf(comments, source, lineAt) {
  const texts = []
  let end = -1
  for (const comment of comments) {
    if (/^[\s*/]*(?:biome-ignore|@vite|#|@ts-|eslint|<reference)/.test(comment.value)) continue
    const text = plain(comment.value.replace(/^\s*\*? ?(?:- )?/gm, ''))
    if (comment.type === 'Line' && end >= 0 && source.slice(end, comment.start).trim() === '') {
      texts.at(-1).text += `\n${text}`
    } else texts.push({ kind: 'comment', text, line: lineAt(comment.start) })
    end = comment.type === 'Line' ? comment.end : -1
  }
  return texts
}

/** Code is one word without letters that a habit could match; a link is its text. */
function plain(text) {
  return text
    .replace(/`[^`\n]*`/g, 'C0DE')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, 'L1NK')
}

function lineReader(source) {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Generated pages are checked where they are written from. */
function files() {
  return git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (file) =>
      /\.(?:tsx?|mjs|md|js|html|sol|css|yml|conf|service)$|file$/.test(file) &&
      !/^docs\/rules\.md$|\.d\.ts$|^bin\/parts\/prose\.mjs$|^test\/(?:glossary|messages)\.test\.ts$|^test\/build\/prose\.test\.ts$/.test(
        file,
      ),
  )
}

function changedFiles() {
  return new Set([...git('diff', '--name-only', 'HEAD'), ...git('diff', '--name-only', 'main...HEAD')])
}

function subjects() {
  return git('log', '--no-merges', '--format=%s', `--since=${plainSince}`)
}

/** The lines of an answer of git; none without git, or where it has no such commit. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: inProject(), encoding: 'utf8', maxBuffer: 2 ** 26 })
  return status === 0 ? [...new Set(stdout.split('\n').filter(Boolean))] : []
}

function contentOf(file) {
  try {
    return readFileSync(inProject(file), 'utf8')
  } catch {
    return undefined
  }
}

function remembered(store, rules) {
  try {
    const kept = JSON.parse(readFileSync(store, 'utf8'))
    return kept.rules === rules ? kept.files : {}
  } catch {
    return {}
  }
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex')
}
