// Writes the table `former_secret`, and in `installation` which secrets are accepted.
import { recomputeMobileClaimsOfAllUsers } from '#server/people/identity/public.ts'
import { recomputeVerificationDigests } from '#server/people/verification/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { areSameDigests, type FormerSecret, type Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { resealOldValues } from '#server/platform/core/reseal.ts'
import { sealedColumns } from './sealed-columns.ts'

/** The row and column for which the keys of a former secret are sealed. */
export const formatFormerSecretSealPlace = (id: string) => `former_secret|keys_sealed|${id}`

/**
 * The result of a run of the exchange. `prepared`, `finished`: its two halves. `returning`, `givenUp`, `cleared`: the steps of giving it up.
 * `none`: there is nothing to do.
 */
export interface MallSecretExchangeResult {
  phase: 'prepared' | 'finished' | 'returning' | 'givenUp' | 'cleared' | 'none'
  /** Lines for the operator, each with whether its condition holds. */
  steps: { what: string; ok: boolean }[]
}

/** Returns which half of the exchange these secrets select. Refuses other combinations with `ConfigError`. */
async function findPhase(db: Db, keys: Keys): Promise<MallSecretExchangeResult['phase']> {
  const row = await db.selectFrom('installation').select(['secret_check', 'next_check']).executeTakeFirstOrThrow()
  if (areSameDigests(row.secret_check, keys.secretCheck)) {
    if (keys.otherSecretCheck === undefined) return 'none'
    return 'prepared'
  }
  if (keys.otherSecretCheck !== undefined)
    throw new ConfigError('所有服务都换用新的 MALL_SECRET 之后，先去掉 MALL_SECRET_OTHER 并逐台重启，再运行一次')
  return 'finished'
}

/**
 * Which part of giving the exchange up these secrets ask for: the next secret with the old one beside it, the old one with the next one
 * beside it, or the old one alone. Refuses with `ConfigError` what is none.
 */
async function findExchangePhase(db: Db, keys: Keys): Promise<MallSecretExchangeResult['phase']> {
  const { secret_check, next_check } = await db.selectFrom('installation').select(['secret_check', 'next_check']).executeTakeFirstOrThrow()
  const other = keys.otherSecretCheck
  if (!areSameDigests(secret_check, keys.secretCheck)) {
    if (other !== undefined && areSameDigests(secret_check, other)) return 'returning'
    throw new ConfigError('要放弃更换，先把旧的设为 MALL_SECRET_OTHER，逐台重启')
  }
  if (other === undefined) {
    const made = await db.selectFrom('former_secret').select('id').where('id', '<>', keys.exportForLater().id).executeTakeFirst()
    return made ? 'cleared' : 'none'
  }
  return next_check && areSameDigests(next_check, other) ? 'givenUp' : 'none'
}

/** Keeps the keys of a secret that are needed after it has gone. */
async function saveFormerSecret(db: Db, moment: Moment, { keys, former }: { keys: Keys; former: FormerSecret }): Promise<void> {
  const sealed = keys.seal(moment, formatFormerSecretSealPlace(former.id), JSON.stringify(former.keys))
  await db
    .insertInto('former_secret')
    .values({ id: former.id, keys_sealed: sealed, since: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the database then says of its secrets; undefined: the same as before. */
function findNewRecord(
  phase: MallSecretExchangeResult['phase'],
  keys: Keys,
): { secret_check?: Buffer; next_check: Buffer | null } | undefined {
  if (phase === 'prepared') return { next_check: keys.otherSecretCheck ?? null }
  if (phase === 'finished') return { secret_check: keys.secretCheck, next_check: null }
  return phase === 'givenUp' ? { next_check: null } : undefined
}

/** Reseals values that are sealed with the key of the secret itself with the newest of SEAL_KEYS. */
async function resealAll(db: Db, moment: Moment, keys: Keys): Promise<MallSecretExchangeResult['steps']> {
  const steps: MallSecretExchangeResult['steps'] = []
  for (const sealed of sealedColumns) {
    const { resealed, lost } = await resealOldValues(db, moment, { keys, sealed })
    steps.push({ what: `${sealed.table}.${sealed.column}: 重新加密 ${resealed} 项，没有密钥能打开的 ${lost} 项`, ok: lost === 0 })
  }
  return steps
}

async function recomputeAll(
  db: Db,
  moment: Moment,
  { keys, drop }: { keys: Keys; drop: boolean },
): Promise<MallSecretExchangeResult['steps']> {
  const work = { mobile_claim: recomputeMobileClaimsOfAllUsers, verification_submission: recomputeVerificationDigests }
  const steps: MallSecretExchangeResult['steps'] = []
  for (const [table, recompute] of Object.entries(work)) {
    const { written, dropped, lost } = await recompute(db, moment, { keys, drop })
    steps.push({ what: `${table}: 重新计算 ${written} 项，删去 ${dropped} 项，没有密钥能打开的 ${lost} 项`, ok: lost === 0 })
  }
  return steps
}

/**
 * Runs one half of the exchange of MALL_SECRET, which may be stopped and restarted while servers run; refuses with `ConfigError` if there
 * are no SEAL_KEYS. With the old secret and the next one, it adds what the next one needs (claims under its digests, and the remaining keys
 * of the old one, sealed), and then the database accepts the next one. With only the next one, it removes what only the old one needs, and
 * then the database rejects the old one. `giveUp` reverses the first half before the second has run.
 */
export async function runMallSecretExchangePhase(
  db: Db,
  moment: Moment,
  { keys, giveUp = false }: { keys: Keys; giveUp?: boolean },
): Promise<MallSecretExchangeResult> {
  if (keys.sealKeyChecks.size === 0) throw new ConfigError('更换 MALL_SECRET 之前先设置 SEAL_KEYS：它加密的内容要能不靠 MALL_SECRET 打开')
  const phase = await (giveUp ? findExchangePhase(db, keys) : findPhase(db, keys))
  if (phase === 'none') return { phase, steps: [] }
  // What a server with the next secret has made is compared with its keys also after it was given up.
  const former = phase === 'givenUp' ? keys.exportOtherForLater() : keys.exportForLater()
  if (former && (phase === 'prepared' || phase === 'givenUp')) await saveFormerSecret(db, moment, { keys, former })
  const drop = phase === 'finished' || phase === 'cleared'
  const steps = [...(await resealAll(db, moment, keys)), ...(await recomputeAll(db, moment, { keys, drop }))]
  if (steps.every(({ ok }) => ok))
    await runInTransaction(db, async (tx) => {
      const record = findNewRecord(phase, keys)
      if (record) await tx.updateTable('installation').set(record).execute()
      const origin = { requestId: moment.newId(), ip: 'rotate-secret' }
      const facts = Object.fromEntries(steps.map(({ what }) => what.split(': ')))
      await recordAudit(tx, moment, { origin, actor: { kind: 'system' }, action: `rotate secret: ${phase}`, facts })
    })
  return { phase, steps }
}
