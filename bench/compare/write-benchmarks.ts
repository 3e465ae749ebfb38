import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md')
const HEAD = `# Benchmarks

Written by \`npm run bench\`; each section says what it was measured with and how to repeat it. Absolute figures depend on the machine and on what else it
does; ratios come from turns of the same run.
`

/** Replaces a section of docs/benchmarks.md, or adds it at the end. */
export function writeBenchmarkSection(heading: string, text: string): void {
  const [head = HEAD, ...sections] = existsSync(FILE) ? readFileSync(FILE, 'utf8').split(/^(?=## )/m) : [HEAD]
  const own = `## ${heading}\n\n${text.trim()}\n`
  const at = sections.findIndex((section) => section.startsWith(`## ${heading}\n`))
  if (at === -1) sections.push(own)
  else sections[at] = own
  writeFileSync(FILE, `${[head, ...sections].map((section) => section.trim()).join('\n\n')}\n`)
}
