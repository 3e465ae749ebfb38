import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { createJobQueueTables } from '#server/operations/jobs/queue-run.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import type { TableBackup } from '#server/platform/database/backups/table-backup.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { OWNER_ROLE, replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { startChildProgram } from '#server/platform/testing/child-program.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const skuId = await mall.createSku('U84 采煤截齿', { sale: '38.50', credit: '40.40' })
const folder = mkdtempSync(path.join(tmpdir(), 'mall-copies-'))
const database = `drill_${randomBytes(6).toString('hex')}`
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await withDatabaseClient(inject('superUrl'), (client) => client.query(`drop database if exists ${database} with (force)`))
})

const settings = {
  DATABASE_URL: mall.appUrl,
  DATABASE_OWNER_URL: mall.ownerUrl,
  MALL_SECRET: randomBytes(32).toString('hex'),
  DATA_DIR: path.join(folder, 'data'),
}
const backs = (...more: string[]) => startChildProgram('tools/backup.ts', settings, {}, [folder, ...more]).ended
const drills = (...more: string[]) => startChildProgram('tools/drill.ts', {}, {}, [folder, ...more]).ended
const newest = () =>
  path.join(
    folder,
    readdirSync(folder)
      .filter((name) => name.startsWith('copy-'))
      .sort()
      .at(-1) ?? '',
  )
const manifest = () => JSON.parse(readFileSync(path.join(newest(), 'manifest.json'), 'utf8')) as TableBackup

describe('a copy of an external database made during orders', async () => {
  const lin = await mall.buyer('林', { credit: '500000', wallet: '10000' })
  const orders = async () => {
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
    const { tradeId } = await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
    await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  }
  await orders()
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  await createJobQueueTables(mall.ownerUrl, createErrorLog())

  test('is consistent: a drill verifies every invariant on a temporary PostgreSQL', async () => {
    let over = false
    const busy = (async () => {
      while (!over) await orders()
    })()
    const { code, output, complaints } = await backs()
    over = true
    await busy
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(output).toContain('张表')
    const drill = await drills()
    expect(drill).toMatchObject({ code: 0, output: expect.stringMatching(/ 0 broken[\s\S]*演练用时 [\d.]+ 秒/) })
    const { tables } = manifest()
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.info(`drill: ${tables.length} tables with ${rows} rows; ${/演练用时 [\d.]+ 秒/.exec(drill.output)?.[0]}`)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('mall-drill-'))).toEqual([])
  })

  test('can be restored only into an empty database, where numbering continues', async () => {
    await withDatabaseClient(inject('superUrl'), (client) =>
      client.query(`create database ${database} owner ${OWNER_ROLE} template template0 encoding 'UTF8'`),
    )
    const ownerUrl = replaceDatabaseUrlParts(inject('ownerUrl'), { database })
    const restores = () =>
      startChildProgram('tools/drill.ts', { ...settings, DATABASE_OWNER_URL: ownerUrl }, {}, [folder, '--into-database']).ended
    expect((await backs()).code).toBe(0)
    expect(await restores()).toMatchObject({ code: 0 })
    const count = (url: string, from: string) =>
      withDatabaseClient(url, async (client) => (await client.query(`select count(*)::int as n from ${from}`)).rows[0]?.n as number)
    for (const from of ['"order"', 'ledger_transfer', 'audit_log', 'outbox'])
      expect({ from, rows: await count(ownerUrl, from) }).toEqual({ from, rows: await count(mall.ownerUrl, from) })
    const sequences = (url: string) =>
      withDatabaseClient(url, async (client) => (await client.query('select sequencename, last_value from pg_sequences order by 1')).rows)
    expect(await sequences(ownerUrl)).toEqual(await sequences(mall.ownerUrl))
    expect(await findInvariantBreaches(ownerUrl)).toEqual(await mall.findInvariantBreaches())
    expect(await restores()).toMatchObject({ code: 2, complaints: expect.stringContaining('目标数据库里已有数据') })
  })

  test('fails the drill with a flipped bit, a missing file, or a missing fen despite valid checksums', async () => {
    const { tables } = manifest()
    const table = tables.find(({ name }) => name === 'public.ledger_transfer') ?? expect.fail('no transfers')
    const file = path.join(newest(), table.file)
    const manifestFile = path.join(newest(), 'manifest.json')

    const text = gunzipSync(readFileSync(file)).toString()
    const damages = [() => writeFileSync(file, gzipSync(text.replace('2026', '2025'))), () => rmSync(file)]
    for (const damage of damages.slice(0, 2)) {
      damage()
      expect(await drills()).toMatchObject({ code: 2, complaints: expect.stringContaining('备份已损坏') })
    }

    // The last row is left out, and the checksum is made to fit.
    const short = text.split('\n').slice(0, -2).join('\n').concat('\n')
    writeFileSync(file, gzipSync(short))
    const lying = tables.map((one) =>
      one === table ? { ...one, rows: one.rows - 1, sha256: createHash('sha256').update(short).digest('hex') } : one,
    )
    writeFileSync(manifestFile, JSON.stringify({ ...manifest(), tables: lying }))
    expect(await drills()).toMatchObject({ code: 1 })
  })

  test('does not support --add, and a folder without a copy is refused', async () => {
    expect(await backs('--add')).toMatchObject({ code: 1, complaints: expect.stringContaining('WAL 归档') })
    const empty = startChildProgram('tools/drill.ts', {}, {}, [tmpdir()]).ended
    expect(await empty).toMatchObject({ code: 2, complaints: expect.stringContaining('没有自己的数据库的备份') })
  })
})
