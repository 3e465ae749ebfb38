import { type CrashCheck, type CrashFindings, crashChecks } from '#bench/crash/calls/findings.ts'
import { type CrashOptions, runCrash } from '#bench/crash/run-crash.ts'
import { checksThatFind, type PlantedFault } from './planting.ts'

const TRIES = 4
/** On a slow machine a run takes longer, because it needs so many writes. */
const SECONDS = 15
const WRITES = 800
/** More commits are cut than in a long run, because this one is short. */
const CUT_EVERY = 25
const write = (text: string) => void process.stdout.write(`${text}\n`)

/** A short run: with the same options whether a fault is planted or not. */
const createShortOptions = (options: CrashOptions, seed: number, untilFound: readonly CrashCheck[]): CrashOptions =>
  Object.assign({}, options, { seed, seconds: SECONDS, atLeast: WRITES, cutEvery: CUT_EVERY, untilFound })

/** What a run has found: the check, and its first finding. */
const describeFindings = (findings: CrashFindings, checks: readonly CrashCheck[]): string =>
  checks.map((check) => `${crashChecks[check]} (${findings.of(check)[0]?.slice(0, 160)})`).join('; ')

/** Runs the mall as it is. What the checks find without a fault would prove nothing if one is planted. Returns whether they find nothing. */
async function isSoundProgramClean(options: CrashOptions): Promise<boolean> {
  const { run } = await runCrash(createShortOptions(options, options.seed, []))
  const found = run.findings.failed()
  if (found.length === 0) run.journal.remove()
  write(
    found.length === 0
      ? `sound: nothing found in ${run.counts.acknowledged} acknowledged writes`
      : `sound: ${describeFindings(run.findings, found)}; the journal is kept: ${run.journal.file}`,
  )
  return found.length === 0
}

/** Runs the mall with one fault, until a check that must see it has seen it. Returns what it said; undefined: none did. */
async function findFault(options: CrashOptions, fault: PlantedFault): Promise<string | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const short = createShortOptions(options, options.seed + tries, checksThatFind(fault))
    const outcome = await runCrash(short, fault).catch((error: Error) => write(`  the run with ${fault} ended: ${error.message}`))
    if (!outcome) continue
    const { findings, journal } = outcome.run
    journal.remove()
    const found = findings.failed()
    const seen = checksThatFind(fault).filter((check) => found.includes(check))
    if (seen.length > 0) return describeFindings(findings, seen)
    if (found.length > 0) write(`  seen besides: ${describeFindings(findings, found).slice(0, 300)}`)
  }
  return undefined
}

/** Runs the sound program, and then tries planted faults one after the other. Returns whether the first found nothing and all were caught. */
export async function tryPlantedFaults(options: CrashOptions, faults: readonly PlantedFault[]): Promise<boolean> {
  const isClean = await isSoundProgramClean(options)
  let caught = 0
  for (const fault of faults) {
    const began = performance.now()
    const found = await findFault(options, fault)
    const seconds = Math.round((performance.now() - began) / 1_000)
    if (found !== undefined) caught++
    write(found === undefined ? `NOT caught: ${fault}, ${seconds} s` : `caught: ${fault}, ${seconds} s, by ${found}`)
  }
  write(`${caught}/${faults.length} planted faults caught, seed ${options.seed}`)
  return isClean && caught === faults.length
}
