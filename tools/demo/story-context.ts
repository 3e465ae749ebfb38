import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { DEMO_PASSWORD, OPS } from './people.ts'

/** The clock of the stories: they begin in the past and end today. */
export interface StoryClock {
  now: Date
}

/** The environment of the stories: a server of their own, whose clock they set. */
export interface StoryContext {
  http: FastifyInstance
  clock: StoryClock
  db: Db
  keys: Keys
}

export const yuan = (amount: number): Fen => fen(amount * 100)

export async function logIn({ http }: StoryContext, mobile: string): Promise<TestUser> {
  const { token } = await createTestUser(http).api.security.loginByMobile({ mobile, pwd: DEMO_PASSWORD })
  return createTestUser(http, token)
}

export async function staffLogIn({ http }: StoryContext, email: string = OPS): Promise<TestUser> {
  const { token } = await createTestUser(http).api.staff.logIn({ email, pwd: DEMO_PASSWORD })
  return createTestUser(http, token)
}

export const advanceClock = ({ clock }: StoryContext, hours: number): void => {
  clock.now = new Date(clock.now.getTime() + hours * 3_600_000)
}

const PICTURES = path.join(import.meta.dirname, '../../storefront/public/goods')

/** A photo of goods, as a buyer would take one. */
export const goodsPhoto = (image: string): Blob => toBlob(readFileSync(path.join(PICTURES, image, '2-960.webp')), 'image/webp')
