import type * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { hasPermission, isStaffAccess, type StaffRole, toStaffPermissionHolder } from '#contract/platform/core/permissions.ts'

/** One way to ask for a list. */
export interface ListCall {
  name: string
  path: string
  input: Record<string, unknown>
  /** The caller: staff, or the main account of a company. */
  by: 'staff' | 'buyer'
}

const PAGE = { pageNo: 1, pageSize: 20 }

type Field = { _zod: { def: { innerType?: z.core.$ZodType; entries?: Record<string, string | number>; type: string } } }

/** The possible values of a filter: those of an enumeration, and yes and no. Other filters have none. */
function listValues(field: z.core.$ZodType): unknown[] {
  const { innerType, entries, type } = (field as unknown as Field)._zod.def
  if (innerType) return listValues(innerType)
  if (type === 'boolean') return [true, false]
  return type === 'enum' ? Object.values(entries ?? {}) : []
}

const readShape = (input: z.ZodMiniType): Record<string, z.core.$ZodType> =>
  (input as unknown as { _zod: { def: { shape?: Record<string, z.core.$ZodType> } } })._zod.def.shape ?? {}

/** The inputs of a list: its first page, page 20, each value of each filter with few values, and one day. `day` is in Shanghai. */
function listInputs(input: z.ZodMiniType, day: string): Record<string, unknown>[] {
  const shape = readShape(input)
  if (!('pageNo' in shape)) return []
  const filters = Object.entries(shape).flatMap(([name, field]) => listValues(field).map((value) => ({ [name]: value })))
  const days = 'dateFrom' in shape ? [{ dateFrom: day, dateTo: day }] : []
  return [{}, { pageNo: 20 }, ...filters, ...days].map((more) => ({ ...PAGE, ...more })).filter((one) => input.safeParse(one).success)
}

/** All inputs of every paged list of the contract that needs only its filters, for a buyer and for staff of these roles. */
export function findListCalls(roles: readonly StaffRole[], day: string): ListCall[] {
  return Object.entries<EndpointGroup>(contract).flatMap(([group, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, { kind, path, input, needs }]): ListCall[] => {
      const by = isStaffAccess(needs) ? 'staff' : 'buyer'
      const holder = by === 'staff' ? toStaffPermissionHolder(roles) : { permCode: null, accountType: 1 }
      if (kind !== 'read' || !hasPermission(holder, needs)) return []
      return listInputs(input, day).map((one) => ({ name: `${group}.${name} ${JSON.stringify(one)}`, path, input: one, by }))
    }),
  )
}
