import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CrashCheck } from '#bench/crash/calls/findings.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { moneyFaults } from './money-faults.ts'
import { platformFaults } from './platform-faults.ts'
import { type ProgramFault, plantIntoSource } from './program-fault.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')

/** Faults of the program. Each is planted into a copy of the source, so that the real program has no switch for it. */
export const programFaults: Readonly<Record<keyof typeof platformFaults | keyof typeof moneyFaults, ProgramFault>> = Object.assign(
  {},
  platformFaults,
  moneyFaults,
)

/** Faults of the database: its settings. */
const databaseFaults = {
  'synchronous-commit-off': {
    settings: { synchronous_commit: 'off' },
    foundBy: ['lost', 'orders', 'balances', 'doubled', 'provider', 'answers'],
  },
} as const satisfies Record<string, { settings: Record<string, string>; foundBy: readonly CrashCheck[] }>

/** Faults that the crash run must find to prove that it works. */
export type PlantedFault = keyof typeof programFaults | keyof typeof databaseFaults
export const plantedFaults: readonly PlantedFault[] = [...keysOf(programFaults), ...keysOf(databaseFaults)]

const isOfProgram = (fault: PlantedFault): fault is keyof typeof programFaults => fault in programFaults

/** The checks that see a fault. */
export const checksThatFind = (fault: PlantedFault): readonly CrashCheck[] =>
  isOfProgram(fault) ? programFaults[fault].foundBy : databaseFaults[fault].foundBy

interface FaultyProgram {
  root: string
  settings: Record<string, string>
  remove(): void
}

function plantIntoProgram(fault: ProgramFault): FaultyProgram {
  const root = mkdtempSync(path.join(tmpdir(), 'mall-fault-'))
  for (const folder of ['contract', 'server']) cpSync(path.join(ROOT, folder), path.join(root, folder), { recursive: true })
  cpSync(path.join(ROOT, 'package.json'), path.join(root, 'package.json'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const file = path.join(root, fault.file)
  writeFileSync(file, plantIntoSource(readFileSync(file, 'utf8'), fault))
  return { root, settings: {}, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** The program and the database to run, correct or with a fault in one of them. */
export function prepareProgramWithFault(fault: PlantedFault | undefined): FaultyProgram {
  if (fault === undefined) return { root: ROOT, settings: {}, remove: () => {} }
  if (isOfProgram(fault)) return plantIntoProgram(programFaults[fault])
  return { root: ROOT, settings: databaseFaults[fault].settings, remove: () => {} }
}
