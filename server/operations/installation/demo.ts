import { BlockList, isIP } from 'node:net'
import { findUserByMobileDigest, verifyPassword } from '#server/people/identity/public.ts'
import { hasStaffWithAnyEmail } from '#server/people/staff/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishedDemoEmails, publishedDemoMobiles, publishedDemoPassword } from './published-accounts.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host is reachable only from this machine. An unknown name counts as reachable from others. */
const isLoopback = (host: string): boolean => {
  const family = isIP(host)
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** Records that this database contains demo accounts. It is called before the first one is created. */
export async function markDatabaseAsDemo(db: Db, moment: Moment, keys: Keys): Promise<void> {
  await runInTransaction(db, (tx) =>
    tx
      .insertInto('installation')
      .values({ secret_check: keys.secretCheck, demo_at: moment.now })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ demo_at: moment.now }))
      .execute(),
  )
}

/** Whether a demo account exists: staff with a published e-mail address, or a member with a published password. */
async function hasPublishedAccounts(db: Db, keys: Keys): Promise<boolean> {
  if (await hasStaffWithAnyEmail(db, Object.values(publishedDemoEmails))) return true
  for (const mobile of Object.values(publishedDemoMobiles)) {
    const user = await findUserByMobileDigest(db, keys.hmac('mobile', mobile))
    if (user?.passwordHash && (await verifyPassword(keys, user.passwordHash, publishedDemoPassword))) return true
  }
  return false
}

/**
 * Whether a database was filled with demo data. An older database has no record of it; it is recognised by its accounts and then recorded.
 */
async function detectDemo(db: Db, moment: Moment, keys: Keys): Promise<boolean> {
  const row = await db.selectFrom('installation').select('demo_at').executeTakeFirst()
  if (row?.demo_at) return true
  if (!(await hasPublishedAccounts(db, keys))) return false
  await markDatabaseAsDemo(db, moment, keys)
  return true
}

interface Serving {
  host: string
  production: boolean
  /** The operator has confirmed that others may reach the demo. */
  yesDemo: boolean
}

/** Refuses to serve the demo to other machines unless the operator has confirmed it. Throws `ConfigError`. */
export function requireDemoAllowed({ host, yesDemo }: Pick<Serving, 'host' | 'yesDemo'>): void {
  if (isLoopback(host) || yesDemo) return
  throw new ConfigError(
    `HOST=${host} 会把演示商城开放给其他机器，而演示账号的密码是公开的；确实需要时请运行 npm start -- --yes-demo，否则去掉 HOST`,
  )
}

/** Refuses to serve a database with published passwords in production or to other machines. Throws `ConfigError`. */
export async function requireNoDemoAccountsInProduction(
  db: Db,
  moment: Moment,
  { keys, ...serving }: Serving & { keys: Keys },
): Promise<void> {
  if (!(await detectDemo(db, moment, keys))) return
  if (serving.production) throw new ConfigError('数据库里有演示数据，演示账号的密码是公开的：生产环境请用新的空数据库（DATABASE_URL）')
  requireDemoAllowed(serving)
}
