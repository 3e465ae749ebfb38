/**
 * `npm run crash -- --seconds 60`: companies of several members each submit, pay, cancel, ship, top up, repay, get refunds, use coupons, send
 * vouchers and ask for approval on several real servers, while these and their PostgreSQL are killed, frozen and cut off, answers are lost on the way, notices of the provider are
 * late, doubled, forged or lost, and jobs close months, charge interest and repay. Limits and last units are reached. Afterwards all that was
 * answered is compared with what people see, with the database, with the provider and with the invariants.
 *
 *   --servers N, --companies N, --members N (sessions of each company), --seed N
 *   --floor N         goes on until so many writes were acknowledged, at most four times as long, and fails if they were fewer; --fewest N
 *                     fails if the mall was disturbed less often, and from twelve on if it was not disturbed in each way
 *   --fault NAME      (repeatable) makes a short run of the mall as it is, which must show nothing, and then one with the fault, which a
 *                     check that must see it must see; --faults tries them all
 */
import { parseArgs } from 'node:util'
import { type PlantedFault, plantedFaults } from './faults/planting.ts'
import { tryPlantedFaults } from './faults/try-faults.ts'
import { printCrashOutcome } from './print-outcome.ts'
import { type CrashOptions, runCrash } from './run-crash.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    servers: { type: 'string', default: '2' },
    companies: { type: 'string', default: '8' },
    members: { type: 'string', default: '4' },
    seed: { type: 'string', default: '20261121' },
    floor: { type: 'string', default: '0' },
    fewest: { type: 'string', default: '0' },
    fault: { type: 'string', multiple: true },
    faults: { type: 'boolean', default: false },
  },
})

const options: CrashOptions = {
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  companies: Number(values.companies),
  members: Number(values.members),
  servers: Number(values.servers),
  atLeast: Number(values.floor),
  cutEvery: 120,
  untilFound: [],
}

if (values.faults || values.fault !== undefined) {
  const chosen = plantedFaults.filter((fault: PlantedFault) => values.faults || values.fault?.includes(fault))
  if (chosen.length === 0) throw new Error(`no such fault; there are ${plantedFaults.join(', ')}`)
  process.stdout.write(`${chosen.length} faults, seed ${options.seed}\n`)
  process.exitCode = (await tryPlantedFaults(options, chosen)) ? 0 : 1
} else {
  const { servers, companies, members, seconds, seed } = options
  process.stdout.write(`${servers} servers, ${companies} companies of ${members} members, ${seconds} s, seed ${seed}\n`)
  const outcome = await runCrash(options)
  process.exitCode = printCrashOutcome(outcome, { acknowledged: Number(values.floor), disturbances: Number(values.fewest) }) ? 0 : 1
}
process.exit()
