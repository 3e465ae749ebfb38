import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { buildApp } from '#server/app.ts'
import { replaceCrossReferencesOfSkus } from '#server/catalog/cross-references/public.ts'
import { saveSearchWord } from '#server/catalog/search-words/search-word-store.ts'
import { createExternalServices } from '#server/external-services.ts'
import { type Db, openDatabase, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { createInProcessAppOptions } from '#server/platform/testing/app-options.ts'
import { setUpDemoCompany } from '#server/platform/testing/company.ts'
import { storeDemoPictures } from '#tools/demo/demo-pictures.ts'
import { seedCatalog } from '#tools/demo/seed-catalog.ts'
import { demoSynonyms } from '#tools/demo/synonyms.ts'
import { openLoadDatabase } from './cluster.ts'

/** Gives SKUs that have none a number of another maker. Its maker and the numbers are invented. */
async function inventCrossReferences(tx: Tx): Promise<void> {
  const has = tx.selectFrom('sku_cross_reference').select('sku_id')
  const skus = await tx.selectFrom('sku').select('id').where('id', 'not in', has).orderBy('id').execute()
  const numbered = skus.map(({ id }, at) => ({
    skuId: id,
    crossReferences: [CrossReference.parse({ brand: '丙石试验', partNumber: `BS${1_000 + at * 7}-${10 + (at % 80)}`, fit: 'size' })],
  }))
  await replaceCrossReferencesOfSkus(tx, numbered)
}

/** The demo's catalog and synonyms in a database of their own, with the server in this process. */
export async function openDemoCatalogMall(): Promise<{
  db: Db
  http: Awaited<ReturnType<typeof buildApp>>['http']
  close: () => Promise<void>
}> {
  const loaded = await openLoadDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-search-'))
  const { db, close } = openDatabase({ url: loaded.appUrl, poolSize: 4 })
  const keys = createKeys(randomBytes(32))
  const services = createExternalServices({ dataDir }, db, keys)
  const moment = () => createMoment(systemClock())
  const pictures = await storeDemoPictures({ db, moment: moment(), files: services.files })
  await runInTransaction(db, (tx) => seedCatalog(tx, moment(), pictures))
  await runInTransaction(db, inventCrossReferences)
  await runInTransaction(db, (tx) => setUpDemoCompany(tx, moment()))
  for (const [position, terms] of demoSynonyms.entries())
    await runInTransaction(db, (tx) =>
      saveSearchWord(tx, moment(), { kind: 'synonyms', terms: [...terms], target: '', position, shown: true, rowVersion: 0, staffId: '' }),
    )
  const { http } = await buildApp({ db, keys, services, ...createInProcessAppOptions(), clock: systemClock })
  await http.ready()
  return {
    db,
    http,
    close: async () => {
      await http.close()
      await close()
      loaded.close()
      loaded.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
