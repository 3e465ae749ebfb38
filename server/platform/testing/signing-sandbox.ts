import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { readOrCreateESignatureCredentials } from '#sandbox/e-signature/credentials.ts'
import { openSigningSandbox } from '#sandbox/e-signature/provider.ts'
import { createFascESignature } from '#server/adapters/e-signature/public.ts'
import { createUnifiedSocialCreditCode } from './identity-documents.ts'
import type { Buyer, Mall } from './mall.ts'

/** A lost notice is sent again after the story has ended. */
const LOST_FOR_A_STORY = 1_000

/** Starts the local provider of electronic signatures, and connects a mall with it. Notices reach the mall if it listens. */
export async function connectSigningSandbox(mall: Mall) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-signing-'))
  const sandbox = await openSigningSandbox({ folder, port: 0, now: () => mall.clock.now, secondsScale: LOST_FOR_A_STORY })
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { appId, appSecret, openCorpId } = readOrCreateESignatureCredentials(folder)
  const account = { appId, appSecret, openCorpId, base: sandbox.base }
  mall.services.eSignature = createFascESignature(account, () => mall.moment().newId().replaceAll('-', ''))
  return Object.assign(sandbox, { account })
}

let verified = 0
/** Gives a company the verified credit code by which the provider knows it. */
export async function verifyCreditCode(mall: Mall, { enterpriseId, userId }: Buyer): Promise<void> {
  const moment = mall.moment()
  const id = moment.newId()
  const creditCode = createUnifiedSocialCreditCode(`91440300MA6${String(++verified).padStart(6, '0')}`)
  const payload = { enterpriseName: '', creditCode }
  await mall.db
    .insertInto('verification_submission')
    .values({
      enterprise_id: enterpriseId,
      id,
      step: 'enterprise',
      state: 'PASS',
      user_id: userId,
      sealed: mall.keys.seal(moment, `verification_submission|sealed|${id}`, JSON.stringify(payload)),
      masked: '[]',
      company_masked: '',
      checks: '[]',
      submitted_at: moment.now,
      reviewed_at: moment.now,
      expected_day: '2026-11-18',
    })
    .execute()
}
