import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..', '..')

/**
 * Faults that the crash run must find to prove that it works. A fault of the program is planted into a copy of the source, so that the real
 * program has no switch for it. A fault of the database is a setting.
 */
export const plantedFaults = ['read-check-write', 'synchronous-commit-off'] as const
export type PlantedFault = (typeof plantedFaults)[number]

export interface FaultyProgram {
  root: string
  settings: Record<string, string>
  remove(): void
}

/** Reads first and writes later: two callers at the same time both get the last one. */
const GUARDED =
  /const row = await tx\s+\.updateTable\('sku_stock'\)\s+\.set\(\{ available: sql<number>`available - \$\{quantity\}`[\s\S]*?\.executeTakeFirst\(\)/
const CARELESS = `const seen = await tx.selectFrom('sku_stock').select(['available', 'reserved']).where('sku_id', '=', skuId).executeTakeFirstOrThrow()
    if (seen.available < quantity) refuse('OUT_OF_STOCK', { skuId, quantity })
    const row = await tx
      .updateTable('sku_stock')
      .set({ available: seen.available - quantity, reserved: seen.reserved + quantity })
      .where('sku_id', '=', skuId)
      .returning('available')
      .executeTakeFirst()`

function plantReadCheckWrite(): FaultyProgram {
  const root = mkdtempSync(path.join(tmpdir(), 'mall-planted-'))
  for (const folder of ['contract', 'server']) cpSync(path.join(ROOT, folder), path.join(root, folder), { recursive: true })
  cpSync(path.join(ROOT, 'package.json'), path.join(root, 'package.json'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const file = path.join(root, 'server/catalog/inventory/stock.ts')
  const sound = readFileSync(file, 'utf8')
  if (!GUARDED.test(sound)) throw new Error('the guarded update is not where the plant expects it')
  writeFileSync(file, sound.replace(GUARDED, CARELESS))
  return { root, settings: {}, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** The program and the database to run, correct or with a fault in one of them. */
export function plantFault(plant: PlantedFault | undefined): FaultyProgram {
  if (plant === 'read-check-write') return plantReadCheckWrite()
  return { root: ROOT, settings: plant === 'synchronous-commit-off' ? { synchronous_commit: 'off' } : {}, remove: () => {} }
}
