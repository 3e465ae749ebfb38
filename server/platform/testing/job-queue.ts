import pg from 'pg'
import { inject } from 'vitest'

/** Lets the owner of a copied database create the job queue's schema there. A copy does not include this right. */
export async function allowJobQueueSchemaCreation(ownerUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('superUrl') })
  await admin.connect()
  await admin.query(`grant create on database ${new URL(ownerUrl).pathname.slice(1)} to mall_owner`)
  await admin.end()
}
