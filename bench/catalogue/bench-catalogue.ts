import { freePort, openLoadDatabase, startLoadServer } from '#bench/cluster.ts'
import { createLoadWorld, PASSWORD, STAFF } from '#bench/world.ts'
import { createCatalogueGround } from './ground.ts'
import { benchImport } from './measure-import.ts'
import { logStaffIn } from './person.ts'

export interface CatalogueOptions {
  /** Rows of the file that is imported. */
  rows: number
}

/** `npm run bench -- --catalogue`: import, publishing and lists of goods on a generated catalog. */
export async function benchCatalogue({ rows }: CatalogueOptions): Promise<void> {
  const database = await openLoadDatabase()
  try {
    const world = await createLoadWorld({ url: database.appUrl, secret: database.secret, buyers: 1, skus: 4, stock: 1 })
    await world.database.close()
    const ground = await createCatalogueGround(database.ownerUrl)
    const server = await startLoadServer({ database, port: await freePort() })
    const staff = await logStaffIn(server.base, { email: STAFF, pwd: PASSWORD })
    await benchImport({ database, server, staff }, ground, { first: 0, rows })
    await server.stop()
  } finally {
    database.close()
    database.remove()
  }
}
