/*
 * Rules, faults, malformed answers and requirements have codes (V-013, B-3, F-28, M-004, A-21 …). The names of tests
 * contain the codes that they cover; this compares the names of the passed tests with the list of all codes.
 */

/** The name of each list of codes, in the order of the report. */
const lists = { rules: 'rules', faults: 'faults', malformed: 'malformed answers', requirements: 'requirements' }

/**
 * `tests` as in vitest's JSON report (`fullName`, `ancestorTitles`, `status`), `known` the codes by list, and `apart`
 * the codes that no test of this project can cover, with the reason.
 */
export function coverageOf(tests, known, apart = {}) {
  const passed = tests.filter(({ status }) => status === 'passed')
  const said = new Set(passed.flatMap(({ fullName }) => codesIn(fullName)))
  return {
    lists: Object.entries(known).map(([list, codes]) => {
      const own = Object.keys(codes)
      const open = own.filter((code) => !said.has(code))
      return {
        name: lists[list] ?? list,
        covered: own.filter((code) => said.has(code)),
        missing: open.filter((code) => !(code in apart)).map((code) => `${code} ${codes[code]}`),
        apart: open.filter((code) => code in apart).map((code) => `${code} ${apart[code]}`),
      }
    }),
    tampered: countIn(passed, /\btampered\b/),
    honest: countIn(passed, /\bhonest (answers|transactions|plan)\b/),
  }
}

/** The codes in a test's name; rules with a letter suffix, such as S-7a, count as their number. */
export function codesIn(name) {
  return [...name.matchAll(/(?<![\w-])([VSBFMAH]-\d{1,3})(?!\d)/g)].map(([, code]) => code)
}

/** The lines of the report. Missing codes are listed only for a whole run. */
export function wordsOf({ lists, tampered, honest }, isWhole) {
  const counts = lists.map(({ name, covered, missing, apart }) => {
    const rest = apart.length > 0 ? `, ${apart.length} do not apply` : ''
    return `  ${covered.length} of ${covered.length + missing.length + apart.length} ${name}${isWhole ? rest : ''}`
  })
  const named = lists.filter(({ covered }) => covered.length > 0).map(({ covered }) => `  ${inRows(covered)}`)
  const open = lists.flatMap(({ missing }) => missing)
  const beside = lists.flatMap(({ apart }) => apart)
  return [
    'Held up by tests, by code:',
    ...counts,
    `  ${tampered} tampered lists, ${honest} honest lists`,
    ...named,
    ...(isWhole && open.length > 0 ? ['Not yet in the name of any test:', ...open.map((line) => `  ${line}`)] : []),
    ...(isWhole && beside.length > 0 ? ['Does not apply here:', ...beside.map((line) => `  ${line}`)] : []),
  ]
}

/** The number of tests under a title that matches, per list. */
function countIn(tests, title) {
  return tests.filter(({ ancestorTitles }) => ancestorTitles.some((each) => title.test(each))).length
}

function inRows(codes) {
  const rows = []
  for (let at = 0; at < codes.length; at += 16) rows.push(codes.slice(at, at + 16).join(' '))
  return rows.join('\n  ')
}
