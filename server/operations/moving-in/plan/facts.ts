import { toComparedText } from '#contract/people/verification/checks.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { stripNumberWrappersFromCellText } from '#server/adapters/spreadsheets/public.ts'
import type { SkuFoundByStaffTypedCode } from '#server/catalog/goods/public.ts'
import { readSkuLookupByStaffTypedCode } from '#server/catalog/goods/public.ts'
import type { MovingInCompanyRows } from '#server/operations/moving-in/sheets/read-workbook.ts'
import { findUserOrInviteeIdsByMobile } from '#server/people/identity/public.ts'
import { findTakenEnterpriseNames } from '#server/people/organisation/public.ts'
import { findTakenCreditCodes } from '#server/people/verification/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Which names, codes and numbers of some companies the mall already has. */
export interface MovingInExistingData {
  today: string
  takenCodes: ReadonlySet<string>
  takenNames: ReadonlySet<string>
  mobileOwners: ReadonlyMap<string, { userId: string; registered: boolean }>
  sku: (code: string) => SkuFoundByStaffTypedCode | undefined
}

/** Reads the facts of some companies. The number of statements does not grow with the companies. */
export async function readExistingMallDataForMovingIn(
  db: Db,
  { keys, moment, staffId }: { keys: Keys; moment: Moment; staffId: string },
  companies: readonly MovingInCompanyRows[],
): Promise<MovingInExistingData> {
  const cells = (sheet: keyof MovingInCompanyRows['rows'], column: string) =>
    companies.flatMap(({ rows }) => rows[sheet].flatMap(({ cells: of }) => of[column] ?? []))
  return {
    today: toShanghaiDay(moment.now),
    takenCodes: await findTakenCreditCodes(db, keys, cells('companies', 'creditCode').map(toComparedText)),
    takenNames: await findTakenEnterpriseNames(
      db,
      cells('companies', 'name').map((name) => name.trim()),
    ),
    mobileOwners: await findUserOrInviteeIdsByMobile(db, keys, cells('members', 'mobile').map(stripNumberWrappersFromCellText)),
    sku: await readSkuLookupByStaffTypedCode(db, cells('prices', 'sku').map(stripNumberWrappersFromCellText), staffId),
  }
}
