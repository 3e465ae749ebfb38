import { type LoadDatabase, openLoadDatabase } from '#bench/cluster.ts'
import { createLoadWorld, type LoadBuyer } from '#bench/world.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { fillGrowth, type MallSize } from './fill-growth.ts'

/** Goods and companies that the mall itself creates; the others are copies of them. */
const SKUS_MADE = 40
const BUYERS_MADE = 2
const STOCK = 900_000

export interface FilledMall {
  database: LoadDatabase
  /** A superuser's connection to the mall's database. */
  superUrl: string
  /** A person of the largest company. */
  buyer: LoadBuyer
  skuIds: readonly string[]
}

/** Creates a mall of a size in its own database, with orders until today. The caller closes and removes the database. */
export async function openFilledMall(size: MallSize): Promise<FilledMall> {
  // Its WAL is not kept, because it would be larger than the mall itself.
  const database = await openLoadDatabase({ archive_mode: 'off' })
  const superUrl = new URL(database.superUrl)
  superUrl.pathname = new URL(database.appUrl).pathname
  const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: BUYERS_MADE, skus: SKUS_MADE, stock: STOCK })
  const [buyer] = world.buyers
  if (!buyer) throw new Error('nobody to ask')
  await fillGrowth(superUrl.toString(), size, { world, until: systemClock() })
  await world.database.close()
  return { database, superUrl: superUrl.toString(), buyer, skuIds: world.skuIds }
}
