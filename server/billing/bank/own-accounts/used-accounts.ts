import { sql } from 'kysely'
import type { Db } from '#server/platform/core/db.ts'

/** Finds those of the numbers of which a line, an import or a request exists. */
export async function findAccountNumbersWithBankLines(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`select number from unnest(${[...numbers]}::text[]) number
    where exists(select from bank_line l where l.account_no = number) or exists(select from bank_import i where i.account_no = number)
      or exists(select from value_day_request r where r.account_no = number)`.execute(db)
  return new Set(rows.map(({ number }) => number))
}
