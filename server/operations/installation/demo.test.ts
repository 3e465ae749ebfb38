import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { hashPassword, registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import { type ChildProgram, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { type Mall, openMall } from '#server/platform/testing/mall.ts'
import {
  markDatabaseAsDemo,
  publishedDemoEmails,
  publishedDemoMobiles,
  publishedDemoPassword,
  requireDemoAllowed,
  requireNoDemoAccountsInProduction,
} from './public.ts'

const secret = randomBytes(32)
const folder = mkdtempSync(path.join(tmpdir(), 'mall-published-'))
const started: ChildProgram[] = []
afterAll(async () => {
  for (const program of started) {
    program.send('SIGKILL')
    await program.ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const sms = ['KEY_ID', 'KEY_SECRET', 'SIGN_NAME', 'TEMPLATE_CODE', 'TEMPLATE_KNOWN', 'TEMPLATE_INVITATION', 'TEMPLATE_ALERT']
const production = { NODE_ENV: 'production', ...Object.fromEntries(sms.map((name) => [`SMS_${name}`, 'x'])) }

async function start(
  mall: Mall,
  environment: Record<string, string>,
  args: string[] = [],
  script = 'server/main.ts',
): Promise<ChildProgram> {
  const given = { DATABASE_URL: mall.appUrl, MALL_SECRET: secret.toString('hex'), PORT: String(await findFreePort()), LOG_LEVEL: 'info' }
  const program = startChildProgram(script, { ...given, DATA_DIR: folder, ...environment }, {}, args)
  started.push(program)
  return program
}

async function expectRefusal(program: ChildProgram, sentence: RegExp): Promise<void> {
  const { code, output, complaints } = await program.ended
  expect(complaints).toMatch(sentence)
  expect({ code, output, lines: complaints.trim().split('\n').length }).toEqual({ code: 1, output: '', lines: 1 })
}
const IN_PRODUCTION = /数据库里有演示数据，演示账号的密码是公开的：生产环境请用新的空数据库/
const TO_OTHERS = /HOST=0\.0\.0\.0 会把演示商城开放给其他机器/

const serves = async (program: ChildProgram) => {
  await program.says('"listening"')
  program.send('SIGTERM')
  expect((await program.ended).code).toBe(0)
}

test.each(['server/main.ts', 'tools/start.ts'])('a database filled with the demo is not served in production (%s)', async (script) => {
  const mall = await openMall({ secret })
  await markDatabaseAsDemo(mall.db, mall.moment(), mall.keys)
  await expectRefusal(await start(mall, production, [], script), IN_PRODUCTION)
  // Not even where somebody says yes to the demo.
  await expectRefusal(await start(mall, production, ['--yes-demo'], script), IN_PRODUCTION)
})

const serveInProduction = (mall: Mall) =>
  requireNoDemoAccountsInProduction(mall.db, mall.moment(), { keys: mall.keys, host: '127.0.0.1', production: true, yesDemo: false })

/** Databases that were filled before that was remembered. */
test.each<[string, (mall: Mall) => Promise<unknown>]>([
  [
    'its operator',
    (mall) =>
      mall.runInTransaction((tx) =>
        insertStaff(tx, mall.moment(), { email: publishedDemoEmails.ops, name: '运营', roles: ['admin'], passwordHash: 'x' }),
      ),
  ],
  [
    'a member who is let in with the published password',
    async (mall) => {
      const passwordHash = await hashPassword(mall.keys, publishedDemoPassword)
      await mall.runInTransaction((tx) =>
        registerUserWithEnterprise(tx, mall.moment(), {
          keys: mall.keys,
          user: { mobile: publishedDemoMobiles.main, userName: '林', passwordHash },
          openAccounts: createLedgerAccountsOfEnterprise,
        }),
      )
    },
  ],
])('a demo database from an older version is recognised by %s', async (_, fill) => {
  const mall = await openMall({ secret })
  await serveInProduction(mall)
  await fill(mall)
  await expect(serveInProduction(mall)).rejects.toThrow(IN_PRODUCTION)
  // And remembered, whatever becomes of the account.
  await mall.runInTransaction((tx) => tx.updateTable('staff').set({ email: 'other@mall.cn' }).execute())
  await mall.runInTransaction((tx) => tx.updateTable('app_user').set({ password_hash: null }).execute())
  await expect(serveInProduction(mall)).rejects.toThrow(IN_PRODUCTION)
})

test('a user with a demo mobile number but his own password is not taken for the demo', async () => {
  const mall = await openMall({ secret })
  const passwordHash = await hashPassword(mall.keys, 'Own7secret')
  await mall.runInTransaction((tx) =>
    registerUserWithEnterprise(tx, mall.moment(), {
      keys: mall.keys,
      user: { mobile: publishedDemoMobiles.main, userName: '真人', passwordHash },
      openAccounts: createLedgerAccountsOfEnterprise,
    }),
  )
  await serveInProduction(mall)
})

test('the demo listens to other machines only with --yes-demo', async () => {
  const mall = await openMall({ secret })
  await serves(await start(mall, { HOST: '0.0.0.0' }))
  await markDatabaseAsDemo(mall.db, mall.moment(), mall.keys)
  await expectRefusal(await start(mall, { HOST: '0.0.0.0' }), TO_OTHERS)
  await serves(await start(mall, { HOST: '0.0.0.0' }, ['--yes-demo']))
  await serves(await start(mall, {}))
  const empty = await openMall({ secret })
  // People without second factors are the demo's too.
  await expectRefusal(await start(empty, { HOST: '0.0.0.0', DEMO: '1' }), TO_OTHERS)
})

test('npm start refuses it before creating any files', async () => {
  const program = startChildProgram('tools/start.ts', {
    HOST: '0.0.0.0',
    PORT: String(await findFreePort()),
    DATA_DIR: path.join(folder, 'none'),
  })
  started.push(program)
  await expectRefusal(program, TO_OTHERS)
  expect(existsSync(path.join(folder, 'none'))).toBe(false)
})

test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('%s is a local address, which the demo may listen on', (host) =>
  expect(() => requireDemoAllowed({ host, yesDemo: false })).not.toThrow(),
)
test.each(['0.0.0.0', '::', '192.168.1.8', '10.0.0.1', 'fe80::1', 'mall.example', '::ffff:10.0.0.1', '0'])(
  '%s is not a local address and needs --yes-demo',
  (host) => {
    expect(() => requireDemoAllowed({ host, yesDemo: false })).toThrow('--yes-demo')
    expect(() => requireDemoAllowed({ host, yesDemo: true })).not.toThrow()
  },
)
