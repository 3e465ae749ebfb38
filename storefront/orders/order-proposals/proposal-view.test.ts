import { expect, test } from 'vitest'
import { parseProposalFilter, proposalStatusNote } from './proposal-view.ts'

test('the address filters the list, and invalid parameters are ignored', () => {
  expect(parseProposalFilter({ state: 'SENT', page: '2' })).toEqual({ state: 'SENT', pageNo: 2 })
  expect(parseProposalFilter({ state: 'toString', page: 'x' })).toEqual({ pageNo: 1 })
})

test('a row says where it stands without the reason, which only its page has', () => {
  const row = { validUntil: '2026-12-01', preparedBy: '小岩' }
  expect(proposalStatusNote({ ...row, state: 'SENT' })).toContain('12月1日（含）前可确认')
  expect(proposalStatusNote({ ...row, state: 'DECLINED' })).toBe('没有下单')
  expect(proposalStatusNote({ ...row, state: 'DECLINED', reason: '改型' })).toBe('没有下单：改型')
})
