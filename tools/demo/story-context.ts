import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { demoGoods } from './catalog/catalog.ts'
import { PICTURES_FOLDER } from './demo-pictures.ts'
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
  /** The sessions of staff, by their e-mail address, with the time of their login. */
  staffSessions: Map<string, { staff: TestUser; at: number }>
}

/** Staff work on for an hour before they log in again. */
const STAFF_SESSION_MS = 3_600_000

export async function logInDemoMember({ http }: StoryContext, mobile: string): Promise<TestUser> {
  const { token } = await createTestUser(http).api.security.loginByMobile({ mobile, pwd: DEMO_PASSWORD })
  return createTestUser(http, token)
}

export async function logInDemoStaff({ http, clock, staffSessions }: StoryContext, email: string = OPS): Promise<TestUser> {
  const at = clock.now.getTime()
  const open = staffSessions.get(email)
  if (open && at >= open.at && at - open.at < STAFF_SESSION_MS) return open.staff
  const { token } = await createTestUser(http).api.staff.logIn({ email, pwd: DEMO_PASSWORD })
  const staff = createTestUser(http, token)
  staffSessions.set(email, { staff, at })
  return staff
}

export const advanceDemoStoryClockByHours = ({ clock }: StoryContext, hours: number): void => {
  clock.now = new Date(clock.now.getTime() + hours * 3_600_000)
}

/** A photo of the goods that a part number belongs to, as a buyer would take one. */
export function readDemoGoodsPhotoBySkuCode(code: string): Blob {
  const goods = demoGoods.find(({ skus }) => skus.some((sku) => sku.code === code))
  if (!goods) throw new Error(`the demo catalog has no ${code}`)
  return toBlob(readFileSync(path.join(PICTURES_FOLDER, goods.slug, '2-960.webp')), 'image/webp')
}
