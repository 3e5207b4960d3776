#!/usr/bin/env node
import { languagesWithFiles } from './parts/languageFiles.mjs'
import { problemsOf, updateFile } from './parts/languages.mjs'
import { requireNode } from './parts/project.mjs'

// `npm run languages`: brings the files of translators up to date with the catalogues, and lists what is missing.
requireNode()

for (const language of languagesWithFiles()) {
  updateFile(language)
  const problems = problemsOf(language)
  for (const problem of problems) console.log(problem)
  console.log(`${language}: ${problems.length === 0 ? 'complete' : `${problems.length} to do`}`)
}
