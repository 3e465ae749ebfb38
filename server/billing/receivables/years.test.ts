import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { TEMPLATE_DATABASE } from '#server/platform/testing/scratch-database.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

interface Received {
  digest: string
  zone: string
  tz: number
  statements: number
  lines: number
  interestDays: number
  entries: number
  wrongTotals: number
  missing: number
}

/** The same seed, the same orders and payments. SEED tries others. */
const SEED = Number(process.env.SEED ?? 36)

/** Lives the three years in a process whose zone is TZ, on a database of its own whose sessions’ zone is ZONE. */
async function live(zones: { TZ: string; ZONE: string; LAZY?: string }): Promise<Received & { books: object }> {
  const database = `mall_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('superUrl') })
  await admin.connect()
  await admin.query(`create database ${database} template ${TEMPLATE_DATABASE}`)
  const child = spawn(process.execPath, ['server/platform/testing/thirty-six-months.ts'], {
    env: { PATH: process.env.PATH ?? '', APP_URL: replaceDatabaseUrlParts(inject('appUrl'), { database }), SEED: String(SEED), ...zones },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let received = ''
  child.stdout.on('data', (text: Buffer) => (received += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  const books = await findInvariantBreaches(replaceDatabaseUrlParts(inject('ownerUrl'), { database }))
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
  expect(code).toBe(0)
  return { ...(JSON.parse(received) as Received), books }
}

/** Goal: 36 months with two 31→30 edges a year, a 29 February and three year ends are the same statements wherever process and database stand. */
test('three years give equal results in three process and two database time zones, jobs daily or every 37 days', async () => {
  const all = [
    { TZ: 'Asia/Shanghai', ZONE: 'America/New_York' },
    { TZ: 'America/New_York', ZONE: 'UTC', LAZY: '37' },
    { TZ: 'UTC', ZONE: 'UTC' },
    { TZ: 'America/New_York', ZONE: 'Asia/Shanghai' },
  ]
  const worlds = all.slice(0, selectByTestTier({ landing: 2, release: all.length }))
  const received: (Received & { books: object })[] = []
  for (let at = 0; at < worlds.length; at += 2) received.push(...(await Promise.all(worlds.slice(at, at + 2).map(live))))
  console.info(`years: seed ${SEED}`, received[0])
  expect(received.map(({ zone }) => zone)).toEqual(worlds.map(({ ZONE }) => ZONE))
  expect(received.map(({ tz }) => tz)).toEqual([-480, 240, 0, 240].slice(0, worlds.length))
  for (const one of received) expect(one).toMatchObject({ statements: received[0]?.statements, wrongTotals: 0, missing: 0, books: {} })
  expect(new Set(received.map(({ digest }) => digest)).size).toBe(1)
  expect(received[0]?.statements).toBe(4 * 36)
  expect(received[0]?.interestDays).toBeGreaterThan(300)
}, 600_000)
