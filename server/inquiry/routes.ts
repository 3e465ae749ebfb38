import type { InputOf } from '../../contract/endpoint.ts'
import { maskMobile } from '../../contract/identity/masking.ts'
import { type ConsoleInquiry, type consoleInquiry, INQUIRY_LIMITS, type inquiry } from '../../contract/inquiry/api.ts'
import { inquiryTopics } from '../../contract/inquiry/inquiry-lifecycle.ts'
import { say } from '../../contract/messaging/texts/texts.ts'
import { refuse } from '../../contract/refusals.ts'
import { addHours } from '../../contract/shanghai.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/context.ts'
import { refuseUnlessRight, spendCaptcha } from '../identity/public.ts'
import { sendMessages } from '../messaging/public.ts'
import { listEnterprises } from '../organisation/public.ts'
import { audit } from '../platform/audit.ts'
import type { Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { staffNames } from '../staff/public.ts'
import { type Asker, countSince, endInquiry, insertInquiry, listInquiries, listOwn, readSealedMobile } from './inquiries.ts'

const placeOf = (id: string) => `inquiry|mobile_sealed|${id}`

const askerOf = (caller: Caller): Asker =>
  caller.kind === 'member' ? { enterpriseId: caller.enterpriseId, userId: caller.userId } : undefined

type Submitted = InputOf<typeof inquiry.submit>

/** Keeps what somebody asks, unless the same person, or the same address of guests, has asked too much already. */
async function keepInquiry(
  tx: Tx,
  moment: Moment,
  { keys, asker, ip, given }: { keys: Keys; asker: Asker; ip: string; given: Submitted },
): Promise<void> {
  const source = keys.hmac('request', `inquiry ${asker ? asker.userId : ip}`)
  const [most, hours] = asker ? [INQUIRY_LIMITS.memberPerDay, 24] : [INQUIRY_LIMITS.guestPerHour, 1]
  if ((await countSince(tx, source, addHours(moment.now, -hours))) >= most) refuse('INQUIRY_TOO_MANY')
  const id = moment.newId()
  const { name, mobile, topic, text } = given
  const sealed = { mobileSealed: keys.seal(moment, placeOf(id), mobile), mobileMasked: maskMobile(mobile) }
  await insertInquiry(tx, moment, { id, asker, source, name, topic, text, ...sealed })
}

export const inquiryHandlers = (keys: Keys): Handlers<typeof inquiry> => ({
  submit: async (given, { caller, moment, origin, apart, write }) => {
    const asker = askerOf(caller)
    if (!asker) {
      const { imageKey, imageCode } = given
      if (imageKey === undefined || imageCode === undefined) refuse('CAPTCHA_NEEDED', { field: 'imageCode' })
      refuseUnlessRight(await apart((tx) => spendCaptcha(tx, moment, { keys, purpose: 'inquiry', imageKey, imageCode })))
    }
    await write((tx) => keepInquiry(tx, moment, { keys, asker, ip: origin.ip, given }))
    return null
  },
  mine: (_, { db, caller }) => listOwn(db, caller),
})

export const consoleInquiryHandlers = (keys: Keys): Handlers<typeof consoleInquiry> => ({
  list: async ({ pageNo, pageSize, ...filter }, { db }) => {
    const { rows, total } = await listInquiries(db, { ...filter, limit: pageSize, offset: (pageNo - 1) * pageSize })
    const ids = [...new Set(rows.flatMap(({ enterpriseId }) => enterpriseId ?? []))]
    const names = new Map((await listEnterprises(db, ids)).map(({ id, name }) => [id, name]))
    const people = await staffNames(db)
    const dataList = rows.map(
      ({ userId: _, answeredBy, enterpriseId, ...rest }): ConsoleInquiry => ({
        ...{ ...rest, enterpriseId, enterpriseName: enterpriseId === null ? null : (names.get(enterpriseId) ?? null) },
        answeredBy: answeredBy === null ? null : (people.get(answeredBy) ?? ''),
      }),
    )
    return { dataList, total }
  },
  mobile: async ({ id }, { db, caller, moment, origin, apart }) => {
    const mobile = keys.open(placeOf(id), await readSealedMobile(db, id))
    const actor = { kind: 'staff', id: caller.staffId } as const
    await apart((tx) => audit(tx, moment, { origin, actor, action: 'view inquiry mobile', objectKind: 'inquiry', objectId: id }))
    return { mobile }
  },
  answer: async ({ id, text }, { caller, moment, write }) => {
    await write(async (tx) => {
      const { enterpriseId, userId, topic } = await endInquiry(tx, moment, { id, state: 'ANSWERED', text, staffId: caller.staffId })
      if (enterpriseId === null || userId === null) return
      const says = say('inquiryAnswered', { topic: inquiryTopics[topic].label, words: text })
      const target = { screen: '/service_contact' as const, search: {} }
      await sendMessages(tx, moment, [{ enterpriseId, userIds: [userId], kind: 'system', says, target }])
    })
    return null
  },
  close: async ({ id, reason }, { caller, moment, write }) => {
    await write((tx) => endInquiry(tx, moment, { id, state: 'CLOSED', text: reason, staffId: caller.staffId }))
    return null
  },
})
