/**
 * `npm run crash -- --seconds 60`: 32 workers submit, pay, cancel and ship against the real server while it and its PostgreSQL are killed every
 * few seconds. Afterwards nothing that was acknowledged is lost or doubled, and every invariant holds. With --plant NAME a fault is planted
 * first, and the run fails unless it is found; --plants tries them all.
 */
import { parseArgs } from 'node:util'
import { type Dice, diceFrom } from '../../server/testing/dice.ts'
import { freePort, type LoadDatabase, type LoadServer, openLoadDatabase, startLoadServer } from '../cluster.ts'
import { makeWorld } from '../world.ts'
import { type Plant, planted, plants } from './plants.ts'
import { type Verdict, verify } from './verify.ts'
import { type Acknowledged, logInBuyer, logInStaff, nothingYet, type Worker, work } from './workers.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    workers: { type: 'string', default: '32' },
    seed: { type: 'string', default: '20261121' },
    plant: { type: 'string' },
    plants: { type: 'boolean', default: false },
  },
})

const SECONDS = Number(values.seconds)
const WORKERS = Number(values.workers)
const HOT_SKUS = 20
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const say = (text: string) => process.stdout.write(`${text}\n`)

interface Kills {
  server: number
  database: number
  backend: number
}

/** Kills something every three to six seconds until the time is up. */
async function killNowAndThen(server: LoadServer, database: LoadDatabase, dice: Dice): Promise<Kills> {
  const kills: Kills = { server: 0, database: 0, backend: 0 }
  const until = performance.now() + SECONDS * 1_000
  while (performance.now() < until) {
    await pause(3_000 + dice.below(3_000))
    const choice = dice.below(10)
    if (choice < 4) {
      kills.server++
      await server.kill()
    } else if (choice < 8) {
      kills.database++
      await database.cut()
    } else {
      kills.backend++
      database.killBackend(dice.below)
    }
  }
  return kills
}

async function crew(server: LoadServer, world: Awaited<ReturnType<typeof makeWorld>>, book: Acknowledged): Promise<Worker[]> {
  const staff = await logInStaff(server.base, book)
  const workers: Worker[] = []
  for (const [at, buyer] of world.buyers.entries()) {
    const caller = await logInBuyer(server.base, buyer, book)
    const address = { name: '压测', mobile: buyer.mobile, areaCode: '440305', detail: '高新南一道', isDefault: true }
    const { data } = await caller.post('/user-api/api/address/add', address)
    workers.push({
      buyer,
      caller,
      staff,
      addressId: (data as { id: string }).id,
      skuIds: world.skuIds,
      dice: diceFrom(Number(values.seed) + at),
      book,
    })
  }
  return workers
}

interface Outcome extends Verdict {
  book: Acknowledged
  kills: Kills
}

async function run(plant: Plant | undefined): Promise<Outcome> {
  const { root, settings, remove } = planted(plant)
  const database = await openLoadDatabase(settings)
  const world = await makeWorld({ url: database.appUrl, secret: database.secret, buyers: WORKERS, skus: HOT_SKUS, stock: 20_000 })
  await world.database.close()
  const server = await startLoadServer({ database, root, port: await freePort() })
  const book = nothingYet()
  const workers = await crew(server, world, book)
  let over = false
  const toil = async (worker: Worker) => {
    while (!over) await work(worker)
  }
  const toiling = Promise.all(workers.map(toil))
  const kills = await Promise.race([
    killNowAndThen(server, database, diceFrom(Number(values.seed))),
    toiling.then(() => ({ server: 0, database: 0, backend: 0 })),
  ])
  // A last power cut under full load, so that there is always one whose victims had only just been told.
  await database.cut()
  kills.database++
  over = true
  await toiling
  await server.stop()
  const verdict = await verify(database.ownerUrl, book)
  database.close()
  database.remove()
  remove()
  return { ...verdict, book, kills }
}

function print({ book, kills, lost, doubled, broken }: Outcome): boolean {
  say(`kills: server ${kills.server}, database ${kills.database}, connection ${kills.backend}`)
  say(
    `acknowledged: ${book.submitted.length} submitted, ${book.paid.length} paid, ${book.cancelled.length} cancelled, ${book.shipped.length} shipped; ${book.calls} calls`,
  )
  for (const [name, list] of [
    ['lost', lost],
    ['doubled', doubled],
    ['broken invariants', broken],
    ['defects', book.defects],
  ] as const) {
    say(`${name}: ${list.length}${list.length > 0 ? `, e.g. ${list.slice(0, 3).join(' | ')}` : ''}`)
  }
  return lost.length + doubled.length + broken.length + book.defects.length === 0
}

if (values.plants || values.plant !== undefined) {
  const chosen = plants.filter((plant) => values.plants || plant === values.plant)
  if (chosen.length === 0) throw new Error(`no such plant; there are ${plants.join(', ')}`)
  let caught = 0
  for (const plant of chosen) {
    say(`\nplanted: ${plant}`)
    if (!print(await run(plant))) caught++
  }
  say(`\n${caught}/${chosen.length} planted faults caught`)
  process.exitCode = caught === chosen.length ? 0 : 1
} else {
  say(`${WORKERS} workers, ${SECONDS} s, seed ${values.seed}`)
  process.exitCode = print(await run(undefined)) ? 0 : 1
}
