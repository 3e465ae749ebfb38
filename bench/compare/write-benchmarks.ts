import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { readCheckedOutCommit } from './checkout.ts'

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

/** What was measured on which machine, and the command that repeats it. */
export function formatConditions(command: string): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  return [
    `Commit ${readCheckedOutCommit()} on ${new Date().toISOString().slice(0, 10)}: ${machine};`,
    `load average at the end ${loadavg()[0]?.toFixed(0)}, the database on the same machine.`,
    '',
    '```sh',
    command,
    '```',
  ].join('\n')
}

/** Runs a bench that prints its figures, and writes what it printed as a section of docs/benchmarks.md. */
export async function runBenchAndWriteSection<T>(heading: string, command: string, run: () => Promise<T>): Promise<T> {
  const print = process.stdout.write.bind(process.stdout)
  let printed = ''
  process.stdout.write = ((chunk: string | Uint8Array) => {
    printed += String(chunk)
    return print(chunk)
  }) as typeof process.stdout.write
  try {
    const result = await run()
    writeBenchmarkSection(heading, `${formatConditions(command)}\n\n\`\`\`text\n${printed.trim()}\n\`\`\``)
    return result
  } finally {
    process.stdout.write = print
  }
}
