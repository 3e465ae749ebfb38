import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  findProtectedFigureOfMessageText,
  type MessageTextName,
  messageTextGroups,
} from '#contract/people/messaging/message-texts/texts.ts'
import type { Endpoint, EndpointGroup } from './endpoint.ts'
import { listOutputFieldsWithWithholdMarks } from './figure-fields.ts'
import { canMemberOrProgramSeeFigure, maskAmountsInText, protectedFigures } from './figures.ts'
import { isGuestAccess, type MemberPermissionCode, permissionCodes } from './permissions.ts'

const calls = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
  Object.entries<Endpoint>(api).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)
const isOpenToAll = ({ needs }: Endpoint) => needs === 'login' || needs === 'guest'

/** Amounts in the platform's own terms, which every member may see. */
const terms = [
  ...['coupon.list dataList.amount', 'coupon.list dataList.threshold', 'coupon.centre dataList.amount', 'coupon.centre dataList.threshold'],
  ...['amount', 'threshold'].map((name) => `member.status levels.coupons.${name}`),
  ...['amount', 'threshold'].map((name) => `member.status levels.gift.${name}`),
  'member.status levels.threshold',
  // The cards of goods: guests see them in every list, and a member who may not see goods gets none (home-sections.test.ts).
  ...['salePrice', 'creditPrice'].map((name) => `home.sections goods.${name}`),
]

test('calls open to every member show amounts only as marked figures or as terms of the platform', () => {
  const bare = calls
    .filter(({ endpoint }) => isOpenToAll(endpoint))
    .flatMap(({ name, endpoint }) =>
      listOutputFieldsWithWithholdMarks(endpoint.output).flatMap(({ path, withheld, isAmount }) =>
        isAmount && !withheld ? [`${name} ${path}`] : [],
      ),
    )
  expect([...new Set(bare)].filter((one) => !terms.includes(one))).toEqual([])
  expect(terms.filter((one) => !bare.includes(one))).toEqual([])
})

test('marked figures occur only in calls of members and never in stored or cached answers', () => {
  const marking = calls.filter(({ endpoint }) =>
    listOutputFieldsWithWithholdMarks(endpoint.output).some(({ withheld }) => withheld !== undefined),
  )
  expect(marking.length).toBeGreaterThan(10)
  for (const { name, endpoint } of marking) {
    expect({ name, kept: endpoint.idempotent, cached: endpoint.cached }).toEqual({ name, kept: false, cached: false })
    expect(isGuestAccess(endpoint.needs), name).toBe(false)
  }
})

describe('a figure', () => {
  test('is shown to the main account and to members with one of its permission codes only', () => {
    for (const [name, { codes }] of Object.entries(protectedFigures) as [
      keyof typeof protectedFigures,
      { codes: readonly MemberPermissionCode[] },
    ][]) {
      expect(canMemberOrProgramSeeFigure({ permCode: null }, name)).toBe(true)
      expect(canMemberOrProgramSeeFigure({ permCode: '' }, name)).toBe(false)
      expect(permissionCodes.filter((code) => canMemberOrProgramSeeFigure({ permCode: code }, name)).toSorted()).toEqual(
        [...codes].toSorted(),
      )
    }
  })

  test.each([
    ['2026-10 账单 ¥13,572.46 已逾期 3 天', '2026-10 账单 ¥*** 已逾期 3 天'],
    ['单笔限额 ¥500.25，本次 ¥1,554.26，超出 ¥1,054.01', '单笔限额 ¥***，本次 ¥***，超出 ¥***'],
    ['¥-12.00 与 ¥ 8', '¥*** 与 ¥***'],
    ['订单 202611180000000001，3 支', '订单 202611180000000001，3 支'],
  ])('is masked in a text: %s', (text, shown) => expect(maskAmountsInText(text)).toBe(shown))
})

test('every message text with an amount names its protected figure, except those about coupons', () => {
  const texts = Object.entries(messageTextGroups).flatMap(
    ([, group]) => Object.entries(group.texts) as [MessageTextName, { facts: Record<string, { sample: string }> }][],
  )
  const telling = texts.filter(([, { facts }]) => Object.values(facts).some(({ sample }) => sample.includes('¥')))
  const open = telling.flatMap(([name]) => (findProtectedFigureOfMessageText(name) === null ? [name] : []))
  expect(open.toSorted()).toEqual(['couponGiven', 'couponLapsing', 'couponsLapsing'])
})
