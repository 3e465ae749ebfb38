import type { Binary } from '../../contract/endpoint.ts'
import { EXPORT_ROWS_MAX } from '../../contract/finance/roles.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { SheetFormat } from '../../contract/sheet/format.ts'
import type { Member, Staff } from '../http/caller.ts'
import type { Context } from '../http/context.ts'
import { type AuditEntry, audit } from '../platform/audit.ts'
import { openLane } from '../platform/lane.ts'
import { keepSheet, tabulate, type told } from '../printing/public.ts'

/** Long lists are read two at once: whoever takes them along does not hold up those who buy. */
const lane = openLane({ atOnce: 2, waiting: 8 })

/** How many rows are read before it is known whether there are too many: one more than a file carries. */
export const ROWS_READ = EXPORT_ROWS_MAX + 1

const actorOf = (caller: Member | Staff): AuditEntry['actor'] =>
  caller.kind === 'staff' ? { kind: 'staff', id: caller.staffId } : { kind: 'member', id: caller.userId, enterpriseId: caller.enterpriseId }

interface Listed<Row> {
  /** What the file is called, before the day. */
  name: string
  columns: readonly ReturnType<typeof told<Row>>[]
  format: SheetFormat
  /** At most `ROWS_READ` of them. */
  rows: () => Promise<readonly Row[]>
}

/** A list as a file to keep; that it was taken along is written down. Refuses EXPORT_TOO_LARGE, and OVERLOADED while too many wait. */
export async function keepList<Row>(
  { caller, moment, origin, apart }: Pick<Context<Member | Staff>, 'caller' | 'moment' | 'origin' | 'apart'>,
  { name, columns, format, rows }: Listed<Row>,
): Promise<Binary> {
  const kept = await lane.run(rows)
  const file = await keepSheet(tabulate(`${name}-${dayOf(moment.now)}`, columns, kept), { format, rowsMax: EXPORT_ROWS_MAX })
  const facts = { list: name, format, rows: kept.length }
  await apart((tx) => audit(tx, moment, { origin, actor: actorOf(caller), action: 'download list', objectKind: 'list', facts }))
  return file
}
