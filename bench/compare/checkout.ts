import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..', '..')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** A commit in a throw-away folder, with the packages of this checkout. */
export interface Checkout {
  root: string
  commit: string
  /** Whether its own list of packages differs from the packages that it is measured with. */
  otherPackages: boolean
  remove(): void
}

/** The short hash of the checked-out commit, with a mark if files differ from it. */
export function readCheckedOutCommit(): string {
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'server', 'contract') ? ' with changes' : ''}`
}

/**
 * Writes a commit into a temporary folder. It copies this folder of the bench into it, so that both sides are measured in the same way. The
 * parts of the mall's inside that the bench uses (`../world.ts`, `../cluster.ts`, `../prefill.ts`) are the commit's own.
 */
export function checkOutCommit(name: string): Checkout {
  const commit = git('rev-parse', '--short', `${name}^{commit}`)
  const root = mkdtempSync(path.join(tmpdir(), 'mall-commit-'))
  const archive = execFileSync(
    'git',
    ['archive', '--format=tar', commit, 'server', 'contract', 'bench', 'sandbox', 'tools', 'package.json'],
    {
      cwd: ROOT,
      maxBuffer: 1 << 30,
    },
  )
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const own = path.join(root, 'bench', 'compare')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  cpSync(import.meta.dirname, own, { recursive: true })
  const packagesOf = (folder: string) => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return JSON.stringify({ dependencies, optionalDependencies })
  }
  return {
    root,
    commit,
    otherPackages: packagesOf(root) !== packagesOf(ROOT),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
