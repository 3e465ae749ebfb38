import { expect, test } from 'vitest'
import { DatabaseUnavailableError, UnknownCommitOutcomeError } from './database-errors.ts'
import { formatStartError } from './start-error.ts'

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  [new UnknownCommitOutcomeError(new Error('socket')), /^与数据库的连接中断（.+），请在数据库恢复后再启动$/],
  [new DatabaseUnavailableError(new Error('socket')), /^与数据库的连接中断（.+），请在数据库恢复后再启动$/],
  [coded('57P01', 'terminating connection'), /^与数据库的连接中断（.+），请在数据库恢复后再启动$/],
  [coded('42P01', 'relation "order" does not exist'), /^数据库返回错误：relation "order" does not exist$/],
  [coded('ENOSPC', 'no space'), /^磁盘空间不足$/],
  [new Error('缺少 DATABASE_URL'), /^缺少 DATABASE_URL$/],
])('whoever starts the mall is told in words why it did not start: %s', (error, text) => {
  expect(formatStartError(error)).toMatch(text)
})
