import { expect, test } from 'vitest'
import { listUserCenterOrderTiles, toNextVerificationStep, toVerificationSteps } from './centre-view.ts'

const states = (authStatus: Parameters<typeof toVerificationSteps>[0]['authStatus']) =>
  toVerificationSteps({ authStatus }).map(({ state }) => state)

test.each([
  [null, ['next', 'later', 'later']],
  [0, ['waiting', 'later', 'later']],
  [1, ['passed', 'next', 'later']],
  [2, ['failed', 'later', 'later']],
  [3, ['passed', 'waiting', 'later']],
  [4, ['passed', 'passed', 'next']],
  [5, ['passed', 'failed', 'later']],
  [6, ['passed', 'passed', 'waiting']],
  [7, ['passed', 'passed', 'passed']],
  [8, ['passed', 'passed', 'failed']],
] as const)('authStatus %j is %j', (status, steps) => expect(states(status)).toEqual(steps))

test('a user waiting for a review has no action', () => {
  for (const authStatus of [0, 3, 6] as const) expect(toNextVerificationStep({ authStatus }).action).toBeUndefined()
})

test.each([
  [null, '/account_authentication'],
  [1, '/account_authentication_company'],
  [2, '/account_authentication_not_passed'],
  [4, '/advanced_certification'],
  [5, '/account_authentication_not_passed2'],
  [8, '/account_authentication_not_passed3'],
] as const)('after %j the next screen is %s', (authStatus, to) => expect(toNextVerificationStep({ authStatus }).action?.to).toBe(to))

test('four order states are always shown, approvals and part shipments only if there are any', () => {
  expect(listUserCenterOrderTiles([])).toEqual(['WAIT_PAY', 'WAIT_SEND', 'SENT', 'WAIT_COMMENT'].map((state) => ({ state, count: 0 })))
  const tiles = listUserCenterOrderTiles([
    { state: 'DONE', count: 4 },
    { state: 'PART_SENT', count: 1 },
    { state: 'WAIT_SEND', count: 2 },
  ])
  expect(tiles.map(({ state, count }) => `${state} ${count}`)).toEqual([
    'WAIT_PAY 0',
    'WAIT_SEND 2',
    'PART_SENT 1',
    'SENT 0',
    'WAIT_COMMENT 0',
  ])
})
