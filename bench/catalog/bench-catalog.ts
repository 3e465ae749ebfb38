import { findFreeLoopbackPort, openLoadDatabase, startLoadServer } from '#bench/cluster.ts'
import { createLoadWorld, LOAD_STAFF_EMAIL, PASSWORD } from '#bench/world.ts'
import { fillLargeCatalog } from '#server/platform/testing/large-catalog.ts'
import { logInBenchStaff } from './bench-staff.ts'
import { createCatalogFixtures } from './catalog-fixtures.ts'
import { benchGoodsImportSpeed, benchImportMemory } from './measure-import.ts'
import { benchGuestLists, benchPublishing, benchStaffLists } from './measure-lists.ts'

export interface CatalogBenchOptions {
  /** How many rows the imported file has. */
  rows: number
  /** The seconds of each measurement of throughput. */
  seconds: number
}

/** Together with the goods of the import, the catalog has 30,000 goods with 100,000 SKUs. */
const MORE_GOODS = 23_000

/** `npm run bench -- --catalog`: import, publishing and lists of goods on a generated catalog. */
export async function benchCatalog({ rows, seconds }: CatalogBenchOptions): Promise<void> {
  const database = await openLoadDatabase()
  try {
    const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 1, skus: 4, stock: 1 })
    await world.database.close()
    const ground = await createCatalogFixtures(database.ownerUrl)
    const server = await startLoadServer({ database, port: await findFreeLoopbackPort() })
    const staffOf = (base: string) => logInBenchStaff(base, { email: LOAD_STAFF_EMAIL, pwd: PASSWORD })
    const staff = await staffOf(server.base)
    await benchGoodsImportSpeed({ database, server, staff }, ground, { first: 0, rows })
    const large = await fillLargeCatalog(database.ownerUrl, { goods: MORE_GOODS })
    await benchPublishing(staff)
    await benchStaffLists(staff, large)
    await benchGuestLists(server, ground, seconds)
    await server.stop()
    await benchImportMemory({ database }, ground, { rows, staffOf })
  } finally {
    database.close()
    database.remove()
  }
}
