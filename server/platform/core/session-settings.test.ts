import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './db.ts'
import { requireDatabaseSessionSettings } from './session-settings.ts'

test('a connection without timeouts is refused, with the statements that set them for the role', async () => {
  const { db, close } = openDatabase({ url: inject('appUrl'), poolSize: 1 })
  try {
    await requireDatabaseSessionSettings(db)
    // Like a pooler that drops the start-up options.
    await db.connection().execute(async (connection) => {
      await sql`set lock_timeout = 0`.execute(connection)
      await sql`set timezone = 'Asia/Shanghai'`.execute(connection)
      await expect(requireDatabaseSessionSettings(connection)).rejects.toThrow(
        "请以超级用户执行 alter role mall_app set lock_timeout = '3s'; alter role mall_app set timezone = 'UTC'",
      )
    })
  } finally {
    await close()
  }
})
