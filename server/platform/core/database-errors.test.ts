import { expect, test } from 'vitest'
import { DatabaseUnavailableError, isDatabaseUnavailable, UnknownCommitOutcomeError } from './database-errors.ts'

const coded = (code: string) => Object.assign(new Error('said'), { code })

test.each([
  ...['08000', '08001', '08003', '08004', '08006', '08P01'],
  ...['53000', '53100', '53200', '53300', '53400', '57P01', '57P02', '57P03', '57P04', '57P05'],
  ...['25P03', '25P04', '25006', '55P03', '57014', '58030'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EMFILE',
    'ENFILE',
    'ENOSPC',
  ],
])('the error code %s means that the database is unavailable and the call can be retried', (code) =>
  expect(isDatabaseUnavailable(coded(code))).toBe(true),
)

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
])('the error message “%s” means the same', (message) => expect(isDatabaseUnavailable(new Error(message))).toBe(true))

test('an error while a connection is opened or during a commit means the same', () => {
  expect(isDatabaseUnavailable(new DatabaseUnavailableError(coded('28P01')))).toBe(true)
  expect(isDatabaseUnavailable(new UnknownCommitOutcomeError(coded('ECONNRESET')))).toBe(true)
})

test.each(['23505', '40001', '42P01', '42501', '22003', '25P02', 'P0001', 'XX000', 'ERR_ASSERTION', ''])(
  'the error code %s is a defect or is handled by the caller',
  (code) => expect(isDatabaseUnavailable(coded(code))).toBe(false),
)

test.each([undefined, null, 'ECONNRESET', { code: 'ECONNRESET' }])('a thrown value that is no error does not mean it: %s', (thrown) =>
  expect(isDatabaseUnavailable(thrown)).toBe(false),
)
