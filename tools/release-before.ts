import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { LAST_RELEASED_MIGRATION } from '#server/platform/database/migration-compatibility.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = 'server/platform/migrations'
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The hash of the newest commit that knows no migration after the last release; if there is none, of the one that is checked out. */
export function findCommitOfLastRelease(): string {
  const newer = readdirSync(path.join(ROOT, FOLDER)).filter((name) => name > LAST_RELEASED_MIGRATION)
  if (newer.length === 0) return git('rev-parse', 'HEAD')
  const added = git('log', '--reverse', '--diff-filter=A', '--format=%H', '--', ...newer.map((name) => `${FOLDER}/${name}`))
  return git('rev-parse', `${added.split('\n')[0]}^`)
}
