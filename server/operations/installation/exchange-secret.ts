// Writes the table `former_secret`, and in `installation` which secrets are accepted.
import { recomputeMobileClaims } from '#server/people/identity/public.ts'
import { recomputeVerificationDigests } from '#server/people/verification/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { areSameDigests, type Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { resealOldValues } from '#server/platform/core/reseal.ts'
import { sealedColumns } from './sealed-columns.ts'

/** The row and column for which the keys of a former secret are sealed. */
export const placeOfFormerSecret = (id: string) => `former_secret|keys_sealed|${id}`

/** The result of a run of the exchange. `phase` 'none': there is nothing to do. */
export interface SecretExchange {
  phase: 'prepared' | 'finished' | 'none'
  /** Lines for the operator, each with whether its condition holds. */
  steps: { what: string; ok: boolean }[]
}

/** Returns which half of the exchange these secrets select. Refuses other combinations with `ConfigError`. */
async function findPhase(db: Db, keys: Keys): Promise<SecretExchange['phase']> {
  const row = await db.selectFrom('installation').select(['secret_check', 'next_check']).executeTakeFirstOrThrow()
  if (areSameDigests(row.secret_check, keys.secretCheck)) {
    if (keys.otherSecretCheck === undefined) return 'none'
    return 'prepared'
  }
  if (keys.otherSecretCheck !== undefined)
    throw new ConfigError('所有服务都换用新的 MALL_SECRET 之后，先去掉 MALL_SECRET_OTHER 并逐台重启，再运行一次')
  return 'finished'
}

/** Reseals values that are sealed with the key of the secret itself with the newest of SEAL_KEYS. */
async function resealAll(db: Db, moment: Moment, keys: Keys): Promise<SecretExchange['steps']> {
  const steps: SecretExchange['steps'] = []
  for (const sealed of sealedColumns) {
    const { resealed, lost } = await resealOldValues(db, moment, { keys, sealed })
    steps.push({ what: `${sealed.table}.${sealed.column}: ${resealed} sealed anew, ${lost} that no key opens`, ok: lost === 0 })
  }
  return steps
}

async function recomputeAll(db: Db, moment: Moment, { keys, drop }: { keys: Keys; drop: boolean }): Promise<SecretExchange['steps']> {
  const work = { mobile_claim: recomputeMobileClaims, verification_submission: recomputeVerificationDigests }
  const steps: SecretExchange['steps'] = []
  for (const [table, recompute] of Object.entries(work)) {
    const { written, dropped, lost } = await recompute(db, moment, { keys, drop })
    steps.push({ what: `${table}: ${written} computed anew, ${dropped} dropped, ${lost} that no key opens`, ok: lost === 0 })
  }
  return steps
}

/**
 * Runs one half of the exchange of MALL_SECRET; the secrets of this process select the half. With the old secret and the next one beside
 * it, it adds what the next one needs: claims under its digests, and the remaining keys of the old one, sealed. With only the next one, it
 * removes what only the old one needs. Either half may be stopped and restarted while servers run. The database accepts the next secret,
 * and rejects the old one, only after every step has succeeded. Refuses with `ConfigError` if there are no SEAL_KEYS.
 */
export async function exchangeSecret(db: Db, moment: Moment, keys: Keys): Promise<SecretExchange> {
  if (keys.sealKeyChecks.size === 0) throw new ConfigError('更换 MALL_SECRET 之前先设置 SEAL_KEYS：它加密的内容要能不靠 MALL_SECRET 打开')
  const phase = await findPhase(db, keys)
  if (phase === 'none') return { phase, steps: [] }
  const former = keys.exportForLater()
  if (phase === 'prepared')
    await db
      .insertInto('former_secret')
      .values({
        id: former.id,
        keys_sealed: keys.seal(moment, placeOfFormerSecret(former.id), JSON.stringify(former.keys)),
        since: moment.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const drop = phase === 'finished'
  const steps = [...(await resealAll(db, moment, keys)), ...(await recomputeAll(db, moment, { keys, drop }))]
  if (steps.every(({ ok }) => ok))
    await runInTransaction(db, async (tx) => {
      const next = drop ? { secret_check: keys.secretCheck, next_check: null } : { next_check: keys.otherSecretCheck ?? null }
      await tx.updateTable('installation').set(next).execute()
      const origin = { requestId: moment.newId(), ip: 'rotate-secret' }
      const facts = Object.fromEntries(steps.map(({ what }) => what.split(': ')))
      await recordAudit(tx, moment, { origin, actor: { kind: 'system' }, action: `rotate secret: ${phase}`, facts })
    })
  return { phase, steps }
}
