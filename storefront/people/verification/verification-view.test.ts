import { expect, test } from 'vitest'
import { verificationStatuses } from '#contract/people/verification/verification-status.ts'
import {
  canSubmitStep,
  filterVerificationFactsToShow,
  getCurrentStep,
  listFieldsUnderReview,
  toVerificationStepPageState,
} from './verification-view.ts'

test('every authStatus of the specification shows each step accordingly', () => {
  const rows = [null, ...Object.keys(verificationStatuses).map(Number)].map((status) => [
    status,
    ...(['agent', 'enterprise', 'senior'] as const).map((step) => toVerificationStepPageState(step, status)),
    getCurrentStep(status),
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

test('a rejected step shows the form again only on request', () => {
  expect([
    canSubmitStep('form', false),
    canSubmitStep('failed', false),
    canSubmitStep('failed', true),
    canSubmitStep('waiting', true),
  ]).toEqual([true, false, true, false])
})

test('a result shows the fields of the specification in the order of the submission', () => {
  const facts = ['企业名称', '统一社会信用代码', '注册资本', '成立日期', '法定代表人', '法定代表人身份证号'].map((label) => ({
    label,
    value: '*',
  }))
  expect(filterVerificationFactsToShow({ step: 'enterprise', facts }).map(({ label }) => label)).toEqual([
    '企业名称',
    '统一社会信用代码',
    '法定代表人',
    '法定代表人身份证号',
  ])
})

const submission = (step: 'agent' | 'enterprise' | 'senior', state: 'WAIT' | 'PASS' | 'FAIL', hour: number) => ({
  id: step,
  step,
  state,
  submittedAt: new Date(`2026-11-20T0${hour}:00:00Z`),
  expectedDay: '2026-11-24',
  reviewedAt: state === 'WAIT' ? null : new Date(`2026-11-20T0${hour}:30:00Z`),
  reasons: [],
  opinion: null,
  facts: [
    { label: step === 'agent' ? '姓名' : '企业名称', value: '***' },
    { label: '员工人数', value: '86' },
  ],
})

test('a step under review shows when it was submitted and when earlier steps were verified', () => {
  const [agent, enterprise] = [submission('agent', 'PASS', 1), submission('enterprise', 'WAIT', 2)]
  expect(listFieldsUnderReview('enterprise', [enterprise, agent])).toEqual([
    { label: '企业名称', value: '***' },
    { label: '提交时间', value: '2026-11-20 10:00' },
    { label: '认证时间', value: '经办人 2026-11-20 09:30' },
  ])
  expect(listFieldsUnderReview('agent', [submission('agent', 'WAIT', 1)]).map(({ label }) => label)).toEqual(['姓名', '提交时间'])
})

test('the last step under review shows the verified company', () => {
  const latest = [submission('senior', 'WAIT', 3), submission('enterprise', 'PASS', 2), submission('agent', 'PASS', 1)]
  expect(listFieldsUnderReview('senior', latest)).toEqual([
    { label: '企业名称', value: '***' },
    { label: '提交时间', value: '2026-11-20 11:00' },
    { label: '认证时间', value: '企业 2026-11-20 10:30' },
  ])
})
