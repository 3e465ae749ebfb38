import { sql } from 'kysely'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { findUser, readClearTextMobileOfUser } from '#server/people/identity/public.ts'
import { findEnterprises, listPresentAndFormerMembershipsOfUser } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type PersonalDataFileTable, tablesInPersonalDataFile } from './personal-tables.ts'

/** The largest number of rows in a part of the file. The file says if rows were left out. */
const ROWS_MAX = 20_000

type Cell = string | number | boolean | null | object
type Row = Record<string, Cell>

/** A part of the file. */
interface Part {
  名称: string
  记录: Row[]
  说明?: string
}

const cellFrom = (value: unknown): Cell => (value instanceof Date ? formatShanghaiTime(value) : ((value ?? null) as Cell))

/** Reads the rows about a person in one table, with the column names of the file. */
async function readPart(
  db: Db,
  { table, title, person = 'user_id', alone, columns, words = {} }: PersonalDataFileTable,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<Part> {
  const labels = columns.split(' ').map((column) => column.split('=') as [name: string, label: string])
  const theirs = alone ? sql`true` : sql`enterprise_id = any(${[...enterpriseIds]}::uuid[])`
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(labels.map(([name]) => sql.ref(name)))} from ${sql.table(table)}
    where ${theirs} and ${sql.ref(person)} = ${userId} limit ${sql.lit(ROWS_MAX + 1)}`.execute(db)
  const shown = rows
    .slice(0, ROWS_MAX)
    .map((row) => Object.fromEntries(labels.map(([name, label]) => [label, words[name]?.[String(row[name])] ?? cellFrom(row[name])])))
  const part: Part = { 名称: title, 记录: shown }
  if (rows.length > ROWS_MAX) part.说明 = `只列出 ${ROWS_MAX} 条，其余请联系客服`
  return part
}

/**
 * Reads all data that the mall has about a person, in all enterprises in which he is or was a member, as the text of a JSON file with
 * Chinese names. Amounts are left out, because they belong to the enterprises. Times are those of Asia/Shanghai.
 */
export async function readPersonalDataAsJsonText(
  db: Db,
  moment: Moment,
  { keys, userId }: { keys: Keys; userId: string },
): Promise<{ name: string; content: string }> {
  const user = await findUser(db, userId)
  const memberships = await listPresentAndFormerMembershipsOfUser(db, userId)
  const enterpriseIds = memberships.map(({ enterpriseId }) => enterpriseId)
  const ownIds = new Set(memberships.filter(({ isMain }) => isMain).map(({ enterpriseId }) => enterpriseId))
  const enterprises = await findEnterprises(db, enterpriseIds)
  const parts: Part[] = []
  for (const table of tablesInPersonalDataFile) parts.push(await readPart(db, table, { userId, enterpriseIds }))
  const at = formatShanghaiTime(moment.now)
  const file = {
    说明: '本文件列出本商城保存的与您有关的全部个人数据。密码只保存摘要，不能还原；认证和许可证的证件号码加密保存，本文件只列脱敏后的；收货地址簿、发票抬头、订单金额属于所在企业，可在对应页面查看或导出。图片可在商城中按编号查看。',
    生成时间: at,
    个人资料: {
      用户编号: userId,
      手机号: await readClearTextMobileOfUser(db, keys, userId),
      姓名: user?.userName ?? null,
      头像: user?.headImg ?? null,
      注册时间: user ? formatShanghaiTime(user.createdAt) : null,
    },
    // The agent of a company is its main account. For a sub-account he is another person.
    企业: enterprises.map(({ id, name, agentName }) => ({ 企业编号: id, 名称: name, 经办人: ownIds.has(id) ? agentName : null })),
    数据: parts,
  }
  return { name: `我的个人数据-${at.slice(0, 10)}.json`, content: JSON.stringify(file, null, 2) }
}
