import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copiedWithComparison } from '#tools/modules.mjs'

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

/** The packages of a program in production, with their versions. */
function readPackages(folder: string): Record<string, string> {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { ...dependencies, ...optionalDependencies }
}

/** Gives a checkout its own packages, unless those of this one serve: they may be more, but not others. */
export function installOwnPackages({ root }: Checkout): void {
  const here = readPackages(ROOT)
  if (Object.entries(readPackages(root)).every(([name, version]) => here[name] === version)) return
  rmSync(path.join(root, 'node_modules'))
  execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The short hash of the checked-out commit, with a mark if files differ from it. */
export function readCheckedOutCommit(): string {
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'server', 'contract') ? ' with changes' : ''}`
}

/**
 * Writes a commit into a temporary folder. It copies this folder of the bench and what it needs into it, so that both sides are measured in
 * the same way. The parts of the mall's inside that a side uses (`../world.ts`, `../cluster.ts`, `../prefill.ts`) are the commit's own.
 */
export function checkOutCommit(name: string): Checkout {
  const commit = git('rev-parse', '--short', `${name}^{commit}`)
  const root = mkdtempSync(path.join(tmpdir(), 'mall-commit-'))
  const archive = execFileSync(
    'git',
    ['archive', '--format=tar', commit, 'server', 'contract', 'bench', 'sandbox', 'tools', 'package.json', 'package-lock.json'],
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
  for (const file of copiedWithComparison) cpSync(path.join(ROOT, file), path.join(root, file))
  return {
    root,
    commit,
    otherPackages: JSON.stringify(readPackages(root)) !== JSON.stringify(readPackages(ROOT)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
