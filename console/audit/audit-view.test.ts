import { expect, test } from 'vitest'
import { sayFacts, sayObjectKind, sayReason } from './audit-view.ts'

test('facts are told by their names, without what stands in its own column', () => {
  const facts = [
    { name: 'enterpriseId', value: 'e1' },
    { name: 'userId', value: 'u1' },
    { name: 'baseLimit', value: '5000' },
    { name: 'roles', value: '["support","admin","gone"]' },
    { name: 'working', value: 'false' },
    { name: 'unheardOf', value: 'null' },
  ]
  expect(sayFacts({ facts, objectId: 'u1', enterpriseId: 'e1' })).toEqual([
    { label: '固定额度', value: '5000' },
    { label: '角色', value: '客服、管理员、gone' },
    { label: '是否上班', value: '否' },
    { label: 'unheardOf', value: '无' },
  ])
})

test('a refusal is told in the words in which it was given', () => {
  expect(sayReason({ reason: 'STAFF_ONLY' })).toBe('您没有该操作的权限')
  expect(sayReason({ reason: 'toString' })).toBe('toString')
  expect(sayReason({ reason: null })).toBeUndefined()
})

test('an object of an unknown kind is an object', () => {
  expect(sayObjectKind({ objectKind: 'order' })).toBe('订单')
  expect(sayObjectKind({ objectKind: 'thing' })).toBe('对象')
})
