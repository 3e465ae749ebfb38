import { expect, test } from 'vitest'
import { formatAuditObjectKind, formatAuditReason, toAuditDetails } from './audit-view.ts'

test('audit details are labelled and omit values that have a column of their own', () => {
  const facts = [
    { name: 'enterpriseId', value: 'e1' },
    { name: 'userId', value: 'u1' },
    { name: 'baseLimit', value: '5000' },
    { name: 'roles', value: '["support","admin","gone"]' },
    { name: 'codes', value: '["orderView","comment"]' },
    { name: 'working', value: 'false' },
    { name: 'unheardOf', value: 'null' },
  ]
  expect(toAuditDetails({ facts, objectId: 'u1', enterpriseId: 'e1' })).toEqual([
    { label: '固定额度', value: '5000' },
    { label: '角色', value: '客服、管理员、gone' },
    { label: '权限', value: '查看订单、评论管理' },
    { label: '是否上班', value: '否' },
    { label: 'unheardOf', value: '无' },
  ])
})

test('codes are shown as text, ids shortened, lists as their items or their number', () => {
  const id = '01a1ffc9-88cc-70ee-98b6-698dab18ecb4'
  const facts = [
    { name: 'step', value: 'senior' },
    { name: 'way', value: 'grant' },
    { name: 'giftSkuId', value: id },
    { name: 'templateIds', value: JSON.stringify([id, id]) },
    { name: 'events', value: '["order.paid","order.sent"]' },
    { name: 'addresses', value: '[]' },
    { name: 'at', value: '2026-11-17T01:14:00.268Z' },
    { name: 'total', value: '5000' },
    { name: 'place', value: '' },
  ]
  expect(toAuditDetails({ facts, objectId: null, enterpriseId: null }).map(({ value }) => value)).toEqual([
    ...['高级认证', '系统发放', '…ab18ecb4', '2 项', 'order.paid、order.sent', '无', '2026-11-17 09:14', '5000', '未填写'],
  ])
})

test('a refusal reason is shown with the text that the caller received', () => {
  expect(formatAuditReason({ reason: 'STAFF_ONLY' })).toBe('您没有该操作的权限')
  expect(formatAuditReason({ reason: 'toString' })).toBe('toString')
  expect(formatAuditReason({ reason: null })).toBeUndefined()
})

test('an unknown kind of object is shown as a generic object', () => {
  expect(formatAuditObjectKind({ objectKind: 'order' })).toBe('订单')
  expect(formatAuditObjectKind({ objectKind: 'thing' })).toBe('对象')
})
