import { refuse } from '#contract/platform/core/refusals.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInSeparateTransaction } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { type RateLimit, readRateCount, tryConsumeRateLimit } from '#server/platform/rate-limits/public.ts'
import { isSecretOfPunchOutSetup, type PunchOutSetupRecord, recordPunchOutSetupUse } from './setup-store.ts'

const WINDOW_MS = 15 * 60_000
/** Wrong secrets for one login from one address. Others cannot lock a company out, because theirs is another address. */
const LOGIN_LIMIT: RateLimit = { name: 'punch-out login', max: 5, windowMs: WINDOW_MS, lockMs: WINDOW_MS }
/** The precision of the last use. A higher one would need a write for each visit. */
const USED_EVERY_MS = 60_000

export interface PunchOutLogin {
  /** The login as it was sent, by which wrong tries are counted: the user name, or the identities. */
  name: string
  secret: string
  /** Finds the setups that the login may belong to: those with the digest of a secret, or without one some of those with the name. */
  findSetups: (digest?: Buffer) => Promise<readonly PunchOutSetupRecord[]>
  origin: RequestOrigin
  /** The key by which the address is counted. */
  address: string
  /** Wrong secrets from one address, for any logins. */
  failuresMax: number
}

const addressLimit = ({ failuresMax: max }: PunchOutLogin): RateLimit => ({ name: 'punch-out address', max, windowMs: WINDOW_MS })

async function recordWrongTry(db: Db, moment: Moment, login: PunchOutLogin): Promise<void> {
  const { name, origin, address } = login
  const [only, ...others] = await login.findSetups()
  await runInSeparateTransaction(db, async (tx) => {
    await tryConsumeRateLimit(tx, moment, addressLimit(login), { subject: sha256(address) })
    await tryConsumeRateLimit(tx, moment, LOGIN_LIMIT, { subject: sha256(name), source: address })
    // Names that nobody has would fill the log.
    if (!only) return
    const enterprise = others.length === 0 ? { enterpriseId: only.enterpriseId } : {}
    await recordAudit(tx, moment, { origin, actor: { kind: 'guest', ...enterprise }, action: 'punch-out login', outcome: 'refused' })
  })
}

/**
 * Returns the setup whose login this is. A wrong one is counted, and after five of them even the right one is refused for a while, and so is
 * every login from an address with too many. Refuses PUNCH_OUT_LOGIN, PUNCH_OUT_LOCKED with the same texts for unknown names, wrong secrets
 * and setups that are switched off.
 */
export async function authenticatePunchOut(db: Db, moment: Moment, login: PunchOutLogin): Promise<PunchOutSetupRecord> {
  const { name, secret, origin, address, failuresMax } = login
  if ((await readRateCount(db, moment, addressLimit(login), { subject: sha256(address) })) >= failuresMax) refuse('PUNCH_OUT_LOCKED')
  if ((await readRateCount(db, moment, LOGIN_LIMIT, { subject: sha256(name), source: address })) >= LOGIN_LIMIT.max)
    refuse('PUNCH_OUT_LOCKED')
  const digest = sha256(secret)
  const setup = (await login.findSetups(digest)).find((one) => isSecretOfPunchOutSetup(one, moment, digest))
  const open = setup?.active === true && (await findEnterprise(db, setup.enterpriseId))?.status === 1
  if (!setup || !open) {
    await recordWrongTry(db, moment, login)
    return refuse('PUNCH_OUT_LOGIN')
  }
  const seen = setup.lastUsedAt?.getTime() ?? 0
  if (moment.now.getTime() - seen > USED_EVERY_MS) await recordPunchOutSetupUse(db, moment, setup.enterpriseId, origin.ip)
  return setup
}
