import * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { namedAuditActionLabels } from '#contract/people/staff/audit-api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'

const calls: readonly Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))
const byPath = new Map(calls.map((endpoint) => [endpoint.path, endpoint]))

/** A summary says what a call does and then how. The first part is used as the name. */
const nameOf = ({ summary }: Endpoint): string => summary.split(/[：；，（]/)[0] ?? summary

/** Returns the name of an action, for example 改价. An action without a name keeps its code. */
export function formatAuditAction(action: string): string {
  const endpoint = byPath.get(action)
  return endpoint ? nameOf(endpoint) : (namedAuditActionLabels[action] ?? action)
}

/** Lists all actions that the audit trail records: verbs, and the calls of staff. */
export const listAuditActions = (): { action: string; actionName: string }[] => [
  ...Object.entries(namedAuditActionLabels).map(([action, actionName]) => ({ action, actionName })),
  ...calls
    .filter((endpoint) => isStaffAccess(endpoint.needs) && endpoint.kind !== 'read' && !endpoint.endsSession)
    .map((endpoint) => ({ action: endpoint.path, actionName: nameOf(endpoint) })),
]

interface Shaped {
  shape?: Record<string, z.ZodMiniType>
}

/**
 * Converts a recorded value for display: amounts to yuan. Records are older than the present contract, so values that do not match it are
 * shown unchanged.
 */
function travelled(action: string, field: string, value: unknown): unknown {
  const schema = (byPath.get(action)?.input._zod.def as Shaped | undefined)?.shape?.[field]
  const wire = schema && z.safeEncode(schema, value as never)
  return wire?.success ? wire.data : value
}

/** Formats the recorded facts of an action, field by field. */
export const formatRecordedAuditFacts = (action: string, facts: unknown): { name: string; value: string }[] =>
  Object.entries((facts ?? {}) as Record<string, unknown>).map(([name, value]) => {
    const wire = travelled(action, name, value)
    return { name, value: typeof wire === 'string' ? wire : JSON.stringify(wire) }
  })
