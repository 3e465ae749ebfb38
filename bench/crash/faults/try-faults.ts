import { crashChecks } from '#bench/crash/calls/findings.ts'
import { type CrashOptions, runCrash } from '#bench/crash/run-crash.ts'
import { checksThatFind, type PlantedFault } from './planting.ts'

const TRIES = 3
/** On a slow machine a run takes longer, because it needs so many writes. */
const SECONDS = 15
const WRITES = 800
/** More commits are cut than in a long run, because this one is short. */
const CUT_EVERY = 25
const write = (text: string) => void process.stdout.write(`${text}\n`)

/** Runs the mall with one fault, until a check that must see it has seen it. Returns what it said; undefined: none did. */
async function findFault(options: CrashOptions, fault: PlantedFault): Promise<string | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const short = Object.assign({}, options, {
      seed: options.seed + tries,
      seconds: SECONDS,
      atLeast: WRITES,
      cutEvery: CUT_EVERY,
      untilFound: checksThatFind(fault),
    })
    const outcome = await runCrash(short, fault).catch((error: Error) => write(`  the run with ${fault} ended: ${error.message}`))
    if (!outcome) continue
    const { run } = outcome
    run.journal.remove()
    const found = run.findings.failed()
    const seen = checksThatFind(fault).filter((check) => found.includes(check))
    if (seen.length > 0) return seen.map((check) => `${crashChecks[check]} (${run.findings.of(check)[0]?.slice(0, 160)})`).join('; ')
    if (found.length > 0)
      write(
        `  seen besides: ${found
          .map((check) => `${crashChecks[check]}: ${run.findings.of(check)[0]}`)
          .join('; ')
          .slice(0, 300)}`,
      )
  }
  return undefined
}

/** Tries planted faults one after the other. Returns how many were caught. */
export async function tryPlantedFaults(options: CrashOptions, faults: readonly PlantedFault[]): Promise<number> {
  let caught = 0
  for (const fault of faults) {
    const began = performance.now()
    const found = await findFault(options, fault)
    const seconds = Math.round((performance.now() - began) / 1_000)
    if (found !== undefined) caught++
    write(found === undefined ? `NOT caught: ${fault}, ${seconds} s` : `caught: ${fault}, ${seconds} s, by ${found}`)
  }
  write(`${caught}/${faults.length} planted faults caught, seed ${options.seed}`)
  return caught
}
