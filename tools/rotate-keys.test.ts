import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { sealedColumns } from '#server/operations/installation/public.ts'
import { createKeys, type Keys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { SCHEMA_SQL_PATH } from './schema.ts'

const secret = randomBytes(32)
const mall = await openMall({ secret })
const owner = new pg.Pool({ connectionString: mall.ownerUrl, max: 2 })
afterAll(() => owner.end())

const hex = { k1: randomBytes(32).toString('hex'), k2: randomBytes(32).toString('hex') }
const ring = (...ids: ('k1' | 'k2')[]): Keys =>
  createKeys(
    secret,
    ids.map((id) => ({ id, key: Buffer.from(hex[id], 'hex') })),
  )

/** The identity documents of a mall with these keys. */
async function filesWith(keys: Keys, token: string | undefined) {
  const { http } = await buildApp({
    db: mall.db,
    keys,
    services: mall.services,
    log: createErrorLog(),
    limits: unlimitedServerLimits,
    trustProxy: [],
    secure: false,
    strict: true,
    clock: () => mall.clock.now,
    requireTotp: false,
  })
  return createTestUser(http, token).api.files
}

interface Run {
  process: ChildProcess
  ended: Promise<{ code: number | null; output: string }>
}

function rotate(sealKeys: string): Run {
  const env = { DATABASE_URL: mall.appUrl, DATABASE_OWNER_URL: mall.ownerUrl, MALL_SECRET: secret.toString('hex'), SEAL_KEYS: sealKeys }
  const child = spawn(path.resolve('node_modules/.bin/node'), ['tools/rotate-keys.ts'], { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { process: child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))) }
}

/** The number of values in a column that are sealed with another key than the newest one. */
async function stale(newest: Buffer, { table, column } = { table: 'file', column: 'sealed_key' }): Promise<number> {
  const sql = `select count(*)::int as n from ${table} where ${column} is not null and substring(${column} from 1 for ${newest.length}) <> $1`
  return (await owner.query<{ n: number }>(sql, [newest])).rows[0]?.n ?? 0
}

test('every sealed column of the schema is sealed again with the new key', () => {
  const sql = readFileSync(SCHEMA_SQL_PATH, 'utf8')
  const tables = [...sql.matchAll(/create table "(\w+)" \(([\s\S]*?)\n\);/g)]
  const sealed = tables.flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w*sealed\w*) bytea/gm)].map(([, column]) => `${table}.${column}`),
  )
  expect(sealed.length).toBeGreaterThan(3)
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(sealed.sort())
})

test('keys are rotated online, interrupted and resumed; then the old key is dropped and all values open', async () => {
  const lin = await mall.buyer('林')
  const [first, both, second] = [ring('k1'), ring('k1', 'k2'), ring('k2')]
  const { fileId } = await (await filesWith(first, lin.token)).uploadImage(
    { purpose: 'licence', consent: true },
    { file: toBlob(await createPhoto()) },
  )
  const seen = await (await filesWith(first, lin.token)).viewFile({ fileId })
  const row = { enterprise_id: lin.enterpriseId, user_id: lin.userId, purpose: 'licence' as const, media_type: 'image/jpeg', bound_to: 'x' }
  const many = Array.from({ length: 3_000 }, () => {
    const id = mall.moment().newId()
    const sealed_key = first.seal(mall.moment(), `file|sealed_key|${id}`, 'a key')
    return { ...row, id, sealed_key, bytes: 1, width: 1, height: 1, stored_hash: Buffer.alloc(32), created_at: mall.clock.now }
  })
  for (let at = 0; at < many.length; at += 500)
    await mall.runInTransaction((tx) =>
      tx
        .insertInto('file')
        .values(many.slice(at, at + 500))
        .execute(),
    )
  await mall.staff('admin')
  await owner.query('update staff set totp_sealed = $1', [Buffer.from('')])
  const [member] = (await owner.query<{ id: string }>('select id from staff')).rows
  await owner.query('update staff set totp_sealed = $1', [first.seal(mall.moment(), `staff|totp_sealed|${member?.id}`, 'JBSWY3DPEHPK3PXP')])

  // Only the old key opens it. Without that key nothing does.
  expect(() => second.open(`staff|totp_sealed|${member?.id}`, first.seal(mall.moment(), 'x', 'y'))).toThrow('k1')
  expect(await (await filesWith(second, lin.token)).viewFile({ fileId }).catch((error) => error.reason)).toBe('DEFECT')

  const keys = `k1:${hex.k1},k2:${hex.k2}`
  const broken = rotate(keys)
  const before = await stale(both.newestSeal)
  while ((await stale(both.newestSeal)) > before - 100 && broken.process.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 5))
  broken.process.kill('SIGKILL')
  await broken.ended
  const left = await stale(both.newestSeal)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(before)
  // In the middle of the rotation, a server with both keys opens every value.
  expect((await (await filesWith(both, lin.token)).viewFile({ fileId })).bytes).toEqual(seen.bytes)

  const { code, output } = await rotate(keys).ended
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining(`✓ file.sealed_key: 重新加密 ${left} 项，没有密钥能打开的 0 项`),
  })
  for (const column of sealedColumns) expect({ column, stale: await stale(both.newestSeal, column) }).toEqual({ column, stale: 0 })
  expect((await (await filesWith(second, lin.token)).viewFile({ fileId })).bytes).toEqual(seen.bytes)
  const totp = (await owner.query<{ totp_sealed: Buffer }>('select totp_sealed from staff')).rows[0]
  expect(second.open(`staff|totp_sealed|${member?.id}`, totp?.totp_sealed ?? Buffer.alloc(0))).toBe('JBSWY3DPEHPK3PXP')
  const mobiles = await owner.query<{ id: string; mobile_sealed: Buffer }>('select id, mobile_sealed from app_user')
  for (const { id, mobile_sealed } of mobiles.rows) expect(second.open(`app_user|mobile_sealed|${id}`, mobile_sealed)).toMatch(/^138\d{8}$/)
  expect((await rotate(keys).ended).output).toContain('file.sealed_key: 重新加密 0 项')
  const noted = await mall.db.selectFrom('audit_log').select('facts').where('action', '=', 'rotate keys').orderBy('id').execute()
  expect(noted.map(({ facts }) => facts)).toMatchObject([
    { to: 'k2', left: 0, 'file.sealed_key': left },
    { to: 'k2', left: 0, 'file.sealed_key': 0 },
  ])
})

test('values that no key opens are counted, kept and reported; invalid key settings are refused', async () => {
  const stranger = createKeys(secret, [{ id: 'k9', key: randomBytes(32) }])
  const id = randomUUID()
  const sealed = stranger.seal(mall.moment(), `sms_outbox|sealed|${id}`, 'text')
  await owner.query('insert into sms_outbox (id, mobile_masked, sealed, at) values ($1, $2, $3, now())', [id, '138****0000', sealed])
  const { code, output } = await rotate(`k2:${hex.k2}`).ended
  expect(output).toContain('✗ sms_outbox.sealed: 重新加密 0 项，没有密钥能打开的 1 项')
  expect(code).toBe(1)
  expect((await owner.query<{ sealed: Buffer }>('select sealed from sms_outbox where id = $1', [id])).rows[0]?.sealed).toEqual(sealed)
  for (const [given, met] of [
    ['', '缺少 SEAL_KEYS'],
    ['k2', 'SEAL_KEYS 应为'],
    ['k2:abcd', '至少需要 32 字节'],
    [`k2:${hex.k2},k2:${hex.k1}`, '重复的编号'],
  ] as const)
    expect(await rotate(given).ended).toEqual({ code: 2, output: expect.stringContaining(met) })
})
