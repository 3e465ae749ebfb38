import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')

interface ProgramFault {
  file: string
  /** What the fault replaces; it is there once. */
  sound: RegExp
  faulty: string
}

/** Faults of the program. Each is injected into a copy of the source, so that the real program has no switch for it. */
export const programFaults = {
  /** Reads first and writes later, so that two concurrent callers both get the last one. */
  'read-check-write': {
    file: 'server/catalog/inventory/stock.ts',
    sound:
      /const rows = await awaitAllAndThrowFirstError\(\s+\.\.\.wanted\.map\([\s\S]*?\.where\('available', '>=', quantity\)[\s\S]*?\n {2}\)\n/,
    faulty: `const rows: { available: number }[] = []
  for (const { skuId, quantity } of wanted) {
    const seen = await tx.selectFrom('sku_stock').select(['available', 'reserved']).where('sku_id', '=', skuId).executeTakeFirstOrThrow()
    if (seen.available < quantity) refuse('OUT_OF_STOCK', { skuId, quantity })
    const left = { available: seen.available - quantity, reserved: seen.reserved + quantity, ordered: true }
    await tx.updateTable('sku_stock').set(left).where('sku_id', '=', skuId).execute()
    rows.push(left)
  }
`,
  },
  /** A server ends by itself, as an unhandled rejection would end it. */
  'ends-by-itself': {
    file: 'server/serve.ts',
    sound: /logger\.info\(\{ address: await mall\.listen\(\) \}, 'listening'\)/,
    faulty: '$&; setTimeout(() => process.exit(7), 5_000)',
  },
} as const satisfies Record<string, ProgramFault>

/** Faults of the database: its settings. */
const databaseFaults = { 'synchronous-commit-off': { synchronous_commit: 'off' } } as const

/** Faults that the crash run must find to prove that it works. */
export type InjectedFault = keyof typeof programFaults | keyof typeof databaseFaults
export const injectedFaults: readonly InjectedFault[] = [...keysOf(programFaults), ...keysOf(databaseFaults)]

export interface FaultyProgram {
  root: string
  settings: Record<string, string>
  remove(): void
}

function injectIntoProgram({ file, sound, faulty }: ProgramFault): FaultyProgram {
  const root = mkdtempSync(path.join(tmpdir(), 'mall-fault-'))
  for (const folder of ['contract', 'server']) cpSync(path.join(ROOT, folder), path.join(root, folder), { recursive: true })
  cpSync(path.join(ROOT, 'package.json'), path.join(root, 'package.json'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const source = readFileSync(path.join(root, file), 'utf8')
  if (!sound.test(source)) throw new Error(`${file} does not contain what the fault replaces`)
  writeFileSync(path.join(root, file), source.replace(sound, faulty))
  return { root, settings: {}, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** The program and the database to run, correct or with a fault in one of them. */
export function prepareProgramWithFault(fault: InjectedFault | undefined): FaultyProgram {
  if (fault !== undefined && fault in programFaults) return injectIntoProgram(programFaults[fault as keyof typeof programFaults])
  const settings = fault === undefined ? {} : databaseFaults[fault as keyof typeof databaseFaults]
  return { root: ROOT, settings, remove: () => {} }
}
