import { maskMobile } from '#contract/people/identity/masking.ts'
import {
  type ConsoleInquiry,
  type consoleInquiryEndpoints,
  INQUIRY_RATE_LIMITS,
  type inquiryEndpoints,
} from '#contract/people/inquiry/api.ts'
import { inquiryTopics } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { requireRightCaptchaResult, verifyAndConsumeCaptcha } from '#server/people/identity/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import {
  type InquiryAuthor,
  insertInquiry,
  listInquiriesForConsole,
  listOwnInquiries,
  lockAndCountInquiriesOfSource,
  recordInquiryAnsweredOrClosed,
  requireSealedMobileOfInquiry,
} from './inquiries.ts'

const placeOf = (id: string) => `inquiry|mobile_sealed|${id}`

const askerOf = (caller: Caller): InquiryAuthor =>
  caller.kind === 'member' ? { enterpriseId: caller.enterpriseId, userId: caller.userId } : undefined

type Submitted = InputOf<typeof inquiryEndpoints.submit>

/** Saves an inquiry, unless the same person, or the same address for guests, has reached the limit. */
async function saveInquiry(
  tx: Tx,
  moment: Moment,
  { keys, asker, address, given }: { keys: Keys; asker: InquiryAuthor; address: string; given: Submitted },
): Promise<void> {
  const source = keys.hmac('request', `inquiry ${asker ? asker.userId : address}`)
  const [max, hours] = asker ? [INQUIRY_RATE_LIMITS.memberPerDay, 24] : [INQUIRY_RATE_LIMITS.guestPerHour, 1]
  if ((await lockAndCountInquiriesOfSource(tx, source, addHours(moment.now, -hours))) >= max) refuse('INQUIRY_TOO_MANY')
  const id = moment.newId()
  const { name, mobile, topic, text } = given
  const sealed = { mobileSealed: keys.seal(moment, placeOf(id), mobile), mobileMasked: maskMobile(mobile) }
  await insertInquiry(tx, moment, { id, asker, source, name, topic, text, ...sealed })
}

export const createInquiryHandlers = (keys: Keys): Handlers<typeof inquiryEndpoints> => ({
  submit: async (given, { caller, moment, visitor, writeSeparately, write }) => {
    const asker = askerOf(caller)
    if (!asker) {
      const { imageKey, imageCode } = given
      if (imageKey === undefined || imageCode === undefined) refuse('CAPTCHA_NEEDED', { field: 'imageCode' })
      requireRightCaptchaResult(
        await writeSeparately((tx) => verifyAndConsumeCaptcha(tx, moment, { keys, purpose: 'inquiry', imageKey, imageCode })),
      )
    }
    await write((tx) => saveInquiry(tx, moment, { keys, asker, address: visitor.address, given }))
    return null
  },
  mine: (_, { db, caller }) => listOwnInquiries(db, caller),
})

export const createConsoleInquiryHandlers = (keys: Keys): Handlers<typeof consoleInquiryEndpoints> => ({
  list: async ({ pageNo, pageSize, ...filter }, { db }) => {
    const { rows, total } = await listInquiriesForConsole(db, { ...filter, ...toSlice({ pageNo, pageSize }) })
    const ids = [...new Set(rows.flatMap(({ enterpriseId }) => enterpriseId ?? []))]
    const names = new Map((await findEnterprises(db, ids)).map(({ id, name }) => [id, name]))
    const people = await listStaffNamesById(db)
    const dataList = rows.map(
      ({ userId: _, answeredBy, enterpriseId, ...rest }): ConsoleInquiry => ({
        ...rest,
        enterpriseId,
        enterpriseName: enterpriseId === null ? null : (names.get(enterpriseId) ?? null),
        answeredBy: answeredBy === null ? null : (people.get(answeredBy) ?? ''),
      }),
    )
    return { dataList, total }
  },
  mobile: async ({ id }, context) => {
    const mobile = keys.open(placeOf(id), await requireSealedMobileOfInquiry(context.db, id))
    await recordViewInAuditLog(context, { action: 'view inquiry mobile', objectKind: 'inquiry', objectId: id })
    return { mobile }
  },
  answer: async ({ id, text }, { caller, moment, write }) => {
    await write(async (tx) => {
      const { enterpriseId, userId, topic } = await recordInquiryAnsweredOrClosed(tx, moment, {
        id,
        state: 'ANSWERED',
        text,
        staffId: caller.staffId,
      })
      if (enterpriseId === null || userId === null) return
      const says = createMessageTextWithValues('inquiryAnswered', { topic: inquiryTopics[topic].label, words: text })
      const target = { screen: '/service_contact' as const, search: {} }
      await sendMessages(tx, moment, [{ enterpriseId, userIds: [userId], kind: 'system', says, target }])
    })
    return null
  },
  close: async ({ id, reason }, { caller, moment, write }) => {
    await write((tx) => recordInquiryAnsweredOrClosed(tx, moment, { id, state: 'CLOSED', text: reason, staffId: caller.staffId }))
    return null
  },
})
