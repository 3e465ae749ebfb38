import { expect, test } from 'vitest'
import { authStatuses } from '../../contract/verification/verification-status.ts'
import { currentStep, mayFill, showingOf, shownFacts } from './verification-view.ts'

test('every number of the specification shows each step as its name says', () => {
  const rows = [null, ...Object.keys(authStatuses).map(Number)].map((status) => [
    status,
    ...(['agent', 'enterprise', 'senior'] as const).map((step) => showingOf(step, status)),
    currentStep(status),
  ])
  expect(rows).toEqual([
    [null, 'form', 'too early', 'too early', 'agent'],
    [0, 'waiting', 'too early', 'too early', 'agent'],
    [1, 'passed', 'form', 'too early', 'enterprise'],
    [2, 'failed', 'too early', 'too early', 'agent'],
    [3, 'passed', 'waiting', 'too early', 'enterprise'],
    [4, 'passed', 'passed', 'form', 'senior'],
    [5, 'passed', 'failed', 'too early', 'enterprise'],
    [6, 'passed', 'passed', 'waiting', 'senior'],
    [7, 'passed', 'passed', 'passed', 'senior'],
    [8, 'passed', 'passed', 'failed', 'senior'],
  ])
})

test('what was turned down is filled in again only when that was asked for', () => {
  expect([mayFill('form', false), mayFill('failed', false), mayFill('failed', true), mayFill('waiting', true)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a result shows what the specification names, in the order in which it was submitted', () => {
  const facts = ['企业名称', '统一社会信用代码', '注册资本', '成立日期', '法定代表人', '法定代表人身份证号'].map((label) => ({
    label,
    value: '*',
  }))
  expect(shownFacts({ step: 'enterprise', facts }).map(({ label }) => label)).toEqual([
    '企业名称',
    '统一社会信用代码',
    '法定代表人',
    '法定代表人身份证号',
  ])
})
